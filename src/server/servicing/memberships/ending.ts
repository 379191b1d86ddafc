import { withdrawalUntil } from '../../../countries/law/withdrawal-window.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { unusedPart } from '../../../domain/membership.ts';
import { add, centavos, larger, negate, subtract, ZERO, type Centavos } from '../../../domain/money.ts';
import type { Charge } from '../../../domain/schedule.ts';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import { changePlan } from '../../loans/books/service.ts';
import { basicPlanOf, type StoredBasicPlan } from '../../loans/service.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { closeOfFormerPlan } from '../payments/service.ts';
import { netAndTax } from './posting.ts';
import { membershipOfLoan, type MembershipRow } from './queries.ts';

type Calendar = Pick<Dependencies, 'clock' | 'holidays'>;

/** Effects of ending a membership. Amounts in centavos. */
export interface Ending {
  /** Last day on which ending is free and moves the loan to its basic plan. */
  readonly freeUntil: CalendarDate;
  /** Resulting plan of the loan; undefined if it keeps the agreed one. */
  readonly plan: StoredBasicPlan | undefined;
  /** Part of the price already paid that becomes credit. */
  readonly inFavour: Centavos;
  /** Part of the price still owed afterwards. */
  readonly owed: Centavos;
}

/** Computes the effects of ending a membership now, for a request made on `askedOn`. Read-only. */
export async function endingOf(
  db: Queryable,
  deps: Calendar,
  membership: MembershipRow,
  askedOn: CalendarDate,
): Promise<Ending> {
  const plan = await basicPlanOf(db, membership.loan_id);
  const freeUntil = freeUntilOf(deps, membership);
  const owed = subtract(centavos(membership.owed), givenUpOn(deps, membership, askedOn));
  return {
    freeUntil,
    plan: plan && changesPlan(deps, membership, plan, askedOn) ? plan : undefined,
    inFavour: larger(ZERO, negate(owed)),
    owed: larger(ZERO, owed),
  };
}

/** Part of the price no longer owed when the membership ends on `endedOn`. */
export function unusedOf(deps: Calendar, membership: MembershipRow, endedOn: CalendarDate): Charge {
  const { country, currency, disbursed_at, last_due_date } = membership;
  if (disbursed_at === null) return netAndTax(membership);
  const startsOn = localDate(disbursed_at, country);
  const term = { startsOn, endsOn: last_due_date, currency };
  return unusedPart(netAndTax(membership), term, endedOn, freeUntilOf(deps, membership));
}

/**
 * Moves the loan of a membership that was ended in its free period to the basic plan, and expires open
 * payments priced by the other plan.
 */
export async function changePlanOfEnded(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
  endedOn: CalendarDate,
): Promise<void> {
  const membership = await membershipOfLoan(tx, loanId);
  const plan = await basicPlanOf(tx, loanId);
  if (!membership || !plan || !changesPlan(deps, membership, plan, endedOn)) return;
  await closeOfFormerPlan(tx, loanId, deps.clock.now());
  await changePlan(tx, deps, loanId, endedOn);
}

/**
 * Moves a reopened loan to its basic plan if its membership had ended free of charge; while it was paid off,
 * its plan did not change.
 */
export async function changePlanOfReopened(tx: Tx, deps: BookingDependencies, loanId: number): Promise<void> {
  const membership = await membershipOfLoan(tx, loanId);
  if (!membership || membership.ended_at === null) return;
  const { price, returned, waived, ended_at, country } = membership;
  if (returned - waived < price) return;
  await changePlan(tx, deps, loanId, localDate(ended_at, country));
}

/**
 * False for a loan that is paid off, or that had an instalment fall due while the request waited for the
 * lender.
 */
function changesPlan(
  deps: Calendar,
  membership: MembershipRow,
  plan: StoredBasicPlan,
  askedOn: CalendarDate,
): boolean {
  const { country, disbursed_at, loan_state } = membership;
  if (plan.isInForce || loan_state === 'finished' || loan_state === 'canceled') return false;
  if (askedOn > freeUntilOf(deps, membership)) return false;
  return disbursed_at === null || localDate(deps.clock.now(), country) < plan.firstDueDate;
}

/** Last day of the free period, which is the loan's withdrawal period. */
export function freeUntilOf({ clock, holidays }: Calendar, membership: MembershipRow): CalendarDate {
  const { country, agreed_at, disbursed_at } = membership;
  const known = holidays.knownSince(country, agreed_at, clock.now());
  const availableOn = disbursed_at === null ? undefined : localDate(disbursed_at, country);
  return withdrawalUntil(country, localDate(agreed_at, country), availableOn, known);
}

/** Part of the price still to be waived, tax included. */
function givenUpOn(deps: Calendar, membership: MembershipRow, endedOn: CalendarDate): Centavos {
  if (membership.charge_state === null) return ZERO;
  const { net, tax } = unusedOf(deps, membership, endedOn);
  const [returnedNet, returnedTax] = [
    centavos(membership.returned - membership.returned_tax),
    centavos(membership.returned_tax),
  ];
  return add(larger(ZERO, subtract(net, returnedNet)), larger(ZERO, subtract(tax, returnedTax)));
}
