import { sql } from 'kysely';
import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import { add, subtract, sum, ZERO, type Centavos } from '../../../domain/money.ts';
import { totalDues } from '../../../domain/standing/allocation.ts';
import type { PrepaymentMode } from '../../../domain/standing/prepayment.ts';
import type { Payment } from '../../../domain/standing/payment.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import type { Event } from '../../platform/events.ts';
import { pipeline } from '../../platform/statements.ts';
import { areReplaced, lockedLoans, withNewPayments, type Loan, type Loans } from '../service.ts';
import { applyChanges, type Change } from './apply.ts';
import type { LoanBooks } from './loan-books.ts';
import { nextRow, priceIn, pricePayment, type PricePayment } from './membership-price.ts';
import { postPrice, type NewPayment } from './write.ts';

/** Money reported for a loan by a network, bank or provider. */
export interface IncomingPayment {
  readonly loanId: number;
  /** Positive. */
  readonly amount: Centavos;
  /** Reporting system; with the reference it identifies the payment permanently. */
  readonly source: string;
  readonly reference: string;
  /** Value date of the money, except for the part in `priced`. */
  readonly valueDate: CalendarDate;
  /** Part that counts from the day on which its request was priced. */
  readonly priced?: NonNullable<Payment['priced']>;
  /** Instalments the customer chose; absent to pay the oldest first. */
  readonly instalments?: readonly number[];
  /** True if it is meant to settle the whole loan. */
  readonly isPayoff?: boolean;
  /** Effect of a prepayment on the remaining instalments. */
  readonly prepayment?: PrepaymentMode;
  /** Settlement offer that it names: the action's id. */
  readonly offer?: string;
  /** True if it is meant for the price of the loan's membership. */
  readonly isForMembership?: boolean;
}

interface ReceivedPayment {
  readonly publicId: string;
  readonly paymentId: number;
  /** False if this payment had been reported before; then nothing was done. */
  readonly isNew: boolean;
  readonly loanState: LoanState;
  /** Resulting books; undefined if it had been reported before. */
  readonly books?: LoanBooks;
  /** Centavos of it that paid the price of the loan's membership. */
  readonly price: Centavos;
}

/** Payment that cannot be booked: its loan was never paid out, or it contradicts an earlier report. */
export class PaymentRefused extends Error {}

/** Data for booking payments, read behind their loans' locks. */
export interface ReadForPayments {
  readonly loans: readonly Loan[];
  readonly names: readonly NameRow[];
}

interface NameRow {
  readonly row: number;
  /** Earlier payment under the same name, if any. */
  readonly earlier: {
    readonly id: number;
    readonly public_id: string;
    readonly loan_id: number;
    readonly amount: number;
  } | null;
}

type Named = Pick<IncomingPayment, 'source' | 'reference'>;

/**
 * Books money for loans, idempotently per reported payment: payments, allocations, ledger, and the end of a
 * fully paid loan. An excess, or any payment after the end, is the customer's credit. The number of
 * statements does not grow with the number of payments.
 * @returns the use of each payment, in order
 * @throws PaymentRefused when a loan was not paid out, or a reference belongs to another payment; Error when
 * a loan occurs twice
 */
export async function receivePayments(
  tx: Tx,
  deps: BookingDependencies,
  incoming: readonly IncomingPayment[],
): Promise<readonly ReceivedPayment[]> {
  if (incoming.length === 0) return [];
  const loans = incoming.map(({ loanId }) => loanId);
  return bookPayments(tx, deps, await readForPayments(tx, loans, incoming), incoming);
}

/** {@link receivePayments} for one payment. */
export async function receivePayment(
  tx: Tx,
  deps: BookingDependencies,
  incoming: IncomingPayment,
): Promise<ReceivedPayment> {
  const [received] = await receivePayments(tx, deps, [incoming]);
  if (!received) throw new Error('each payment is answered');
  return received;
}

/** Locks the loans and reads the data for booking their payments. */
export async function readForPayments(
  tx: Tx,
  which: Loans,
  incoming: readonly Named[],
): Promise<ReadForPayments> {
  // Rows are allocated behind the locks, so that a loan's payments have rows in their order.
  const [loans, names] = await pipeline(tx, [(on) => lockedLoans(on, which), (on) => namesOf(on, incoming)]);
  return { loans, names };
}

/** {@link receivePayments} with the data of {@link readForPayments}. */
export async function bookPayments(
  tx: Tx,
  deps: BookingDependencies,
  { loans, names }: ReadForPayments,
  incoming: readonly IncomingPayment[],
): Promise<readonly ReceivedPayment[]> {
  const byId = new Map(loans.map((loan) => [loan.id, loan]));
  if (byId.size < incoming.length) throw new Error('a loan comes once in a batch of payments');
  const received: Booking[] = [];
  for (const [index, each] of incoming.entries()) {
    const [loan, name] = [byId.get(each.loanId), names[index]];
    if (!loan || !name) throw new Error(`there is no loan ${each.loanId}`);
    if (name.earlier === null) refuseUnlessTaken(loan);
    received.push(
      name.earlier === null
        ? await bookingOf(tx, deps, loan, name.row, each)
        : receivedBefore(each, loan, name.earlier),
    );
  }
  const booked = received.flatMap(({ change }) => change ?? []);
  const changed = await applyChanges(tx, deps, booked, {
    payments: booked.flatMap(({ payment, price }) => (price ? [price, payment] : [payment])),
    events: booked.map(({ before, payment }) => eventOf(before, payment, deps.clock.now())),
  });
  for (const { before, payment, price, isMeant } of booked) {
    if (!price) continue;
    await postPrice(tx, before, { ...price, row: payment.row }, deps.clock.now());
    await deps.followers.membershipPaid(tx, deps, before, price.price, isMeant);
  }
  return received.map(({ change, ...each }) => {
    const now = change && changed[booked.indexOf(change)];
    return now ? { ...each, loanState: now.state, books: now.books } : each;
  });
}

