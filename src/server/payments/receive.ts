import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { LoanState } from '../../domain/loan-state.ts';
import type { Centavos } from '../../domain/money.ts';
import type { PrepaymentMode } from '../../domain/prepayment.ts';
import type { Payment } from '../../domain/replay.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { booksOf, lockLoan } from './loan-books.ts';
import { progressLoan } from './loan-progress.ts';
import { rebook } from './rebook.ts';

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
  /** False when this payment had been reported before: then nothing was done. */
  readonly isNew: boolean;
  /** The loan's state now. */
  readonly loanState: LoanState;
}

/** A payment that cannot be booked: its loan was never paid out, or it contradicts an earlier report. */
export class PaymentRefused extends Error {}

/** What booking needs: it tells the customer when a withdrawal has come to its end. */
export type PaymentDependencies = Pick<Dependencies, 'clock' | 'chance' | 'vault' | 'jobs' | 'config'>;

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
  const loan = await lockLoan(tx, incoming.loanId);
  const earlier = await reportedBefore(tx, incoming);
  if (earlier !== undefined) return { publicId: earlier, isNew: false, loanState: loan.state };
  // Given back already, what comes on top is the customer's.
  const isUndone = loan.state === 'canceled' && loan.withdrawal?.state === 'returned';
  if (loan.state !== 'approved' && loan.state !== 'finished' && !isUndone) {
    throw new PaymentRefused(`a loan in ${loan.state} takes no payment`);
  }
  const publicId = deps.chance.token();
  const paymentId = await insertPayment(tx, incoming, publicId, deps.clock.now());
  const payments: Payment[] = [...loan.payments, { ...incoming, id: publicId }];
  const after = booksOf(loan, payments);
  await rebook(tx, deps, loan, {
    before: booksOf(loan, loan.payments),
    after,
    kind: 'payment-received',
    rowOf: new Map([...loan.paymentIds, [publicId, paymentId]]),
    causedBy: paymentId,
    valueDate: incoming.valueDate,
  });
  await recordEvent(tx, {
    at: deps.clock.now(),
    country: loan.country,
    kind: 'payment-received',
    customerId: loan.customerId,
    loanId: loan.id,
    detail: { amount: incoming.amount },
  });
  const loanState = await progressLoan(tx, deps, loan, { payments, books: after });
  return { publicId, isNew: true, loanState };
}

async function reportedBefore(tx: Tx, incoming: IncomingPayment): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment')
    .select(['public_id', 'loan_id', 'amount'])
    .where('source', '=', incoming.source)
    .where('reference', '=', incoming.reference)
    .executeTakeFirst();
  if (row && (row.loan_id !== incoming.loanId || row.amount !== incoming.amount)) {
    throw new PaymentRefused(`${incoming.source} reports another payment under a reference it has used`);
  }
  return row?.public_id;
}

async function insertPayment(
  tx: Tx,
  incoming: IncomingPayment,
  publicId: string,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('payment')
    .values({
      public_id: publicId,
      loan_id: incoming.loanId,
      source: incoming.source,
      reference: incoming.reference,
      amount: incoming.amount,
      value_date: incoming.valueDate,
      instalments: incoming.instalments ? [...incoming.instalments] : null,
      is_payoff: incoming.isPayoff ?? false,
      prepayment: incoming.prepayment ?? null,
      received_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
