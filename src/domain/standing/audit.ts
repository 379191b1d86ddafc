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
 * Checks that every charge is paid, waived or owed, that capital and payments add up, and that no interest
 * was kept before it accrued (docs/product/loan-and-money.md#conservation). Independent of the engine: it
 * uses only the resulting standing and recomputes from terms and payments. @returns faults; none for a
 * standing that conserves money
 */
export function auditStanding(
  loan: LoanConditions,
  payments: readonly Payment[],
  standing: LoanStanding,
): readonly StandingFault[] {
  return [
    ...standing.instalments.flatMap(instalmentFaults),
    ...capitalFaults(loan, standing),
    ...paymentFaults(payments, standing),
    ...coverFaults(standing),
    ...accrualFaults(loan, payments, standing),
  ];
}

/** Checks each component of an instalment: nothing is negative, and all of it is paid, waived or owed. */
function instalmentFaults({
  number,
  charged,
  paid,
  waived,
  dues,
  settledOn,
}: InstalmentStanding): StandingFault[] {
  const conserved = COMPONENTS.flatMap((component) => {
    const subject = `${number} ${component}`;
    const below = [charged, paid, waived, dues].map((each) => each[component]).find((amount) => amount < 0);
    if (below !== undefined) return [fault('standing', subject, ZERO, below)];
    const accounted = sum([paid[component], waived[component], dues[component]]);
    return differing('standing', subject, charged[component], accounted);
  });
  const owed = totalDues(dues);
  const isSettled = settledOn !== null;
  return isSettled === (owed === 0)
    ? conserved
    : [...conserved, fault('standing', String(number), ZERO, owed)];
}

/**
 * Checks that capital charged equals the principal, and that a settled loan has no instalment that owes
 * anything.
 */
function capitalFaults(
  { schedule }: LoanConditions,
  { instalments, isSettled }: LoanStanding,
): StandingFault[] {
  const agreed = instalments.filter(({ isShortfall }) => !isShortfall);
  const owed = sum(instalments.map(({ dues }) => totalDues(dues)));
  return [
    ...differing(
      'standing',
      ' principal',
      schedule.principal,
      sum(agreed.map(({ charged }) => charged.principal)),
    ),
    ...(isSettled === (owed === 0) ? [] : [fault('standing', '', ZERO, owed)]),
  ];
}

/**
 * Checks that a payment equals its covered parts plus its remainder, and that credit is the sum of the
 * remainders.
 */
function paymentFaults(
  payments: readonly Payment[],
  { date, allocations, credit, shortfall }: LoanStanding,
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
    ...differing('standing', ' credit', subtract(credit, shortfall), left),
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
 * Checks that interest and tax of a loan closed early do not exceed the agreed plan's accrual by that day. A
 * prepayment only lowers accrual, so the agreed plan is always an upper bound.
 */
function accrualFaults(
  loan: LoanConditions,
  payments: readonly Payment[],
  { instalments, isSettled }: LoanStanding,
): StandingFault[] {
  const agreed = instalments.filter(({ isShortfall }) => !isShortfall);
  const closedOn = isSettled ? lastOf(agreed.flatMap(({ settledOn }) => settledOn ?? [])) : undefined;
  const early = payments.filter(({ prepayment, isPayoff }) => prepayment !== undefined || isPayoff === true);
  // A period split by a prepayment is rounded once more.
  const tolerance = loan.rounding.step * (loan.schedule.rows.length + early.length + 1);
  return (['interest', 'tax'] as const).flatMap((component) => {
    const most = add(accruedBy(loan, component, closedOn), centavos(tolerance));
    const kept = sum(agreed.map(({ charged, waived }) => subtract(charged[component], waived[component])));
    return kept > most ? [fault('accrual', component, subtract(most, centavos(tolerance)), kept)] : [];
  });
}

/** Interest, or its tax, accrued by a day under the agreed plan, rounded down; without a day, all of it. */
function accruedBy(
  { schedule: { rows, disbursementDate } }: LoanConditions,
  component: 'interest' | 'tax',
  day: CalendarDate | undefined,
): Centavos {
  return sum(
    rows.map((row, index) => {
      if (day === undefined || row.dueDate <= day) return row[component];
      const start = rows[index - 1]?.dueDate ?? disbursementDate;
      const elapsed = Math.max(0, daysBetween(start, day));
      const days = daysBetween(start, row.dueDate);
      return centavos(Number((BigInt(row[component]) * BigInt(elapsed)) / BigInt(days)));
    }),
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
