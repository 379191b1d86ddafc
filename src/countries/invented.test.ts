import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../domain/calendar-date.ts';
import { centavos, formatMoney } from '../domain/money.ts';
import { priceVariant } from '../domain/pricing.ts';
import { accountHint } from './banking-entries.ts';
import { byCountry, COUNTRIES } from './countries.ts';
import { holidaysOf } from './holidays.ts';
import { debitAttemptOn } from './law/debits.ts';
import { barcodeReadingOf } from './identifiers/document-barcode.ts';
import { amountDigits, writtenThousands } from './identifiers/amounts.ts';
import { parseDocument, writtenDocument } from './identifiers/document.ts';
import { toE164, parseCellPhone } from './identifiers/phones.ts';
import { countryOfCurrency, countryOfHost, packOf } from './index.ts';
import { localDate, localHour, localInstant } from './local-time.ts';
import { localitiesOf } from './localities.ts';
import { maskDocument, showDocument, writtenCellPhone } from './fields/masks.ts';
import type { NoteFacts } from './papers/note-facts.ts';
import { priceTerms } from './price-list.ts';
import { promissoryNote } from './papers/promissory-note.ts';
import { mayUseNow } from './law/contact-terms.ts';
import { SERVER_ENTRIES } from './server-entries.ts';
import { documentText, legalDocument, type LegalSlug } from './papers/terms.ts';
import { addInventedCountry, INVENTED } from './testing/invented.ts';
import { validateField } from './fields/validation.ts';

/** Nothing of a third country comes from another one: each test fails where 'not Argentina' means Uruguay. */
let removeInvented: () => void;
const real = COUNTRIES.length;
beforeAll(() => {
  removeInvented = addInventedCountry();
});
afterAll(() => {
  removeInvented();
  expect(COUNTRIES).toHaveLength(real);
});

const context = { country: INVENTED, today: calendarDate('2026-05-16') };

test('its hosts lead to it, and others where they led', () => {
  expect(countryOfHost('xx.localhost:3000')).toBe(INVENTED);
  expect(countryOfHost('prestamos.xx')).toBe(INVENTED);
  expect(countryOfHost('example.com')).toBe('AR');
  expect(countryOfHost('localhost')).toBe('UY');
  expect(byCountry((code) => packOf(code).country)).toHaveProperty(INVENTED, 'Fantasía');
});

test('documents without check digit, in its own writing', () => {
  expect(parseDocument(INVENTED, '123456').ok).toBe(true);
  expect(validateField('document_number', '12345678', context)).toBe('La cédula debe tener 6 números.');
  expect(maskDocument('123.456')).toBe('123456');
  expect(showDocument(INVENTED, '1234')).toBe('123 4');
  expect(writtenDocument(INVENTED, '123456')).toBe('123 456');
  expect(barcodeReadingOf(INVENTED)).toBeUndefined();
});

test('phones, accounts and addresses by its rules', () => {
  const phone = parseCellPhone(INVENTED, writtenCellPhone(INVENTED, '+999 7123456'));
  expect(phone.ok && toE164(INVENTED, phone.value)).toBe('+9997123456');
  expect(validateField('phone', '99123456', context)).toBe('Ingresá los 7 números.');
  expect(validateField('account_number', '1234', context)).toBe('5 números.');
  expect(accountHint(INVENTED, '1')).toBe('5 números.');
  expect(validateField('zipcode', 'anything', context)).toBeUndefined();
  expect(localitiesOf(INVENTED, '1')).toEqual({ '515': 'Capital' });
});

test('a field of amounts as long as its largest amount', () => {
  const { offer } = packOf(INVENTED);
  expect(amountDigits(offer)).toBe(4);
  expect(writtenThousands('2500000', amountDigits(offer))).toBe('2500');
  expect(validateField('amount', '2500', context)).toBeUndefined();
  expect(validateField('amount', '2501', context)).toBe('Ingresá un monto menor');
});

test('its clock, with summer time, decides days and hours', () => {
  const summer = new Date('2026-01-15T02:30:00Z');
  const winter = new Date('2026-07-15T03:30:00Z');
  expect([localDate(summer, INVENTED), localHour(summer, INVENTED)]).toEqual(['2026-01-14', 23]);
  expect([localDate(winter, INVENTED), localHour(winter, INVENTED)]).toEqual(['2026-07-14', 23]);
  expect(localInstant(calendarDate('2026-07-15'), 0, INVENTED).toISOString()).toBe(
    '2026-07-15T04:00:00.000Z',
  );
  expect(mayUseNow(INVENTED, 'sms', new Date('2026-07-15T12:30:00Z'), holidaysOf(INVENTED))).toBe(false);
  expect(mayUseNow(INVENTED, 'sms', new Date('2026-07-15T13:30:00Z'), holidaysOf(INVENTED))).toBe(true);
});

test('its own holidays move a debit', () => {
  // Monday 18 May is a holiday in no other country.
  expect(debitAttemptOn(calendarDate('2026-05-22'), holidaysOf(INVENTED))).toBe('2026-05-15');
});

test('its own note and terms', () => {
  expect(promissoryNote(INVENTED, { amount: '¥50.000' } as NoteFacts).title).toBe('Pagaré de Fantasía');
  expect(legalDocument(INVENTED, 'terminos', 'Marca', SERVER_ENTRIES.UY.lender.demonstration).title).toBe(
    'Términos de Fantasía',
  );
});

test('its money, which has no decimals', () => {
  const { currency } = packOf(INVENTED);
  expect(formatMoney(centavos(250_000_000), currency)).toBe('ƒ2.500.000');
  expect(countryOfCurrency(currency)).toBe(INVENTED);
});

test('a loan of it has whole instalments only, of whole parts', () => {
  const terms = priceTerms(SERVER_ENTRIES[INVENTED].priceList, 'no_membership', context.today);
  const dates = { payoutDate: context.today, firstDueDate: calendarDate('2026-06-16') };
  for (const plan of priceVariant(terms, centavos(1_234_567_00), dates)) {
    const parts = plan.schedule.rows.flatMap((row) => [
      row.principal,
      row.interest,
      row.tax,
      row.fee,
      row.feeTax,
    ]);
    const amounts = [...parts, plan.payment, plan.finalAmount, plan.amountDelivered];
    expect(amounts.filter((amount) => amount % 100 !== 0)).toEqual([]);
  }
});

test('its own amounts in the texts that all countries share', () => {
  const said = (slug: LegalSlug) =>
    documentText(legalDocument(INVENTED, slug, 'Marca', SERVER_ENTRIES.UY.lender.demonstration));
  expect(said('membresia')).toContain('El precio es de ƒ250.000 por única vez');
  expect(said('sorteo')).toContain('una gift card de ƒ300.000.');
  expect(said('referidos')).toContain('reciben ƒ200.000 de descuento cada una');
  expect(said('referidos')).toContain('tenés ƒ1.000.000 de descuento');
});
