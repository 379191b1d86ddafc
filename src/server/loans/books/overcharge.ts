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

/** Differences between a loan's written charges and today's rules. Amounts in centavos. */
export interface Examined {
  readonly books: LoanBooks;
  readonly contradictions: readonly Contradiction[];
  /** Paid in excess of today's rules, by component. */
  readonly overcharged: ReadonlyMap<Component, Centavos>;
  /** Charge by today's rules above the amount that settled an instalment. */
  readonly undercharged: Centavos;
  /** Reduction of the amounts in the agreed terms; zero if the law sets no limit. */
  readonly waived: Centavos;
  /** Credit added by the correction. */
  readonly credited: Centavos;
  /** True when booking the difference only favours the borrower. */
  readonly isInFavour: boolean;
}

/** Principal is not a charge: a prepayment may reschedule it, but all of it is repaid. */
const CHARGES = COMPONENTS.filter((component) => component !== 'principal');

/**
 * Compares a loan's written books with today's rules. Former charges are known only from payments: a higher
 * charge than today's is an overcharge. An instalment with its capital fully paid was settled at the former
 * charge, so a lower one would raise the debt.
 * @param agreed default interest terms before a legal limit applied, if one does
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

/** Reduction of the debt compared with the agreed terms, beyond the amount already paid. */
function waivedOf(loan: Loan, agreed: DefaultInterestTerms, day: CalendarDate, returned: Centavos): Centavos {
  const net = (conditions: Loan['conditions']) => {
    const { outstandingTotal, credit } = loanStanding(conditions, loan.payments, day);
    return subtract(outstandingTotal, credit);
  };
  const less = subtract(net({ ...loan.conditions, defaultInterest: agreed }), net(loan.conditions));
  return larger(ZERO, subtract(less, returned));
}
