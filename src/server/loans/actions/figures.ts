import { payableUntil } from '../../../countries/law/payable-until.ts';
import { addMonthsAnchored, dayOfMonth, type CalendarDate } from '../../../domain/calendar-date.ts';
import { add, centavos, smaller, subtract, ZERO, type Centavos } from '../../../domain/money.ts';
import { agreementBase, offerDueDayChange, offerPlan } from '../../../domain/standing/agreement.ts';
import type { Dues } from '../../../domain/standing/allocation.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import type { Queryable } from '../../platform/database.ts';
import { fail, type Failure } from '../../platform/http/result.ts';
import type { Loan } from '../service.ts';
import type { Agreement } from './answers.ts';
import { changeFailure } from './apply.ts';
import { lastDueDayChange, type PlanTerms, type WaivedParts } from './queries.ts';

/** Months between two changes of the due day by the borrower. */
const MONTHS_BETWEEN = 12;

/**
 * Agreement that a plan's terms make today (docs/product/loan-changes.md#plan-on-offer); undefined if there is
 * nothing to agree on, or the terms are not allowed.
 */
export function planFor(
  { conditions, payments, country }: Loan,
  today: CalendarDate,
  { instalments, firstDueDate, rate, waived }: PlanTerms,
  holidays: ReadonlySet<string>,
): Agreement | undefined {
  const offered = offerPlan({
    loan: conditions,
    payments,
    date: today,
    payableUntil: (dueDate) => payableUntil(country, dueDate, holidays),
    count: instalments,
    firstDueDate,
    annualRate: rate,
    waived: waivedOf(agreementBase(conditions, payments, today), waived),
  });
  return offered.isOffered ? offered.agreement : undefined;
}

/** Parts of the base that the terms let off, each with its tax in proportion. */
function waivedOf(base: Dues, most: WaivedParts): Dues {
  const [defaultInterest, defaultInterestTax] = apart(
    most.default_interest,
    base.defaultInterest,
    base.defaultInterestTax,
  );
  const [fee, feeTax] = apart(most.charges, base.fee, base.feeTax);
  const [interest, tax] = apart(most.interest, base.interest, base.tax);
  const principal = smaller(most.principal, base.principal);
  return { defaultInterest, defaultInterestTax, fee, feeTax, interest, tax, principal };
}

/** Splits an amount between a part and its tax, as they are owed; never more than both. */
export function apart(
  amount: Centavos,
  part: Centavos,
  tax: Centavos,
): readonly [part: Centavos, tax: Centavos] {
  const owed = add(part, tax);
  if (owed === 0) return [ZERO, ZERO];
  const off = smaller(amount, owed);
  const ofTax = centavos(Math.round((off * tax) / owed));
  return [subtract(off, ofTax), ofTax];
}

/**
 * Agreement that moves the due dates to a day of the month, and the interest of the days between with its tax;
 * undefined if the day does not suit them.
 */
export function dueDayChange(
  { conditions, payments, country }: Loan,
  today: CalendarDate,
  day: number,
  holidays: ReadonlySet<string>,
): { readonly agreement: Agreement; readonly added: Centavos } | undefined {
  const offered = offerDueDayChange({
    loan: conditions,
    payments,
    date: today,
    payableUntil: (dueDate) => payableUntil(country, dueDate, holidays),
    day,
  });
  return offered.isOffered ? offered : undefined;
}

/** Reason why the borrower cannot change the due day today (docs/product/loan-changes.md#due-day-change). */
export async function dueDayRefusal(
  db: Queryable,
  loan: Loan,
  today: CalendarDate,
): Promise<Failure | undefined> {
  const general = changeFailure(loan, today);
  if (general !== undefined) return general;
  const { overdue, shortfall } = loanStanding(loan.conditions, loan.payments, today);
  if (overdue > 0 || shortfall > 0) return fail('due_day_overdue');
  const last = await lastDueDayChange(db, loan.id);
  const isRecent = last !== undefined && addMonthsAnchored(last, MONTHS_BETWEEN, dayOfMonth(last)) > today;
  return isRecent ? fail('due_day_recent') : undefined;
}
