import { sql } from 'kysely';
import { localDate } from '../../../countries/local-time.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { WithdrawalRefusal } from '../../../countries/messages/withdrawal-messages.ts';
import { returnUntil, withdrawalUntil } from '../../../countries/law/withdrawal-window.ts';
import { formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { larger, ZERO } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { moveCredit } from '../../loans/books/service.ts';
import { endingOf, membershipOfLoan, type Ending } from '../memberships/service.ts';
import {
  basicPlanOf,
  creditMovedTo,
  lockedLoan,
  lockLoans,
  notReturned,
  withdrawBeforePayout,
  type StoredBasicPlan,
} from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { endMembership } from './end-membership.ts';
import { dayAsked, loanToWithdraw, loanWithMembership, openReturn } from './queries.ts';

export interface Decision {
  readonly state: 'canceled' | 'ended' | 'return-due' | 'refused';
  readonly loanId: number | null;
  readonly refusal: WithdrawalRefusal | '';
  /** Last day of the right, or of the return, DD-MM-YYYY; '' without one. */
  readonly until: string;
  /** Centavos; null unless money must be returned. */
  readonly returnAmount: number | null;
  /** The credit has just paid off the loan, so nothing must be returned. */
  readonly isPaidOff: boolean;
  /** Centavos that another loan's credit deducts from `returnAmount`. */
  readonly returnCredit: number;
  readonly returnBy: CalendarDate | null;
  /** Effects of ending only the membership; null if none ended, or if the loan predates membership prices. */
  readonly ending: Pick<Ending, 'plan' | 'inFavour' | 'owed'> | null;
  /** Plan of a withdrawn loan if its money is not returned; null for the agreed one. */
  readonly plan: StoredBasicPlan | null;
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
  isPaidOff: false,
  returnCredit: 0,
  returnBy: null,
  ending: null,
  plan: null,
} as const;

export function decide(tx: Tx, deps: Dependencies, request: Confirmed): Promise<Decision> {
  return request.kind === 'membership' ? endAlone(tx, deps, request) : withdraw(tx, deps, request);
}

async function withdraw(tx: Tx, deps: Dependencies, request: Confirmed): Promise<Decision> {
  const { country } = request;
  // Locked all at once, in id order, because credit may move from the earlier ones.
  await lockLoans(tx, sql`select id from loan where customer_id = ${request.customer_id}`);
  const loan = await loanToWithdraw(tx, request.customer_id, request.asked_loan);
  if (!loan) return { ...nothing, state: 'refused', refusal: 'no-loan' };
  const found = { ...nothing, loanId: loan.id };
  if (loan.state === 'canceled' || loan.state === 'finished')
    return { ...found, state: 'refused', refusal: loan.state };
  const available = loan.disbursed_at ? localDate(loan.disbursed_at, country) : undefined;
  const now = deps.clock.now();
  const known = deps.holidays.knownSince(country, loan.created_at, now);
  const lastDay = withdrawalUntil(country, localDate(loan.created_at, country), available, known);
  const askedOn = await dayAsked(tx, deps, request);
  if (askedOn > lastDay) return { ...found, state: 'refused', refusal: 'late', until: formatDate(lastDay) };
  if (await withdrawBeforePayout(tx, deps, loan.id)) return { ...found, state: 'canceled' };
  const earlier = await openReturn(tx, loan.id);
  if (earlier !== undefined)
    return { ...found, state: 'refused', refusal: 'already', until: formatDate(earlier) };
  // Paid out, or submitted to the rail and no longer cancelable. Credit of an earlier loan counts at once.
  await moveCredit(tx, deps, request.customer_id);
  const locked = await lockedLoan(tx, loan.id);
  const left = larger(ZERO, notReturned(locked));
  // A discount lets less than the delivered amount pay off the loan.
  const isPaidOff = left > 0 && locked.state === 'finished';
  // The membership ends with its loan even if the money does not come back in time. Credit may have just paid
  // off the loan, and another loan may have its own membership.
  if (loan.is_membership)
    await endMembership(tx, deps, { ...endOf(request, loan.id), endedOn: askedOn, isUndone: true });
  const returnBy = returnUntil(country, localDate(now, country), deps.holidays.knownAt(country, now));
  const until = formatDate(returnBy);
  const basic = await basicPlanOf(tx, loan.id);
  return {
    ...found,
    state: 'return-due',
    returnAmount: isPaidOff ? ZERO : left,
    isPaidOff,
    returnCredit: creditMovedTo(locked),
    returnBy,
    until,
    plan: basic?.isInForce === true ? basic : null,
  };
}

/**
 * Ends the membership now. The loan moves to the plan without it if the request was within the free period,
 * and otherwise continues as agreed (docs/product/rights.md#ending-the-membership).
 */
async function endAlone(tx: Tx, deps: Dependencies, request: Confirmed): Promise<Decision> {
  const endedOn = await dayAsked(tx, deps, request);
  const loan = await loanWithMembership(tx, request.customer_id, endedOn);
  if (!loan) return { ...nothing, state: 'refused', refusal: 'no-membership' };
  await lockLoans(tx, [loan.id]);
  const membership = await membershipOfLoan(tx, loan.id);
  const ending = membership ? await endingOf(tx, deps, membership, endedOn) : null;
  await endMembership(tx, deps, { ...endOf(request, loan.id), endedOn, isUndone: false });
  return { ...nothing, state: 'ended', loanId: loan.id, ending };
}

/** Effects of confirming a request to end a membership now; null if there is none to end. */
export async function endingOfRequest(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'holidays'>,
  request: Confirmed,
): Promise<Ending | null> {
  const askedOn = await dayAsked(tx, deps, request);
  const loan = await loanWithMembership(tx, request.customer_id, askedOn);
  const membership = loan && (await membershipOfLoan(tx, loan.id));
  return membership ? endingOf(tx, deps, membership, askedOn) : null;
}

const endOf = ({ id, customer_id }: Confirmed, loanId: number) => ({
  loanId,
  customerId: customer_id,
  withdrawalId: id,
});
