import { COMPONENTS, type Dues, NO_DUES, addDues, subtractDues, totalDues } from './allocation.ts';
import { type CalendarDate, daysBetween } from '../calendar-date.ts';
import { type Centavos, ZERO, add, centavos, subtract, sum } from '../money.ts';
import type { LoanConditions } from './position.ts';
import type { Payment } from './payment.ts';
import type { InstalmentStanding, LoanStanding } from './standing.ts';

/** Difference between a standing and the rules of conservation. Amounts in centavos. */
type StandingFault = {
  readonly kind: 'standing' | 'payment' | 'accrual';
  /**
   * - standing: number of the instalment and component; no number for the loan as a whole
   * - payment: its id
   * - accrual: component
   */
  readonly subject: string;
  readonly expected: Centavos;
  readonly found: Centavos;
};

/**
 * Checks that every charge is paid, waived, moved or owed, that capital and payments add up, that rows of
 * an agreement ask the amounts moved into it, and that no interest was kept before it accrued
 * (docs/product/loan-and-money.md#conservation). Independent of the engine: it uses only the resulting
 * standing and recomputes from terms and payments. @returns faults; none for a standing that conserves
 * money
 */
export function auditStanding(
  loan: LoanConditions,
  payments: readonly Payment[],
  standing: LoanStanding,
): readonly StandingFault[] {
  return [
    ...standing.instalments.flatMap(instalmentFaults),
    ...capitalFaults(loan, standing),
    ...agreementFaults(standing),
    ...paymentFaults(payments, standing),
    ...coverFaults(standing),
    ...accrualFaults(loan, payments, standing),
  ];
}

/**
 * Checks each component of an instalment: nothing is negative, and all of it is paid, waived, moved or
 * owed.
 */
function instalmentFaults({
  number,
  charged,
  paid,
  waived,
  moved,
  dues,
  settledOn,
}: InstalmentStanding): StandingFault[] {
  const conserved = COMPONENTS.flatMap((component) => {
    const subject = `${number} ${component}`;
    const below = [charged, paid, waived, moved, dues]
      .map((each) => each[component])
      .find((amount) => amount < 0);
    if (below !== undefined) return [fault('standing', subject, ZERO, below)];
    const accounted = sum([paid, waived, moved, dues].map((each) => each[component]));
    return differing('standing', subject, charged[component], accounted);
  });
  const owed = totalDues(dues);
  const isSettled = settledOn !== null;
  return isSettled === (owed === 0)
    ? conserved
    : [...conserved, fault('standing', String(number), ZERO, owed)];
}

/**
 * Checks that capital charged equals the principal and the capital moved from earlier rows, and that a
 * settled loan has no instalment that owes anything.
 */
function capitalFaults(
  { schedule }: LoanConditions,
  { instalments, isSettled }: LoanStanding,
): StandingFault[] {
  const agreed = instalments.filter(({ isShortfall }) => !isShortfall);
  const owed = sum(instalments.map(({ dues }) => totalDues(dues)));
  const moved = sum(instalments.map((each) => each.moved.principal));
  return [
    ...differing(
      'standing',
      ' principal',
      add(schedule.principal, moved),
      sum(agreed.map(({ charged }) => charged.principal)),
    ),
    ...(isSettled === (owed === 0) ? [] : [fault('standing', '', ZERO, owed)]),
  ];
}

/** Checks for each agreement that carried amounts and capital of its rows equal the amounts moved into them. */
function agreementFaults({ instalments }: LoanStanding): StandingFault[] {
  const ids = new Set(instalments.flatMap(({ agreement, replacedBy }) => [agreement, replacedBy]));
  return [...ids].flatMap((id) => {
    if (id === null) return [];
    const moved = instalments.filter(({ replacedBy }) => replacedBy === id);
    const rows = instalments.filter(({ agreement }) => agreement === id);
    return COMPONENTS.flatMap((component) =>
      differing(
        'standing',
        `${id} ${component}`,
        sum(moved.map((each) => each.moved[component])),
        sum(rows.map(({ carried, charged }) => (component === 'principal' ? charged : carried)[component])),
      ),
    );
  });
}

/**
 * Checks that a payment equals its covered parts plus its remainder, and that credit is the sum of the
 * remainders.
 */
function paymentFaults(
  payments: readonly Payment[],
  { date, allocations, credit, shortfall, shortfallEnded }: LoanStanding,
): StandingFault[] {
  const accounted = new Map(
    allocations.map(({ paymentId, parts, excess }) => [
      paymentId,
      sum([...parts.map(({ dues }) => totalDues(dues)), excess]),
    ]),
  );
  const counted = payments.filter(({ valueDate }) => valueDate <= date);
  const left = sum(allocations.map(({ excess }) => excess));
  return [
    ...counted.flatMap(({ id, amount }) => differing('payment', id, amount, accounted.get(id) ?? ZERO)),
    ...differing('standing', ' credit', subtract(credit, add(shortfall, shortfallEnded)), left),
  ];
}

