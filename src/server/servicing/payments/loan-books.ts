import type { CountryCode } from '../../../countries/country-pack.ts';
import { NO_DUES } from '../../../domain/standing/allocation.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { CreditUse } from '../../../domain/standing/credit.ts';
import {
  accruedAtPayment,
  discountGranted,
  loanWithdrawn,
  paymentReceived,
  reversed,
  type LedgerEntries,
} from '../../../domain/ledger.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import {
  centavos,
  smaller,
  subtract,
  sum,
  ZERO,
  type Centavos,
  type Currency,
} from '../../../domain/money.ts';
import type { LoanConditions } from '../../../domain/standing/position.ts';
import type { PrepaymentMode } from '../../../domain/standing/prepayment.ts';
import type { Payment, PaymentAllocation } from '../../../domain/standing/replay.ts';
import type { Charge, ScheduleRow } from '../../../domain/schedule.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { conditionsOf, paymentsOf, type InstalmentColumns, type StoredTerms } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';

/** Who 'reports' a discount of the referral programme. */
const discountSource = 'referral-discount';

/** A loan whose payments are being booked, locked. */
export interface LockedLoan {
  readonly id: number;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly customerId: number;
  readonly state: LoanState;
  readonly principal: Centavos;
  readonly delivered: Centavos;
  readonly originationFee: Charge;
  readonly conditions: LoanConditions;
  /** Those that count, in the order of their arrival. */
  readonly payments: readonly Payment[];
  /** Public id of each payment → its row. */
  readonly paymentIds: ReadonlyMap<string, number>;
  /** Public ids of those that are discounts: no money came in for them. */
  readonly discounts: ReadonlySet<string>;
  /** Set when the customer has withdrawn from the loan and its money has to come back. */
  readonly withdrawal: OpenWithdrawal | undefined;
  /** The loan has had money in favour since; null if it never had. */
  readonly creditSince: CalendarDate | null;
  /** The day on which its money in favour pays something next; what was due by today may not be booked yet. */
  readonly creditDueOn: CalendarDate | null;
}

export interface OpenWithdrawal {
  readonly id: number;
  readonly state: 'return-due' | 'returned' | 'lapsed';
  /** Last day on which the money may come back. */
  readonly until: CalendarDate;
}

const loanColumns = [
  'id',
  'country',
  'currency',
  'customer_id',
  'state',
  'principal',
  'amount_delivered',
  'instalment_amount',
  'interest_from',
  'terms',
  'credit_since',
  'credit_due_on',
] as const;

/** Locks the loan, so that its payments are booked one after the other, and reads all that they depend on. */
export async function lockLoan(tx: Tx, loanId: number): Promise<LockedLoan> {
  // The lock is the first of them: the others see what was done before it was taken.
  const [row, rows, withdrawal, counted] = await Promise.all([
    tx.selectFrom('loan').select(loanColumns).where('id', '=', loanId).forUpdate().executeTakeFirstOrThrow(),
    tx
      .selectFrom('instalment')
      .select(['number', 'due_date', 'principal', 'interest', 'tax', 'fee', 'fee_tax'])
      .where('loan_id', '=', loanId)
      .orderBy('number')
      .execute(),
    openWithdrawal(tx, loanId),
    countedPayments(tx, loanId),
  ]);
  const instalments = rows.map((each): InstalmentColumns => [
    each.number,
    each.due_date,
    each.principal,
    each.interest,
    each.tax,
    each.fee,
    each.fee_tax,
  ]);
  const terms = row.terms as unknown as StoredTerms;
  const country = row.country as CountryCode;
  return {
    id: row.id,
    country,
    currency: row.currency as Currency,
    customerId: row.customer_id,
    state: row.state as LoanState,
    principal: centavos(row.principal),
    delivered: centavos(row.amount_delivered),
    originationFee: terms.originationFee,
    conditions: conditionsOf({ ...row, country, terms, instalments }),
    withdrawal,
    creditSince: row.credit_since as CalendarDate | null,
    creditDueOn: row.credit_due_on as CalendarDate | null,
    ...counted,
  };
}

async function countedPayments(
  tx: Tx,
  loanId: number,
): Promise<Pick<LockedLoan, 'payments' | 'paymentIds' | 'discounts'>> {
  const payments = await tx
    .selectFrom('payment')
    .leftJoin('payment_reversal', 'payment_reversal.payment_id', 'payment.id')
    .select([
      'payment.id',
      'payment.public_id',
      'payment.value_date',
      'payment.amount',
      'payment.instalments',
      'payment.is_payoff',
      'payment.prepayment',
      'payment.source',
    ])
    .where('loan_id', '=', loanId)
    .where('payment_reversal.payment_id', 'is', null)
    .orderBy('payment.id')
    .execute();
  return {
    payments: paymentsOf(
      payments.map((each) => [
        each.public_id,
        each.value_date,
        each.amount,
        each.instalments,
        each.is_payoff,
        each.prepayment as PrepaymentMode | null,
      ]),
    ),
    discounts: new Set(
      payments.filter(({ source }) => source === discountSource).map(({ public_id }) => public_id),
    ),
    paymentIds: new Map(payments.map(({ public_id, id }) => [public_id, id])),
  };
}