interface Booking extends ReceivedPayment {
  /** Absent if the payment had been reported before. */
  readonly change?: Change & {
    readonly payment: NewPayment;
    /** Part that pays the membership's price. */
    readonly price: PricePayment | undefined;
    readonly isMeant: boolean;
  };
}

/**
 * Booking of an incoming payment together with the part that pays the membership's price; both are one change
 * of the books.
 */
async function bookingOf(
  tx: Tx,
  deps: BookingDependencies,
  loan: Loan,
  row: number,
  { isForMembership: isMeant = false, ...given }: IncomingPayment,
): Promise<Booking> {
  const { valueDate, instalments: chosen = [] } = given;
  const { instalments: _chosen, ...forOldest } = given;
  // A debit may have been sent before the agreement.
  const incoming = chosen.length > 0 && areReplaced(loan, chosen, valueDate) ? forOldest : given;
  const id = deps.random.token();
  const today = localDate(deps.clock.now(), loan.country);
  const due = priceIn(loan, { ...incoming, row, id }, isMeant, today);
  const about = { loan, price: due, valueDate };
  // Money leaving the loan is reserved before the day's money is used, so its row comes first.
  const price = due > 0 ? await pricePayment(tx, deps, about, row) : undefined;
  const payment = { ...incoming, id, row: price ? await nextRow(tx) : row };
  const change = {
    before: loan,
    after: withNewPayments(loan, price ? [price, payment] : [payment]),
    kind: 'payment-received',
    causedBy: payment.row,
    valueDate,
    meant: given.instalments,
    payment,
    price,
    isMeant,
  } as const;
  return { publicId: id, paymentId: payment.row, isNew: true, loanState: loan.state, price: due, change };
}

/** Allocates rows for the payments and finds earlier payments under their names. */
async function namesOf(tx: Tx, incoming: readonly Named[]): Promise<readonly NameRow[]> {
  const { rows } = await sql<NameRow>`
    select nextval('payment_id_seq') as row, (
      select json_build_object('id', p.id, 'public_id', p.public_id, 'loan_id', p.loan_id, 'amount', p.amount)
      from payment p where p.source = named.source and p.reference = named.reference) as earlier
    from (values ${sql.join(incoming.map(({ source, reference }) => sql`(${source}, ${reference})`))})
      as named (source, reference)
  `.execute(tx);
  return rows;
}

function receivedBefore(
  { loanId, amount, source }: IncomingPayment,
  { state }: Loan,
  earlier: NonNullable<NameRow['earlier']>,
): ReceivedPayment {
  if (earlier.loan_id !== loanId || earlier.amount !== amount)
    throw new PaymentRefused(`${source} reports another payment under a reference it has used`);
  return { publicId: earlier.public_id, paymentId: earlier.id, isNew: false, loanState: state, price: ZERO };
}

function refuseUnlessTaken({ state, withdrawal, paidOutAt, payments }: Loan): void {
  // After the loan has been returned, any further payment is the customer's credit.
  const wasPaid = paidOutAt === null && payments.length > 0;
  const isUndone = state === 'canceled' && (withdrawal?.state === 'returned' || wasPaid);
  if (state !== 'approved' && state !== 'finished' && !isUndone)
    throw new PaymentRefused(`a loan in ${state} takes no payment`);
}

function eventOf({ id, country, customerId }: Loan, { amount, source }: NewPayment, at: Date): Event {
  return { at, country, kind: 'payment-received', customerId, loanId: id, detail: { amount, source } };
}

/** Use of one payment's money when it was booked. Amounts in centavos. */
export interface PaymentUse {
  /** Amount that covered the payment's purpose or a shortfall. */
  readonly needed: Centavos;
  /** Amount not needed for the purpose: credit, used at once or held. */
  readonly credited: Centavos;
  /** Part of `credited` that paid other due instalments at once. */
  readonly used: readonly { readonly number: number; readonly amount: Centavos }[];
  /** Part of `credited` that is held. */
  readonly held: Centavos;
  /** `held` went on to the customer's present loan. */
  readonly isMoved?: boolean;
  /** Next due date on which credit pays; null when nothing waits. */
  readonly nextOn: CalendarDate | null;
  /** First open instalment. */
  readonly next: number | undefined;
}

/**
 * Computes the use of a payment.
 * @param meant intended instalments; absent for all
 * @param books the loan's books afterwards; absent when the payment had been booked before
 */
export function paymentUse(
  paymentId: string,
  meant: readonly number[] | undefined,
  books: LoanBooks | undefined,
): PaymentUse {
  const allocation = books?.allocations.find((each) => each.paymentId === paymentId);
  const parts = (allocation?.parts ?? []).map(({ number, dues }) => ({ number, amount: totalDues(dues) }));
  // A returned loan needs every payment, regardless of its purpose.
  const isElsewhere = (number: number) =>
    books?.isReturned !== true && meant !== undefined && !meant.includes(number);
  const used = parts.filter(({ number }) => isElsewhere(number));
  const madeUp = allocation?.madeUp ?? ZERO;
  const held = subtract(allocation?.excess ?? ZERO, madeUp);
  const usedInAll = sum(used.map(({ amount }) => amount));
  return {
    needed: add(madeUp, sum(parts.filter((part) => !used.includes(part)).map(({ amount }) => amount))),
    credited: add(held, usedInAll),
    used,
    held,
    nextOn: books?.creditDueOn ?? null,
    next: books?.nextOpen,
  };
}
