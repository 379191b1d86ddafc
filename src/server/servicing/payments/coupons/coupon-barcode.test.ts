import { expect, test } from 'vitest';
import { calendarDate } from '../../../../domain/calendar-date.ts';
import { centavos } from '../../../../domain/money.ts';
import { COUNTRIES } from '../../../../countries/countries.ts';
import type { Barcode } from '../../../../countries/payment-method.ts';
import { paymentMethodsOf } from '../../../../countries/payment-methods.ts';
import { couponBarcode } from './coupon-barcode.ts';

const facts = {
  company: '9999',
  amount: centavos(7_673_624),
  dueDate: calendarDate('2026-04-20'),
  reference: '00000000012345',
};

/** Barcode of a cash network in any country. */
const barcodeOf = (slug: string): Barcode =>
  COUNTRIES.flatMap((code) =>
    paymentMethodsOf(code).flatMap((each) =>
      each.kind === 'coupon' && each.slug === slug ? [each.barcode] : [],
    ),
  )[0]!;

test.each(['pago-facil', 'rapipago'])('%s scans the 42 digits of the vector', (network) => {
  expect(couponBarcode(barcodeOf(network), facts)).toBe('999907673624261100000000001234500000000099');
});

test('the last day of a leap year is day 366', () => {
  expect(
    couponBarcode({ form: 'ar-42' }, { ...facts, dueDate: calendarDate('2028-12-31') })?.slice(12, 17),
  ).toBe('28366');
});

test('an amount of a million pesos does not fit the code', () => {
  expect(couponBarcode({ form: 'ar-42' }, { ...facts, amount: centavos(99_999_999) })).toHaveLength(42);
  expect(couponBarcode({ form: 'ar-42' }, { ...facts, amount: centavos(100_000_000) })).toBeUndefined();
});

test.each(['abitab', 'red-pagos', 'correo-uruguayo'])('%s takes the reference as it is', (network) => {
  expect(couponBarcode(barcodeOf(network), facts)).toBe(facts.reference);
});
