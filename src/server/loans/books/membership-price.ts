import { sql } from 'kysely';
import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { larger, negate, smaller, subtract, ZERO, type Centavos } from '../../../domain/money.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { MEMBERSHIP_PRICE } from '../ledger/service.ts';
import { lockedLoan, withNewPayments, type CountedPayment, type Loan } from '../service.ts';
import { applyChanges } from './apply.ts';
import { booksOf } from './books.ts';
import { takeBack } from './take-back.ts';
import { postPrice, type NewPayment } from './write.ts';

/** Negative payment that pays part of a membership's price from its loan's money. */
export interface PricePayment extends NewPayment {
  /** Centavos of the price paid, above zero. */
  readonly price: Centavos;
}

/**
 * Part of an incoming payment that pays the membership's price: everything owed if the payment is meant for
 * it, else what remains as credit on a loan with nothing due
 * (docs/product/borrowers-area.md#a-membership-that-is-owed).
 */
export function priceIn(
  loan: Loan,
  payment: CountedPayment,
  isMeant: boolean,
  today: CalendarDate,
): Centavos {
  const { membershipDue: due } = loan;
  if (due <= 0 || payment.source === MEMBERSHIP_PRICE) return ZERO;
  if (isMeant) return smaller(due, larger(ZERO, payment.amount));
  const { credit } = booksOf(withNewPayments(loan, [payment]), today);
  return larger(ZERO, smaller(due, credit));
}

/** Payment that moves `price` out of the loan's money on a day. @param row unused row; allocated if absent */
export async function pricePayment(
  tx: Tx,
  { random }: Pick<BookingDependencies, 'random'>,
  {
    loan,
    price,
    valueDate,
  }: { readonly loan: Loan; readonly price: Centavos; readonly valueDate: CalendarDate },
  row?: number,
): Promise<PricePayment> {
  const id = random.token();
  return {
    row: row ?? (await nextRow(tx)),
    id,
    loanId: loan.id,
    source: MEMBERSHIP_PRICE,
    reference: id,
    amount: negate(price),
    valueDate,
    instalments: [],
    isFirst: true,
    price,
  };
}

export async function nextRow(tx: Tx): Promise<number> {
  const { rows } = await sql<{ row: number }>`select nextval('payment_id_seq') as row`.execute(tx);
  const [drawn] = rows;
  if (!drawn) throw new Error('a sequence gives a row');
  return drawn.row;
}

/**
 * Pays a membership's price from credit, as far as it goes. @param owed centavos of the price still owed,
 * collectable or not @returns the amount paid
 */
export async function payPriceFromCredit(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
  owed: Centavos,
): Promise<Centavos> {
  const loan = await lockedLoan(tx, loanId);
  const at = deps.clock.now();
  const valueDate = localDate(at, loan.country);
  const price = larger(ZERO, smaller(owed, booksOf(loan, valueDate).credit));
  if (price === 0) return ZERO;
  const payment = await pricePayment(tx, deps, { loan, price, valueDate });
  const after = withNewPayments(loan, [payment]);
  const change = { before: loan, after, kind: 'payment-received', causedBy: payment.row, valueDate } as const;
  await applyChanges(tx, deps, [change], { payments: [payment], events: [] });
  await postPrice(tx, loan, payment, at);
  await deps.followers.membershipPaid(tx, deps, loan, price, false);
  return price;
}

/**
 * Stores a card charge that an earlier release booked on the price without a payment: the loan's money, and
 * its use for the price on the same day. The ledger already has both; nothing else changes. @param loan
 * locked @returns row of the money
 */
export async function adoptPricePaid(
  tx: Tx,
  deps: BookingDependencies,
  loan: Loan,
  { amount, source, reference, valueDate }: Pick<NewPayment, 'amount' | 'source' | 'reference' | 'valueDate'>,
): Promise<number> {
  const price = await pricePayment(tx, deps, { loan, price: amount, valueDate });
  const named = { id: deps.random.token(), row: await nextRow(tx), loanId: loan.id };
  const payment = { ...named, amount, source, reference, valueDate, instalments: [] };
  const after = withNewPayments(loan, [price, payment]);
  const change = { before: loan, after, kind: 'payment-received', causedBy: payment.row, valueDate } as const;
  await applyChanges(tx, deps, [change], { payments: [price, payment], events: [] });
  return payment.row;
}

/**
 * Returns to a loan the money that had paid its membership's price, newest first, because the price is owed
 * again or was waived.
 * @param amount maximum, centavos
 * @returns the amount returned
 */
export async function unpayPrice(
  tx: Tx,
  deps: BookingDependencies,
  loan: Loan,
  amount: Centavos,
  reversedOn: CalendarDate,
): Promise<Centavos> {
  const at = deps.clock.now();
  let left = amount;
  for (const { row: paymentId, amount: paid } of pricePaymentsOf(loan)) {
    const part = smaller(left, negate(paid));
    if (part === 0) break;
    const keeps = negate(subtract(negate(paid), part));
    const reportId = deps.random.token();
    const about = { source: MEMBERSHIP_PRICE, reason: 'membership', reversedOn } as const;
    await takeBack(tx, deps, { ...about, paymentId, reportId, keeps });
    await postPrice(tx, loan, { price: negate(part), row: paymentId, valueDate: reversedOn }, at);
    left = subtract(left, part);
  }
  return subtract(amount, left);
}

/** Newest first. */
function pricePaymentsOf({ payments }: Loan): readonly CountedPayment[] {
  return payments.filter(({ source }) => source === MEMBERSHIP_PRICE).toReversed();
}