/** The newest, should there be several. */
async function openWithdrawal(tx: Tx, loanId: number): Promise<OpenWithdrawal | undefined> {
  const row = await tx
    .selectFrom('withdrawal')
    .select(['id', 'state', 'return_until'])
    .where('loan_id', '=', loanId)
    .where('state', 'in', ['return-due', 'returned', 'lapsed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.return_until === null) return undefined;
  return {
    id: row.id,
    state: row.state as OpenWithdrawal['state'],
    until: row.return_until as CalendarDate,
  };
}

export type Allocations = readonly PaymentAllocation[];

/** What payments come to: what each covers, what the ledger says of them, and the instalments as they leave them. */
export interface LoanBooks {
  readonly allocations: Allocations;
  readonly entries: LedgerEntries;
  readonly plan: readonly ScheduleRow[];
  /** All that was delivered came back in time: the loan is undone. */
  readonly isReturned: boolean;
  /** What is the customer's after all that is booked; below zero when more of it was given back than there was. */
  readonly credit: Centavos;
  /** What money in favour paid, and when. */
  readonly creditUses: readonly CreditUse[];
  /** The next due date on which money in favour pays something; null when nothing waits. */
  readonly creditDueOn: CalendarDate | null;
  /** Numbers of the instalments that are settled. */
  readonly settled: readonly number[];
  /** Number of the first instalment that is open. */
  readonly nextOpen: number | undefined;
}

/**
 * The books of a loan on a date as a pure function of its payments: what has to be written is always the difference of
 * two of them: of what came in, was taken back, counts from an earlier day, or fell due while money in favour
 * was held.
 * @param today payments that count from a later day are booked all the same
 */
export function booksOf(loan: LockedLoan, payments: readonly Payment[], today: CalendarDate): LoanBooks {
  if (isReturned(loan, payments)) return returnedBooks(loan, payments);
  const last = latest(loan, payments);
  const date = last > today ? last : today;
  const { allocations, plan, credit, creditUses, instalments } = loanStanding(
    loan.conditions,
    payments,
    date,
  );
  const amounts = new Map(payments.map(({ id, amount }) => [id, amount]));
  const entries = allocations.flatMap((allocation) => [
    ...accruedAtPayment(allocation),
    ...paymentReceived(amounts.get(allocation.paymentId) ?? ZERO, allocation),
  ]);
  const open = instalments.filter(({ settledOn }) => settledOn === null);
  return {
    allocations,
    entries,
    plan,
    isReturned: false,
    credit: sum(allocations.map(({ excess }) => excess)),
    creditUses,
    creditDueOn: credit > 0 ? (open[0]?.dueDate ?? null) : null,
    settled: instalments.filter(({ settledOn }) => settledOn !== null).map(({ number }) => number),
    nextOpen: open[0]?.number,
  };
}

function isReturned({ withdrawal, delivered, discounts }: LockedLoan, payments: readonly Payment[]): boolean {
  if (withdrawal === undefined) return false;
  // The day of the payment counts: the report of a network may come after the request has lapsed.
  const inTime = payments.filter(({ id, valueDate }) => !discounts.has(id) && valueDate <= withdrawal.until);
  return sum(inTime.map(({ amount }) => amount)) >= delivered;
}

/**
 * Every payment gives back a part of what was delivered, independent of its purpose; the rest is the
 * customer's. Discounts on what is not owed any more are taken back.
 */
function returnedBooks(loan: LockedLoan, payments: readonly Payment[]): LoanBooks {
  const { principal, originationFee, delivered, conditions, discounts } = loan;
  let left = delivered;
  const money = payments.filter(({ id }) => !discounts.has(id));
  const allocations = money.map(({ id, amount }) => {
    const part = amount > 0 ? smaller(left, amount) : ZERO;
    left = subtract(left, part);
    const parts = part > 0 ? [{ number: 0, dues: { ...NO_DUES, principal: part } }] : [];
    return { paymentId: id, parts, excess: subtract(amount, part) };
  });
  const excess = sum(allocations.map((each) => each.excess));
  const entries = [
    ...loanWithdrawn({ principal, originationFee }),
    ...paymentReceived(excess, { parts: [], excess }),
    ...payments
      .filter(({ id }) => discounts.has(id))
      .flatMap(({ amount }) => reversed(discountGranted(amount))),
  ];
  return {
    allocations,
    entries,
    plan: conditions.schedule.rows,
    isReturned: true,
    credit: excess,
    creditUses: [],
    creditDueOn: null,
    settled: [],
    nextOpen: undefined,
  };
}

/** The last day on which a payment counts; that of the disbursement without any. */
export function latest({ conditions }: LockedLoan, payments: readonly Payment[]): CalendarDate {
  const [last] = payments
    .map(({ valueDate }) => valueDate)
    .toSorted()
    .slice(-1);
  return last ?? conditions.schedule.disbursementDate;
}
