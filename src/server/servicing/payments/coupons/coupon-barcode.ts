import type { Barcode } from '../../../../countries/payment-method.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { type Centavos, centavos } from '../../../../domain/money.ts';

/** Data encoded in a network's code. */
interface CouponFacts {
  /** Lender's number in the collection contract. */
  readonly company: string;
  readonly amount: Centavos;
  readonly dueDate: CalendarDate;
  /** Digits that identify the coupon in the network's report. */
  readonly reference: string;
}

interface Field {
  readonly name: string;
  readonly digits: number;
  readonly value: (facts: CouponFacts) => string;
}

/**
 * Layout of the 42 digits of Pago Fácil and Rapipago (docs/product/providers.md#cash-coupons). It depends on
 * the collection contract; add a table for another one. Two check digits follow the fields.
 */
const AR_42: readonly Field[] = [
  { name: 'company', digits: 4, value: ({ company }) => company },
  { name: 'amount', digits: 8, value: ({ amount }) => String(amount) },
  { name: 'due date', digits: 5, value: ({ dueDate }) => dayOfYear(dueDate) },
  { name: 'client', digits: 14, value: ({ reference }) => reference },
  // 0 means pesos.
  { name: 'currency', digits: 1, value: () => '0' },
  // No second due date: after the first, networks refuse the coupon.
  { name: 'surcharge', digits: 6, value: () => '0' },
  { name: 'days to second due date', digits: 2, value: () => '0' },
];

/** Fields by code form; undefined for networks that scan the bare reference. */
const FIELDS: Readonly<Record<Barcode['form'], readonly Field[] | undefined>> = {
  'ar-42': AR_42,
  reference: undefined,
};

/**
 * Builds the code that a cash network scans. @returns undefined if a value does not fit its field, so the
 * network cannot accept this coupon
 */
export function couponBarcode({ form }: Pick<Barcode, 'form'>, facts: CouponFacts): string | undefined {
  const layout = FIELDS[form];
  if (layout === undefined) return facts.reference;
  let code = '';
  for (const { digits, value } of layout) {
    const text = value(facts);
    if (text.length > digits) return undefined;
    code += text.padStart(digits, '0');
  }
  const first = code + checkDigit(code);
  return first + checkDigit(first);
}

/** Maximum amount of a network's code; undefined if the code holds no amount. */
export function mostInBarcode({ form }: Pick<Barcode, 'form'>): Centavos | undefined {
  const amount = FIELDS[form]?.find(({ name }) => name === 'amount');
  return amount && centavos(10 ** amount.digits - 1);
}

/** Extracts our reference from a scanned code; undefined for a foreign code or a misread digit. */
export function referenceInBarcode({ form }: Pick<Barcode, 'form'>, code: string): string | undefined {
  const layout = FIELDS[form];
  if (layout === undefined) return code;
  const body = code.slice(0, -2);
  const first = body + checkDigit(body);
  if (first + checkDigit(first) !== code) return undefined;
  let from = 0;
  for (const { name, digits } of layout) {
    if (name === 'client') return code.slice(from, from + digits);
    from += digits;
  }
  return undefined;
}

/** Formats a date as YYDDD: year and day of the year. */
function dayOfYear(date: CalendarDate): string {
  const start = Date.UTC(Number(date.slice(0, 4)), 0, 1);
  const day = Math.round((Date.parse(`${date}T00:00:00Z`) - start) / 86_400_000) + 1;
  return date.slice(2, 4) + String(day).padStart(3, '0');
}

/** Weights 1, then 3, 5, 7, 9 repeating; the check digit is the last digit of half the sum. */
function checkDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of Array.from(digits).entries()) {
    sum += Number(digit) * (index === 0 ? 1 : ([3, 5, 7, 9][(index - 1) % 4] ?? 0));
  }
  return String(Math.floor(sum / 2) % 10);
}
