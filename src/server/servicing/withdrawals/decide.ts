import { localDate } from '../../../countries/local-time.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { WithdrawalRefusal } from '../../../countries/messages/withdrawal-messages.ts';
import { returnUntil, withdrawalUntil } from '../../../countries/law/withdrawal-window.ts';
import { formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { larger, ZERO } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { moveCredit } from '../../loans/books/service.ts';
import { creditMovedTo, lockedLoan, notReturned, withdrawBeforePayOut } from '../../loans/service.ts';
import { giveBackMembership } from '../memberships/service.ts';
import type { Tx } from '../../platform/database.ts';
import { dayAsked, loanToWithdraw, loanWithMembership, openReturn } from './queries.ts';

/** What is decided of a confirmed request. */
export interface Decision {
  readonly state: 'canceled' | 'ended' | 'return-due' | 'refused';
  readonly loanId: number | null;
  readonly refusal: WithdrawalRefusal | '';
  /** The last day of the right, or of the return, DD-MM-YYYY; '' where there is none. */
  readonly until: string;
  /** Centavos; null unless money has to come back. */
  readonly returnAmount: number | null;
  /** Centavos of money in favour of another loan by which `returnAmount` is less. */
  readonly returnCredit: number;
  /** The last day on which it may come back. */
  readonly returnBy: CalendarDate | null;
}

export interface Confirmed {
  readonly id: number;
  readonly country: CountryCode;
  readonly kind: string;
  readonly customer_id: number;
  readonly asked_loan: string;
  readonly requested_at: Date;
}

const nothing = {
  loanId: null,
  refusal: '',
  until: '',
  returnAmount: null,
  returnCredit: 0,
  returnBy: null,
} as const;

export function decide(tx: Tx, deps: Dependencies, request: Confirmed): Promise<Decision> {
  return request.kind === 'membership' ? endMembership(tx, deps, request) : withdraw(tx, deps, request);
}

async function withdraw(tx: Tx, deps: Dependencies, request: Confirmed): Promise<Decision> {
  const { country } = request;
  const loan = await loanToWithdraw(tx, request.customer_id, request.asked_loan);
  if (!loan) return { ...nothing, state: 'refused', refusal: 'no-loan' };
  const found = { ...nothing, loanId: loan.id };
  if (loan.state === 'canceled' || loan.state === 'finished')
    return { ...found, state: 'refused', refusal: loan.state };
  const available = loan.disbursed_at ? localDate(loan.disbursed_at, country) : undefined;
  const now = deps.clock.now();
  const known = deps.holidays.knownSince(country, loan.created_at, now);
  const lastDay = withdrawalUntil(country, localDate(loan.created_at, country), available, known);
  const askedOn = await dayAsked(tx, request);
  if (askedOn > lastDay) return { ...found, state: 'refused', refusal: 'late', until: formatDate(lastDay) };
  if (await withdrawBeforePayOut(tx, deps, loan.id)) return { ...found, state: 'canceled' };
  const earlier = await openReturn(tx, loan.id);
  if (earlier !== undefined)
    return { ...found, state: 'refused', refusal: 'already', until: formatDate(earlier) };
  // Paid out, or handed to the rail and not to be called back. What is in favour of an earlier loan counts at once.
  await moveCredit(tx, deps, request.customer_id);
  const locked = await lockedLoan(tx, loan.id);
  const returnAmount = larger(ZERO, notReturned(locked));
  // What came with the loan goes with it, whether the money comes back in time or not. The money in favour may have
  // just paid the loan off, and another loan may have a membership of its own.
  if (loan.is_membership) await end(tx, deps, request, loan.id, askedOn);
  const returnBy = returnUntil(country, localDate(now, country), deps.holidays.knownAt(country, now));
  const until = formatDate(returnBy);
  return {
    ...found,
    state: 'return-due',
    returnAmount,
    returnCredit: creditMovedTo(locked),
    returnBy,
    until,
  };
}

/** The membership ends now; the loan goes on as agreed (docs/decisions/0003-membership-is-its-own-contract.md). */
async function endMembership(tx: Tx, deps: Dependencies, request: Confirmed): Promise<Decision> {
  const askedOn = await dayAsked(tx, request);
  const loan = await loanWithMembership(tx, request.customer_id, askedOn);
  if (!loan) return { ...nothing, state: 'refused', refusal: 'no-membership' };
  await end(tx, deps, request, loan.id, askedOn);
  return { ...nothing, state: 'ended', loanId: loan.id };
}

/** Ends the membership of a loan, once, and gives back what of its price is not owed. */
async function end(
  tx: Tx,
  deps: Dependencies,
  request: Confirmed,
  loanId: number,
  askedOn: CalendarDate,
): Promise<void> {
  const ended = await tx
    .insertInto('membership_end')
    .values({
      loan_id: loanId,
      customer_id: request.customer_id,
      withdrawal_id: request.id,
      ended_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.column('loan_id').doNothing())
    .returning('loan_id')
    .executeTakeFirst();
  if (ended) await giveBackMembership(tx, deps, loanId, askedOn);
}
