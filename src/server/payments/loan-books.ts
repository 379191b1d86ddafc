import type { CountryCode } from '../../countries/country-pack.ts';
import { NO_DUES, type Allocation } from '../../domain/allocation.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import {
  accruedAtPayment,
  discountGranted,
  loanWithdrawn,
  paymentReceived,
  reversed,
  type LedgerEntries,
} from '../../domain/ledger.ts';
import type { LoanState } from '../../domain/loan-state.ts';
import { centavos, smaller, subtract, sum, ZERO, type Centavos, type Currency } from '../../domain/money.ts';
import type { LoanConditions } from '../../domain/position.ts';
import type { PrepaymentMode } from '../../domain/prepayment.ts';
import type { Payment } from '../../domain/replay.ts';
import type { Charge, ScheduleRow } from '../../domain/schedule.ts';
import { loanStanding } from '../../domain/standing.ts';
import { conditionsOf, paymentsOf, type InstalmentColumns, type StoredTerms } from '../loans/service.ts';
import type { Tx } from '../platform/database.ts';

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
}

export interface OpenWithdrawal {
  readonly id: number;
  readonly state: 'return-due' | 'returned' | 'lapsed';
  /** Last day on which the money may come back. */
  readonly until: CalendarDate;
}

/** Locks the loan, so that its payments are booked one after the other, and reads all that they depend on. */
export async function lockLoan(tx: Tx, loanId: number): Promise<LockedLoan> {
  const row = await tx
    .selectFrom('loan')
    .selectAll()
    .where('id', '=', loanId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('instalment')
    .selectAll()
    .where('loan_id', '=', loanId)
    .orderBy('number')
    .execute();
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
  return {
    id: row.id,
    country: row.country as CountryCode,
    currency: row.currency as Currency,
    customerId: row.customer_id,
    state: row.state as LoanState,
    principal: centavos(row.principal),
    delivered: centavos(row.amount_delivered),
    originationFee: terms.originationFee,
    conditions: conditionsOf({ ...row, terms, instalments }),
    withdrawal: await openWithdrawal(tx, loanId),
    ...(await countedPayments(tx, loanId)),
  };
}

async function countedPayments(
  tx: Tx,
  loanId: number,
): Promise<Pick<LockedLoan, 'payments' | 'paymentIds' | 'discounts'>> {
  const payments = await tx
    .selectFrom('payment')
    .leftJoin('payment_reversal', 'payment_reversal.payment_id', 'payment.id')
    .selectAll('payment')
    .where('loan_id', '=', loanId)
    .where('payment_reversal.payment_id', 'is', null)
    .orderBy('id')
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

export type Allocations = readonly (Allocation & { readonly paymentId: string })[];

/** What payments come to: what each covers, what the ledger says of them, and the instalments as they leave them. */
export interface LoanBooks {
  readonly allocations: Allocations;
  readonly entries: LedgerEntries;
  readonly plan: readonly ScheduleRow[];
  /** All that was delivered came back in time: the loan is undone. */
  readonly isReturned: boolean;
}

/**
 * The books of a loan as a pure function of its payments: what has to be written is always the difference of two
 * of them, whatever came in, was taken back, or counts from an earlier day.
 */
export function booksOf(loan: LockedLoan, payments: readonly Payment[]): LoanBooks {
  const { allocations, plan } = loanStanding(loan.conditions, payments, latest(loan, payments));
  if (isReturned(loan, payments)) return returnedBooks(loan, payments);
  const amounts = new Map(payments.map(({ id, amount }) => [id, amount]));
  const entries = allocations.flatMap((allocation) => [
    ...accruedAtPayment(allocation),
    ...paymentReceived(amounts.get(allocation.paymentId) ?? ZERO, allocation),
  ]);
  return { allocations, entries, plan, isReturned: false };
}

function isReturned({ withdrawal, delivered, discounts }: LockedLoan, payments: readonly Payment[]): boolean {
  if (withdrawal === undefined) return false;
  // The day of the payment counts: the report of a network may come after the request has lapsed.
  const inTime = payments.filter(({ id, valueDate }) => !discounts.has(id) && valueDate <= withdrawal.until);
  return sum(inTime.map(({ amount }) => amount)) >= delivered;
}

/**
 * Every payment gives back a part of what was delivered, whatever it was meant for; the rest is the customer's.
 * Discounts on what is not owed any more are taken back.
 */
function returnedBooks(loan: LockedLoan, payments: readonly Payment[]): LoanBooks {
  const { principal, originationFee, delivered, conditions, discounts } = loan;
  let left = delivered;
  const money = payments.filter(({ id }) => !discounts.has(id));
  const allocations = money.map(({ id, amount }) => {
    const part = smaller(left, amount);
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
  return { allocations, entries, plan: conditions.schedule.rows, isReturned: true };
}

function latest({ conditions }: LockedLoan, payments: readonly Payment[]): CalendarDate {
  const [last] = payments
    .map(({ valueDate }) => valueDate)
    .toSorted()
    .slice(-1);
  return last ?? conditions.schedule.disbursementDate;
}
