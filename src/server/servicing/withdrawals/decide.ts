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
  withdrawBeforePayOut,
  type StoredBasicPlan,
} from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { endMembership } from './end-membership.ts';
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
  /** The money in favour has just paid the loan off: nothing has to come back. */
  readonly isPaidOff: boolean;
  /** Centavos of money in favour of another loan by which `returnAmount` is less. */
  readonly returnCredit: number;
  /** The last day on which it may come back. */
  readonly returnBy: CalendarDate | null;
  /** What ending the membership alone did; null where none was ended, and of a loan of before memberships had a price. */
  readonly ending: Pick<Ending, 'plan' | 'inFavour' | 'owed'> | null;
  /** The plan that a loan that was withdrawn from goes on with if its money does not come back; null for the agreed one. */
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
  // All at once, in their order: money in favour may move from the earlier ones.
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
  const askedOn = await dayAsked(tx, request);
  if (askedOn > lastDay) return { ...found, state: 'refused', refusal: 'late', until: formatDate(lastDay) };
  if (await withdrawBeforePayOut(tx, deps, loan.id)) return { ...found, state: 'canceled' };
  const earlier = await openReturn(tx, loan.id);
  if (earlier !== undefined)
    return { ...found, state: 'refused', refusal: 'already', until: formatDate(earlier) };
  // Paid out, or handed to the rail and not to be called back. What is in favour of an earlier loan counts at once.
  await moveCredit(tx, deps, request.customer_id);
  const locked = await lockedLoan(tx, loan.id);
  const left = larger(ZERO, notReturned(locked));
  // With a discount less may pay the loan off than was delivered.
  const isPaidOff = left > 0 && locked.state === 'finished';
  // What came with the loan goes with it, whether the money comes back in time or not. The money in favour may have
  // just paid the loan off, and another loan may have a membership of its own.
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
 * The membership ends now. The loan goes over to the plan without it where that was asked for within the term, and goes
 * on as agreed otherwise (docs/product/rights.md#ending-the-membership).
 */
async function endAlone(tx: Tx, deps: Dependencies, request: Confirmed): Promise<Decision> {
  const endedOn = await dayAsked(tx, request);
  const loan = await loanWithMembership(tx, request.customer_id, endedOn);
  if (!loan) return { ...nothing, state: 'refused', refusal: 'no-membership' };
  await lockLoans(tx, [loan.id]);
  const membership = await membershipOfLoan(tx, loan.id);
  const ending = membership ? await endingOf(tx, deps, membership, endedOn) : null;
  await endMembership(tx, deps, { ...endOf(request, loan.id), endedOn, isUndone: false });
  return { ...nothing, state: 'ended', loanId: loan.id, ending };
}

const endOf = ({ id, customer_id }: Confirmed, loanId: number) => ({
  loanId,
  customerId: customer_id,
  withdrawalId: id,
});
