import { sql } from 'kysely';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import type { Centavos } from '../../../domain/money.ts';
import type { PrepaymentMode } from '../../../domain/standing/prepayment.ts';
import type { Payment } from '../../../domain/standing/replay.ts';
import type { Dependencies } from '../../dependencies.ts';
import { write, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { changeBooks } from './change-books.ts';
import { lockLoan, type LoanBooks, type LockedLoan } from './loan-books.ts';

/** Money that a network, bank or provider reports for a loan. */
export interface IncomingPayment {
  readonly loanId: number;
  /** Positive. */
  readonly amount: Centavos;
  /** Who reports it; with the reference it names the payment for ever. */
  readonly source: string;
  readonly reference: string;
  /** The day on which the money counts. */
  readonly valueDate: CalendarDate;
  /** The instalments the customer chose; absent for the oldest first. */
  readonly instalments?: readonly number[];
  /** Meant to settle the whole loan. */
  readonly isPayoff?: boolean;
  /** Paid ahead: what becomes of the instalments to come. */
  readonly prepayment?: PrepaymentMode;
}

export interface ReceivedPayment {
  readonly publicId: string;
  /** Its row. */
  readonly paymentId: number;
  /** False when this payment had been reported before: then nothing was done. */
  readonly isNew: boolean;
  /** The loan's state now. */
  readonly loanState: LoanState;
  /** The books that it leads to; undefined for one that had been reported before. */
  readonly books?: LoanBooks;
}

/** A payment that cannot be booked: its loan was never paid out, or it contradicts an earlier report. */
export class PaymentRefused extends Error {}

/** What booking needs: it tells the customer when a withdrawal has come to its end. */
export type PaymentDependencies = Pick<Dependencies, 'clock' | 'random' | 'vault' | 'jobs' | 'config'>;

/**
 * Books money for a loan, once however often it is reported: payment, what it covers, ledger, and the end
 * of the loan when nothing is owed any more. Paid too much, the rest is the customer's credit; paid after
 * the end, all of it is.
 * @throws PaymentRefused when the loan was not paid out, or the same reference names another payment
 */
export async function receivePayment(
  tx: Tx,
  deps: PaymentDependencies,
  incoming: IncomingPayment,
): Promise<ReceivedPayment> {
  return bookPayment(tx, deps, await readForPayment(tx, incoming), incoming);
}

/** The loan, locked, and the payment that came under the same name before, if one did. */
export interface ReadForPayment {
  readonly loan: LockedLoan;
  readonly earlier: EarlierPayment | undefined;
  /** A free row for the payment. */
  readonly paymentId: number;
}

/** Locks the loan and reads what booking a payment depends on. */
export async function readForPayment(
  tx: Tx,
  incoming: Pick<IncomingPayment, 'loanId' | 'source' | 'reference'>,
): Promise<ReadForPayment> {
  // The row is taken behind the loan's lock, so that the rows of a loan's payments are in their order.
  const [loan, earlier, paymentId] = await Promise.all([
    lockLoan(tx, incoming.loanId),
    earlierPayment(tx, incoming),
    freePaymentId(tx),
  ]);
  return { loan, earlier, paymentId };
}

/** {@link receivePayment} with what {@link readForPayment} has read. */
export async function bookPayment(
  tx: Tx,
  deps: PaymentDependencies,
  { loan, earlier, paymentId }: ReadForPayment,
  incoming: IncomingPayment,
): Promise<ReceivedPayment> {
  if (earlier !== undefined) {
    if (earlier.loan_id !== incoming.loanId || earlier.amount !== incoming.amount)
      throw new PaymentRefused(`${incoming.source} reports another payment under a reference it has used`);
    return { publicId: earlier.public_id, paymentId: earlier.id, isNew: false, loanState: loan.state };
  }
  // Given back already, what comes on top is the customer's.
  const isUndone = loan.state === 'canceled' && loan.withdrawal?.state === 'returned';
  if (loan.state !== 'approved' && loan.state !== 'finished' && !isUndone) {
    throw new PaymentRefused(`a loan in ${loan.state} takes no payment`);
  }
  const publicId = deps.random.token();
  await insertPayment(tx, paymentId, incoming, publicId, deps.clock.now());
  const payments: Payment[] = [...loan.payments, { ...incoming, id: publicId }];
  const [{ books, loanState }] = await Promise.all([
    changeBooks(tx, deps, loan, {
      payments,
      kind: 'payment-received',
      rowOf: new Map([...loan.paymentIds, [publicId, paymentId]]),
      causedBy: paymentId,
      valueDate: incoming.valueDate,
    }),
    recordEvent(tx, {
      at: deps.clock.now(),
      country: loan.country,
      kind: 'payment-received',
      customerId: loan.customerId,
      loanId: loan.id,
      detail: { amount: incoming.amount },
    }),
  ]);
  return { publicId, paymentId, isNew: true, loanState, books };
}

type EarlierPayment = NonNullable<Awaited<ReturnType<typeof earlierPayment>>>;

function earlierPayment(tx: Tx, { source, reference }: Pick<IncomingPayment, 'source' | 'reference'>) {
  return tx
    .selectFrom('payment')
    .select(['id', 'public_id', 'loan_id', 'amount'])
    .where('source', '=', source)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

async function freePaymentId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('payment_id_seq') as id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a select without a from gives one row');
  return row.id;
}

async function insertPayment(
  tx: Tx,
  id: number,
  incoming: IncomingPayment,
  publicId: string,
  now: Date,
): Promise<void> {
  const {
    loanId,
    source,
    reference,
    amount,
    valueDate,
    instalments,
    isPayoff = false,
    prepayment,
  } = incoming;
  const insert = sql`
    insert into payment (id, public_id, loan_id, source, reference, amount, value_date, instalments, is_payoff,
      prepayment, received_at)
    overriding system value
    values (${id}, ${publicId}, ${loanId}, ${source}, ${reference}, ${amount}, ${valueDate},
      ${instalments ? [...instalments] : null}, ${isPayoff}, ${prepayment ?? null}, ${now})`;
  await write(tx, insert.compile(tx));
}