/**
 * Checks that an instalment's paid amount equals the parts covered by payments. Capital of a shortfall is
 * made up for, not covered.
 */
function coverFaults({ allocations, instalments }: LoanStanding): StandingFault[] {
  const covered = new Map<number, Dues>();
  for (const { parts } of allocations)
    for (const { number, dues } of parts) covered.set(number, addDues(covered.get(number) ?? NO_DUES, dues));
  return instalments.flatMap(({ number, paid, isShortfall }) => {
    const own = isShortfall ? { ...paid, principal: ZERO } : paid;
    const difference = subtractDues(covered.get(number) ?? NO_DUES, own);
    return COMPONENTS.flatMap((component) =>
      differing(
        'standing',
        `${number} ${component}`,
        own[component],
        add(own[component], difference[component]),
      ),
    );
  });
}

/**
 * Checks that interest and tax of a loan closed early do not exceed the agreed plan's accrual by that day, nor
 * that of a plan by the day of the agreement that ended it. A prepayment only lowers accrual, so the agreed
 * plan is always an upper bound.
 */
function accrualFaults(
  loan: LoanConditions,
  payments: readonly Payment[],
  { instalments, isSettled }: LoanStanding,
): StandingFault[] {
  const agreed = instalments.filter(({ isShortfall }) => !isShortfall);
  const closedOn = isSettled ? lastOf(agreed.flatMap(({ settledOn }) => settledOn ?? [])) : undefined;
  const early = payments.filter(({ prepayment, isPayoff }) => prepayment !== undefined || isPayoff === true);
  const plans = plansOf(loan, new Set(agreed.map(({ agreement }) => agreement)));
  const rows = sum(plans.map((plan) => centavos(plan.rows.length)));
  // A period split by a prepayment or an agreement is rounded once more.
  const tolerance = centavos(loan.rounding.step * (rows + early.length + plans.length));
  return (['interest', 'tax'] as const).flatMap((component) => {
    const accrued = plans.map((plan, index) =>
      accruedBy(plan, component, earlier(closedOn, plans[index + 1]?.from)),
    );
    const most = add(sum(accrued), tolerance);
    const kept = sum(
      agreed.map(({ charged, waived, moved }) =>
        subtract(charged[component], add(waived[component], moved[component])),
      ),
    );
    return kept > most ? [fault('accrual', component, subtract(most, tolerance), kept)] : [];
  });
}

type AgreedPlan = {
  readonly from: CalendarDate;
  readonly rows: readonly {
    readonly dueDate: CalendarDate;
    readonly interest: Centavos;
    readonly tax: Centavos;
  }[];
};

/** The agreed plan, and those of the agreements that have rows, in order. */
function plansOf(
  { schedule, actions = [] }: LoanConditions,
  agreements: ReadonlySet<string | null>,
): AgreedPlan[] {
  const later = actions.flatMap((action) =>
    action.kind === 'agreement' && agreements.has(action.id) ? [{ from: action.on, rows: action.rows }] : [],
  );
  const inOrder = later.toSorted((a, b) => daysBetween(b.from, a.from));
  return [{ from: schedule.payoutDate, rows: schedule.rows }, ...inOrder];
}

/** Interest, or its tax, accrued by a day under a plan, rounded down; without a day, all of it. */
function accruedBy(
  { rows, from }: AgreedPlan,
  component: 'interest' | 'tax',
  day: CalendarDate | undefined,
): Centavos {
  return sum(
    rows.map((row, index) => {
      if (day === undefined || row.dueDate <= day) return row[component];
      const start = rows[index - 1]?.dueDate ?? from;
      const elapsed = Math.max(0, daysBetween(start, day));
      const days = daysBetween(start, row.dueDate);
      return centavos(Number((BigInt(row[component]) * BigInt(elapsed)) / BigInt(days)));
    }),
  );
}

/** Earlier of two days that may be missing. */
function earlier(a: CalendarDate | undefined, b: CalendarDate | undefined): CalendarDate | undefined {
  return lastOf(
    [a, b]
      .flatMap((day) => day ?? [])
      .toSorted()
      .slice(0, 1),
  );
}

function lastOf(days: readonly CalendarDate[]): CalendarDate | undefined {
  return days.toSorted().at(-1);
}

function differing(
  kind: StandingFault['kind'],
  subject: string,
  expected: Centavos,
  found: Centavos,
): StandingFault[] {
  return expected === found ? [] : [fault(kind, subject, expected, found)];
}

const fault = (
  kind: StandingFault['kind'],
  subject: string,
  expected: Centavos,
  found: Centavos,
): StandingFault => ({ kind, subject, expected, found });
