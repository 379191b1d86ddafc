import { calendarDate } from '../calendar-date.ts';
import { ZERO, centavos } from '../money.ts';
import { NO_CHARGE } from '../schedule.ts';
import type { AgreedRow, LoanAction } from '../standing/actions.ts';
import { type Dues, NO_DUES } from '../standing/allocation.ts';
import type { Payment } from '../standing/payment.ts';
import type { LoanConditions } from '../standing/position.ts';
import type { TaxEvents, TaxTerms } from '../tax-points.ts';

const day = calendarDate;

/**
 * Three instalments of 136,30 with even figures: 100,00 of capital, 30,00 of interest over 31, 28 and 31 days
 * and 6,30 of tax. Default interest is 1 % a day of unpaid capital, with tax.
 */
export const small: LoanConditions = {
  schedule: {
    principal: centavos(30_000),
    payoutDate: day('2026-01-01'),
    instalment: centavos(13_630),
    rows: ['2026-02-01', '2026-03-01', '2026-04-01'].map((dueDate, index) => ({
      number: index + 1,
      dueDate: day(dueDate),
      payableUntil: day(dueDate),
      days: [31, 28, 31][index] ?? 0,
      principal: centavos(10_000),
      interest: centavos(3000),
      tax: centavos(630),
      fee: ZERO,
      feeTax: ZERO,
      amount: centavos(13_630),
      balance: centavos(20_000 - index * 10_000),
    })),
  },
  taxRate: '0.21',
  defaultInterest: { annualRate: '3.65', taxRate: '0.21' },
  rounding: { half: 'half-up', step: 1 },
};

/** {@link small} with a charge of 10,00 and 2,10 of tax on each instalment. */
export const charged: LoanConditions = {
  ...small,
  schedule: {
    ...small.schedule,
    rows: small.schedule.rows.map((row) => ({
      ...row,
      fee: centavos(1000),
      feeTax: centavos(210),
      amount: centavos(row.amount + 1210),
    })),
  },
};

/** Kinds of actions without what every action has. */
type Body = LoanAction extends infer A
  ? A extends LoanAction
    ? Omit<A, 'id' | 'on' | 'after'>
    : never
  : never;

/** Action stored after `after` payments; after all of them by default. */
export function act(
  on: string,
  body: Body,
  after = Number.MAX_SAFE_INTEGER,
  id: string = body.kind,
): LoanAction {
  return { id, on: day(on), after, ...body };
}

export const withActions = (loan: LoanConditions, ...actions: LoanAction[]): LoanConditions => ({
  ...loan,
  actions,
});

export const paid = (
  valueDate: string,
  amount: number,
  meant: Omit<Payment, 'id' | 'valueDate' | 'amount'> & { readonly id?: string } = {},
): Payment => ({ id: valueDate, valueDate: day(valueDate), amount: centavos(amount), ...meant });

export const dues = (amounts: Partial<Record<keyof Dues, number>>): Dues => ({
  ...NO_DUES,
  ...Object.fromEntries(Object.entries(amounts).map(([component, amount]) => [component, centavos(amount)])),
});

/** Row of an agreement without charges, payable on its due date. */
export const agreedRow = (
  number: number,
  dueDate: string,
  { principal = 0, interest = 0, tax = 0 }: { principal?: number; interest?: number; tax?: number },
  carried: Dues = NO_DUES,
): AgreedRow => ({
  number,
  dueDate: day(dueDate),
  payableUntil: day(dueDate),
  principal: centavos(principal),
  interest: centavos(interest),
  tax: centavos(tax),
  fee: ZERO,
  feeTax: ZERO,
  carried,
});

/** On 11 February row 1 is ten days late and row 2 has accrued ten of its 28 days. */
export const BASE = dues({
  defaultInterest: 1000,
  defaultInterestTax: 210,
  interest: 4071,
  tax: 855,
  principal: 30_000,
});

export const FIRST = dues({ defaultInterest: 1000, defaultInterestTax: 210, interest: 2071, tax: 455 });
export const SECOND = dues({ interest: 2000, tax: 400 });

/** Two rows of 150,00 with 5,00 of new interest on the first and 2,50 on the second. */
export const ROWS = [
  agreedRow(4, '2026-03-11', { principal: 15_000, interest: 500, tax: 105 }, FIRST),
  agreedRow(5, '2026-04-11', { principal: 15_000, interest: 250, tax: 53 }, SECOND),
];

export const agreement = (
  change: Partial<Extract<LoanAction, { kind: 'agreement' }>> = {},
  date = '2026-02-11',
) =>
  act(date, { kind: 'agreement', base: BASE, waived: NO_DUES, rows: ROWS, isRefinancing: true, ...change });

export const agreed = withActions(small, agreement());

/** Tax due at the due date or at payment, without a charge at origination. */
export const termsOf = (conditions: LoanConditions, more: Partial<TaxTerms> = {}): TaxTerms => ({
  conditions,
  originationFee: NO_CHARGE,
  rule: 'due-date',
  isProRata: true,
  ...more,
});

export const eventsOf = (payments: readonly Payment[], more: Partial<TaxEvents> = {}): TaxEvents => ({
  payments,
  deliveredOn: day('2026-01-01'),
  undoneOn: null,
  ...more,
});
