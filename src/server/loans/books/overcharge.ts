import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { larger, negate, subtract, sum, ZERO, type Centavos } from '../../../domain/money.ts';
import {
  COMPONENTS,
  NO_DUES,
  addDues,
  type Component,
  type Dues,
} from '../../../domain/standing/allocation.ts';
import type { DefaultInterestTerms } from '../../../domain/standing/default-interest.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import type { Loan } from '../service.ts';
import { compareBooks, type Contradiction } from './audit.ts';
import { latest } from './books.ts';
import type { LoanBooks } from './loan-books.ts';
import { writtenBooks, type Written } from './written.ts';

/** What the written books of a loan charged otherwise than the rules of today. Amounts in centavos. */
export interface Examined {
  readonly books: LoanBooks;
  readonly contradictions: readonly Contradiction[];
  /** Paid for more than is charged by the rules of today, by component. */
  readonly overcharged: ReadonlyMap<Component, Centavos>;
  /** Charged by the rules of today beyond what a settled instalment was settled with. */
  readonly undercharged: Centavos;
  /** Not asked for any more that the terms as agreed would ask for; zero where the law bounds nothing. */
  readonly waived: Centavos;
  /** Money in favour that the correction adds. */
  readonly credited: Centavos;
  /** Whether booking the difference only favours the borrower. */
  readonly isInFavour: boolean;
}

/** Capital is no charge: a prepayment may plan it otherwise, and all of it is paid back in the end. */
const CHARGES = COMPONENTS.filter((component) => component !== 'principal');

/**
 * Examines a loan's written books against the rules of today. What was charged then is only known of what was paid:
 * more than is charged today is too much, and an instalment whose capital was paid whole was settled with what was
 * charged then, so less than today would raise the debt.
 * @param agreed terms of default interest before the law bounded them, where it does
 */
export function examine(
  loan: Loan,
  written: Written,
  today: CalendarDate,
  agreed: DefaultInterestTerms | undefined,
): Examined {
  const { books, day, contradictions } = compareBooks(loan, written, today);
  const last = latest(loan);
  const on = last > day ? last : day;
  const covered = coveredBy(written);
  const overcharged = new Map<Component, Centavos>();
  let undercharged = ZERO;
  for (const [number, charged] of chargedOn(loan, on)) {
    const paid = covered.get(number) ?? NO_DUES;
    const isSettled = charged.principal > 0 && paid.principal >= charged.principal;
    for (const component of CHARGES) {
      const more = subtract(paid[component], charged[component]);
      if (more > 0) overcharged.set(component, sum([overcharged.get(component) ?? ZERO, more]));
      if (more < 0 && isSettled) undercharged = subtract(undercharged, more);
    }
  }
  return {
    books,
    contradictions,
    overcharged,
    undercharged,
    waived: agreed === undefined ? ZERO : waivedOf(loan, agreed, on, sum(overcharged.values())),
    credited: subtract(creditOf(books), creditOf(writtenBooks(loan, written))),
    isInFavour:
      !books.isReturned &&
      undercharged === 0 &&
      written.lines.every(({ paymentId }) => loan.payments.some(({ id }) => id === paymentId)) &&
      !contradictions.some(
        ({ kind, subject }) => kind === 'credit' || (kind === 'state' && subject !== PAID_OFF),
      ),
  };
}

const PAID_OFF = 'approved finished';

/** Money in favour by the entries of books. */
const creditOf = ({ entries }: LoanBooks): Centavos =>
  negate(sum(entries.filter(({ account }) => account === 'customer-credit').map(({ amount }) => amount)));

function chargedOn({ conditions, payments }: Loan, day: CalendarDate): [number: number, charged: Dues][] {
  const agreed = conditions.schedule.rows.length;
  return loanStanding(conditions, payments, day)
    .instalments.filter(({ number }) => number <= agreed)
    .map(({ number, paid, dues }) => [number, addDues(paid, dues)]);
}

function coveredBy({ lines }: Written): ReadonlyMap<number, Dues> {
  const covered = new Map<number, Dues>();
  for (const { instalment, component, amount } of lines)
    covered.set(instalment, addDues(covered.get(instalment) ?? NO_DUES, { ...NO_DUES, [component]: amount }));
  return covered;
}

/** By how much less is owed than by the terms as agreed, beyond what was paid already. */
function waivedOf(loan: Loan, agreed: DefaultInterestTerms, day: CalendarDate, returned: Centavos): Centavos {
  const net = (conditions: Loan['conditions']) => {
    const { outstandingTotal, credit } = loanStanding(conditions, loan.payments, day);
    return subtract(outstandingTotal, credit);
  };
  const less = subtract(net({ ...loan.conditions, defaultInterest: agreed }), net(loan.conditions));
  return larger(ZERO, subtract(less, returned));
}
