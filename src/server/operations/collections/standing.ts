import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { add, centavos, ZERO, type Centavos, type Currency } from '../../../domain/money.ts';
import { promiseState } from '../../../domain/promise.ts';
import { loanStanding, type LoanStanding } from '../../../domain/standing/standing.ts';
import { loansById, type Loan } from '../../loans/service.ts';
import type { Queryable } from '../../platform/database.ts';

/** Loan with its standing on the day. */
export interface StandingLoan {
  readonly loan: Loan;
  readonly standing: LoanStanding;
}

/** Debt of a customer's loans on a day, with the factors of the queue. */
export interface CaseStanding {
  readonly currency: Currency;
  readonly daysLate: number;
  readonly overdue: Centavos;
  readonly brokenPromises: number;
  /** Days late × amount overdue in currency units × (1 + broken promises), rounded down. */
  readonly priority: number;
  readonly loans: readonly StandingLoan[];
}

/** Loans of customers that can owe something: paid out, not being returned. */
async function owingLoans(db: Queryable, customerIds: readonly number[]): Promise<readonly Loan[]> {
  const rows = await db
    .selectFrom('loan')
    .select('id')
    .where('customer_id', 'in', [...customerIds])
    .where('state', '=', 'approved')
    .execute();
  if (rows.length === 0) return [];
  const loans = await loansById(
    db,
    rows.map(({ id }) => id),
  );
  return loans.filter(({ withdrawal }) => withdrawal === null);
}

/** Standings of customers on a day, by customer; none for customers without a loan that can owe something. */
export async function standingsOf(
  db: Queryable,
  customerIds: readonly number[],
  day: CalendarDate,
): Promise<ReadonlyMap<number, CaseStanding>> {
  const [loans, promises] = await Promise.all([
    owingLoans(db, customerIds),
    db
      .selectFrom('promise')
      .select(['customer_id', 'loan_id', 'amount', 'made_on', 'until'])
      .where('customer_id', 'in', [...customerIds])
      .execute(),
  ]);
  const byId = new Map(loans.map((loan) => [loan.id, loan]));
  const broken = promises.filter(({ loan_id: loanId, amount, made_on: madeOn, until }) => {
    const promise = { amount: centavos(amount), madeOn, until };
    return promiseState(promise, byId.get(loanId)?.payments ?? [], day) === 'broken';
  });
  const byCustomer = Map.groupBy(loans, ({ customerId }) => customerId);
  return new Map(
    [...byCustomer].flatMap(([id, own]) => {
      const standing = caseStanding(own, broken.filter(({ customer_id: of }) => of === id).length, day);
      return standing ? [[id, standing] as const] : [];
    }),
  );
}

function caseStanding(
  loans: readonly Loan[],
  brokenPromises: number,
  day: CalendarDate,
): CaseStanding | undefined {
  const [first] = loans;
  if (!first) return undefined;
  const all = loans.map((loan) => ({ loan, standing: loanStanding(loan.conditions, loan.payments, day) }));
  let overdue: Centavos = ZERO;
  for (const { standing } of all) overdue = add(overdue, standing.overdue);
  const daysLate = Math.max(...all.map(({ standing }) => standing.daysLate));
  const priority = Math.floor((daysLate * overdue * (1 + brokenPromises)) / 100);
  return { currency: first.currency, daysLate, overdue, brokenPromises, priority, loans: all };
}
