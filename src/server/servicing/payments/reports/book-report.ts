import { sql } from 'kysely';
import type { LoanState } from '../../../../domain/loan-state.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import {
  bookPayments,
  moveCredit,
  PaymentRefused,
  paymentUse,
  type PaymentUse,
  type ReadForPayments,
} from '../../../loans/books/service.ts';
import { everyOpenPayment, loansById } from '../../../loans/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { closeRequests, type PaymentRequest } from '../queries.ts';
import {
  decideForLoan,
  decideForRequest,
  mayRemain,
  restOf,
  useWithPrice,
  type Decision,
  type PaymentReport,
  type ReportOutcome,
} from './decide.ts';
import type { NewsDetails } from './notify.ts';
import type { Requested } from './queries.ts';

/** Match of a report: its payment request, and the result of booking the money on the loan. */
export interface Matched {
  readonly request: PaymentRequest | undefined;
  readonly booked: Booked | undefined;
}

/** Result of booking reported money. */
export interface Booked extends Pick<NewsDetails, 'rest'> {
  readonly outcome: ReportOutcome;
  readonly paymentId: number;
  /** The loan's state now. */
  readonly loanState: LoanState;
  readonly use: PaymentUse;
  /** Numbers of the loan's instalments that are settled. */
  readonly settled: readonly number[];
  /** Payments of the loan in progress before, by row. */
  readonly underWay: ReadonlySet<number>;
}

/** Books reported money on the requested payment; matches none without a request, or of another country. */
export async function bookRequested(
  tx: Tx,
  deps: BookingDependencies,
  requested: Requested | undefined,
  report: PaymentReport,
  now: Date,
): Promise<Matched> {
  const [loan] = requested?.read.loans ?? [];
  if (!requested || !loan || !isMeant(requested.request, report))
    return { request: undefined, booked: undefined };
  const { read, request } = requested;
  return { request, booked: await book(tx, deps, read, decideForRequest(report, request, loan, now)) };
}

/** True if the money is of the request's country and currency. */
export function isMeant(request: PaymentRequest, report: PaymentReport): boolean {
  return request.country === report.country && request.currency === report.currency;
}

/** Books reported money on a loan without a payment request. */
export async function bookOnLoan(
  tx: Tx,
  deps: BookingDependencies,
  read: ReadForPayments,
  report: PaymentReport,
): Promise<Booked | undefined> {
  const [loan] = read.loans;
  return loan && book(tx, deps, read, decideForLoan(report, loan, deps.clock.now()));
}

/** @returns undefined when the loan takes no payment */
async function book(
  tx: Tx,
  deps: BookingDependencies,
  read: ReadForPayments,
  decision: Decision,
): Promise<Booked | undefined> {
  const { loan, payment } = decision;
  try {
    const [received] = await bookPayments(tx, deps, read, [payment]);
    if (!received) return undefined;
    const { publicId, paymentId, books, loanState, price } = received;
    const use = useWithPrice(price, paymentUse(publicId, payment.instalments, books));
    const outcome = decision.outcomeOf(use);
    // Credit of an ended loan goes to the active one, no matter which payment it remains from.
    const hasEndedWithCredit = loanState !== 'approved' && (books?.credit ?? 0) > 0;
    const hasMoved = hasEndedWithCredit && (await moveCredit(tx, deps, loan.customerId));
    const [after] = mayRemain(decision, outcome) ? await loansById(tx, [loan.id]) : [];
    return {
      outcome,
      paymentId,
      loanState,
      use: { ...use, isMoved: hasMoved && use.held > 0 },
      settled: books?.settled ?? [],
      underWay: new Set(everyOpenPayment(loan).map(({ id }) => id)),
      rest: after && restOf(decision, outcome, after, deps.clock.now()),
    };
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  }
}

/**
 * Expires open payments of the same instalments: an owner's payment expires any of them, a stranger's payment
 * expires other strangers'. A stranger's expires the owner's only if nothing is left to pay.
 */
export async function closeOverlapping(
  tx: Tx,
  { id, loanId, isOwners }: PaymentRequest,
  { settled, underWay }: Pick<Booked, 'settled' | 'underWay'>,
  now: Date,
): Promise<void> {
  if (![...underWay].some((each) => each !== id)) return;
  const isPaid = sql<boolean>`not exists (select from payment_request_instalment left_over
    where left_over.request_id = r.id and left_over.instalment <> all(${[...settled]}::smallint[]))`;
  const others = await tx
    .selectFrom('payment_request_instalment as other')
    .innerJoin('payment_request_instalment as own', (join) =>
      join.onRef('own.loan_id', '=', 'other.loan_id').onRef('own.instalment', '=', 'other.instalment'),
    )
    .innerJoin('payment_request as r', 'r.id', 'other.request_id')
    .select('r.id')
    .distinct()
    .where('own.request_id', '=', id)
    .where('other.loan_id', '=', loanId)
    .where('other.is_open', '=', true)
    // Card charges in progress stay open until the gateway's answer.
    .where('r.state', '=', 'open')
    .where('r.id', '<>', id)
    .where((eb) => eb.or([eb.val(isOwners), eb('r.is_owners', '=', false), isPaid]))
    .execute();
  const ids = others.map((other) => other.id);
  if (ids.length > 0) await closeRequests(tx, ids, 'expired', now);
}
