import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../countries/country-pack.ts';
import { calendarDate, type CalendarDate } from '../../domain/calendar-date.ts';
import { transitionLoan, type LoanEvent, type LoanState } from '../../domain/loan-state.ts';
import { ZERO, type Centavos, type Currency } from '../../domain/money.ts';
import type { LoanConditions } from '../../domain/standing/position.ts';
import type { Payment } from '../../domain/standing/payment.ts';
import type { Charge } from '../../domain/schedule.ts';
import type { TaxRule } from '../../domain/tax-points.ts';
import type { WriteOff } from '../../domain/write-off.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import { oneOf, pipeline } from '../platform/statements.ts';
import { agreedCeiling } from './default-interest/service.ts';
import {
  conditionsOf,
  countedOf,
  sinceReversal,
  type ChangedPlan,
  type PaymentColumns,
  type StoredSchedule,
  type ReversedPayment,
} from './conditions.ts';
import type { StoredOpenPayment } from './open-payments.ts';
import { payableUntil } from './queries.ts';
import { actionsAmong, actionsOf, type Placed, type StoredAction } from './stored-actions.ts';

/**
 * Loan with its agreed terms, counting payments and payments in progress. Its standing is derived from these.
 */
export interface Loan {
  readonly id: number;
  readonly publicId: string;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly customerId: number;
  readonly state: LoanState;
  readonly principal: Centavos;
  readonly delivered: Centavos;
  readonly originationFee: Charge;
  readonly conditions: LoanConditions;
  /** Valid payments in order of arrival; the remainder of a partly reversed payment keeps its position. */
  readonly payments: readonly CountedPayment[];
  /** Incoming payments that were reversed. */
  readonly reversed: readonly ReversedPayment[];
  /** Opened by the owner, and debits in progress: they block other payments of the same instalments. */
  readonly openPayments: readonly StoredOpenPayment[];
  /** Opened with the document number, without a login as the owner: they do not block other payments. */
  readonly strangersPayments: readonly StoredOpenPayment[];
  /** The newest withdrawal from the loan that took effect. */
  readonly withdrawal: {
    readonly id: number;
    readonly code: string;
    readonly state: 'canceled' | 'return-due' | 'returned' | 'lapsed' | 'settled';
    /** Last day to return the money; null without a payout. */
    readonly until: CalendarDate | null;
  } | null;
  /** Write-off that counts, for the lender's books alone. */
  readonly writeOff: WriteOff | null;
  /** Part of the membership's price that is owed and cannot be charged at present; centavos. */
  readonly membershipDue: Centavos;
  /** First day with credit; null if it never had any. */
  readonly creditSince: CalendarDate | null;
  /** Next day on which credit pays; uses from that day on are not booked. Null if nothing waits. */
  readonly creditDueOn: CalendarDate | null;
  /**
   * Rule that books its tax; null if none of its tax points is booked (docs/product/books.md#tax-at-payment).
   */
  readonly taxRule: TaxRule | null;
  /**
   * Next day on which tax falls due, or an earlier one: due dates from it on are not booked. Null for none. It
   * is before the delivery until the charge at origination is booked.
   */
  readonly taxDueOn: CalendarDate | null;
  /** Interest collected is taxed at its rate, whatever its payment reached; false for loans unchanged since before. */
  readonly isTaxProRata: boolean;
  readonly createdAt: Date;
  /** Delivery of the money; null before it. */
  readonly paidOutAt: Date | null;
}

/** Source of a discount of the referral programme. No network reports this payment or the following two. */
export const DISCOUNT_SOURCE = 'referral-discount';
/** Source of credit moved between two loans of a customer, one payment on each. */
export const CREDIT_TRANSFER = 'credit-transfer';
/** Source of a refund of credit, a negative payment. */
export const CREDIT_REFUND = 'credit-refund';

/** Payment that is not reversed, with its row and its source. */
export type CountedPayment = Payment & Placed & { readonly source: string };

/** A loan's columns as {@link loanColumns} gives them. */
export interface LoanRow
  extends
    Omit<
      Loan,
      | 'conditions'
      | 'originationFee'
      | 'payments'
      | 'strangersPayments'
      | 'withdrawal'
      | 'writeOff'
      | 'membershipDue'
    >,
    Omit<StoredSchedule, 'changedPlan' | 'actions'> {
  readonly payments: readonly PaymentColumns[];
  /** Null for most loans; their statement then skips the lookup. */
  readonly rareFacts: RareFacts | null;
}

/** Facts that few loans have, by the database's function `rare_facts`. */
interface RareFacts {
  /** Null while the loan follows its agreed plan. */
  readonly changedPlan: ChangedPlan | null;
  readonly membershipDue: Centavos;
  readonly actions: readonly StoredAction[] | null;
  readonly writeOff: Loan['writeOff'];
  readonly withdrawal: Loan['withdrawal'];
  /** Payments in progress of the membership's price. */
  readonly membershipPayments: readonly StoredOpenPayment[] | null;
}

const NO_RARE_FACTS: RareFacts = {
  changedPlan: null,
  membershipDue: ZERO,
  actions: null,
  writeOff: null,
  withdrawal: null,
  membershipPayments: null,
};

/** Columns of the loan `l`, for {@link loanOf}. */
export const loanColumns = sql`
  l.id, l.public_id as "publicId", l.country, l.currency, l.customer_id as "customerId", l.state, l.principal,
  l.amount_delivered as delivered, l.instalment_amount as "instalmentAmount",
  l.interest_from as "interestFrom", l.terms, ${agreedCeiling} as "agreedCeiling",
  l.credit_since as "creditSince", l.credit_due_on as "creditDueOn",
  l.tax_rule as "taxRule", l.tax_due_on as "taxDueOn", l.tax_pro_rata as "isTaxProRata",
  l.created_at as "createdAt",
  l.disbursed_at as "paidOutAt", case when l.may_have_rare_facts then rare_facts(l.id) end as "rareFacts",
  (select json_agg(json_build_array(i.number, i.due_date, ${payableUntil(sql`l.country`)}, i.principal, i.interest, i.tax, i.fee,
      i.fee_tax) order by i.number)
    from instalment i where i.loan_id = l.id) as instalments,
  coalesce((select json_agg(json_build_array(p.id, p.public_id, p.source, p.value_date, p.amount, p.instalments, p.is_payoff,
      p.prepayment, p.priced_on, p.priced_amount, v.reversed_on, p.place, p.offer_id) order by coalesce(p.place, p.id))
    from payment p left join payment_reversal v on v.payment_id = p.id where p.loan_id = l.id), '[]') as payments,
  coalesce((select json_agg(json_build_object('id', r.id, 'instalment', ri.instalment, 'hash', r.hash, 'kind', r.kind,
      'method', r.method, 'url', r.url, 'due_date', r.due_date, 'state', r.state, 'purpose', r.purpose,
      'amount', r.amount, 'priced_on', r.priced_on, 'barcode', r.barcode, 'reference', r.reference,
      'isOwners', r.is_owners))
    from payment_request_instalment ri join payment_request r on r.id = ri.request_id
    where ri.loan_id = l.id and ri.is_open), '[]') as "openPayments"`;

/** Loan from a row; other columns are passed through. */
export function loanOf<Row extends LoanRow>({
  terms,
  agreedCeiling: ceiling,
  rareFacts,
  instalments,
  instalmentAmount,
  interestFrom,
  payments,
  openPayments,
  ...row
}: Row) {
  const { country, currency, principal } = row;
  const { changedPlan, membershipDue, writeOff, withdrawal, membershipPayments, ...rare } =
    rareFacts ?? NO_RARE_FACTS;
  const { counted, reversed } = countedOf(payments);
  const actions = actionsOf(rare.actions ?? [], counted);
  const schedule = { country, currency, principal, actions, instalments, instalmentAmount, interestFrom };
  const underWay = membershipPayments === null ? openPayments : [...openPayments, ...membershipPayments];
  return {
    ...row,
    membershipDue,
    writeOff,
    withdrawal,
    originationFee: (changedPlan ?? { terms }).terms.originationFee,
    conditions: conditionsOf({ ...schedule, terms, changedPlan, agreedCeiling: ceiling }),
    payments: counted,
    reversed,
    openPayments: underWay.filter(({ isOwners }) => isOwners),
    strangersPayments: underWay.filter(({ isOwners }) => !isOwners),
  };
}

/** Loan with payments that arrive after those it has. */
export function withNewPayments(loan: Loan, payments: readonly CountedPayment[]): Loan {
  const added = payments.map((payment) => sinceReversal(payment, loan.reversed));
  return { ...loan, payments: [...loan.payments, ...added] };
}

/** Loan with other payments; its actions keep their positions among them. */
export function withPayments<L extends Pick<Loan, 'conditions' | 'payments'>>(
  loan: L,
  payments: Loan['payments'],
): L {
  const { actions } = loan.conditions;
  if (actions === undefined) return { ...loan, payments };
  const moved = actionsAmong(actions, loan.payments, payments);
  return { ...loan, payments, conditions: { ...loan.conditions, actions: moved } };
}

/** Ids of loans, or a subquery for them. */
export type Loans = readonly number[] | RawBuilder<unknown>;

const idsOf = (which: Loans) => ('length' in which ? oneOf(which) : sql`any(array(${which}))`);

/** Loads loans by id, in that order; the caller limits their number. */
export async function loansById(db: Queryable, which: Loans): Promise<readonly Loan[]> {
  const { rows } = await sql<LoanRow>`
    select ${loanColumns} from loan l where l.id = ${idsOf(which)} order by l.id
  `.execute(db);
  return rows.map((row) => loanOf(row));
}

export function loansAfter(db: Queryable, after: number, limit: number): Promise<readonly Loan[]> {
  return loansById(db, sql`select id from loan where id > ${after} order by id limit ${limit}`);
}

/** Locks loans in the order of their ids, which prevents deadlocks. @returns the ids that were locked */
export async function lockLoans(tx: Tx, which: Loans): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from loan where id = ${idsOf(which)} order by id for update`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Locks loans and then loads them behind the lock; loans that were not locked are not loaded. */
export async function lockedLoans(tx: Tx, which: Loans): Promise<readonly Loan[]> {
  const [locked, loans] = await pipeline(tx, [(on) => lockLoans(on, which), (on) => loansById(on, which)]);
  return loans.filter(({ id }) => locked.has(id));
}

/** {@link lockedLoans} for one loan. @throws if there is no such loan */
export async function lockedLoan(tx: Tx, id: number): Promise<Loan> {
  const [loan] = await lockedLoans(tx, [id]);
  if (!loan) throw new Error(`there is no loan ${id}`);
  return loan;
}

export type CancelReason = 'check-failed' | 'payout-failed' | 'customer' | 'identity' | 'not-delivered';

/**
 * Moves a loan along its state machine; no other code changes its state.
 * @returns the new state
 * @throws when the event is not allowed in its state
 */
export async function moveLoan(
  tx: Tx,
  { id, state }: Pick<Loan, 'id' | 'state'>,
  event: LoanEvent,
  at: Date,
  reason?: CancelReason,
): Promise<LoanState> {
  const moved = transitionLoan(state, event);
  if (!moved.ok) throw new Error(`a loan in ${state} cannot be ${event}`);
  await tx
    .updateTable('loan')
    .set({ state: moved.state, ...datesOf(event, at, reason) })
    .where('id', '=', id)
    .execute();
  return moved.state;
}

/** Tax falls due of everything that there is: the default of the column. */
const BEFORE_ALL = calendarDate('1970-01-01');

function datesOf(event: LoanEvent, at: Date, reason: CancelReason | undefined) {
  switch (event) {
    case 'checked':
      return {};
    case 'paid-out':
      return { disbursed_at: at };
    case 'paid-off':
      return { finished_at: at };
    case 'cancel':
      return { canceled_at: at, ...(reason === undefined ? {} : { cancel_reason: reason }) };
    case 'withdraw':
      return { canceled_at: at, cancel_reason: 'withdrawn', finished_at: null };
    case 'delivered-after-all':
      // Allowed even if the customer has a newer loan.
      return {
        disbursed_at: at,
        reopened_at: at,
        canceled_at: null,
        cancel_reason: '',
        // Its tax points are booked again.
        tax_due_on: BEFORE_ALL,
      };
    case 'never-delivered':
      return { canceled_at: at, cancel_reason: 'payout-failed', disbursed_at: null, finished_at: null };
    case 'reopen':
      return { reopened_at: at, finished_at: null, canceled_at: null, cancel_reason: '' };
  }
}

/** True for a loan canceled without a payout; any payments for it are the customer's credit. */
export function cameToNothing({ state, paidOutAt }: Pick<Loan, 'state' | 'paidOutAt'>): boolean {
  return paidOutAt === null && state === 'canceled';
}

/** Stores the next day on which credit pays, and the day since which the loan has had credit. */
export async function noteCredit(
  tx: Tx,
  { id, creditSince, creditDueOn }: Pick<Loan, 'id' | 'creditSince' | 'creditDueOn'>,
): Promise<void> {
  await tx
    .updateTable('loan')
    .set({ credit_since: creditSince, credit_due_on: creditDueOn })
    .where('id', '=', id)
    .execute();
}

/** Stores the rule of the loans' booked tax, and the next day on which more falls due. */
export async function noteTax(
  tx: Tx,
  loans: readonly Pick<Loan, 'id' | 'taxRule' | 'taxDueOn' | 'isTaxProRata'>[],
): Promise<void> {
  if (loans.length === 0) return;
  await sql`
    update loan set tax_rule = noted.rule, tax_due_on = noted.due_on, tax_pro_rata = noted.pro_rata
    from unnest(${loans.map(({ id }) => id)}::bigint[], ${loans.map(({ taxRule }) => taxRule)}::text[],
      ${loans.map(({ taxDueOn }) => taxDueOn)}::date[],
      ${loans.map(({ isTaxProRata }) => isTaxProRata)}::boolean[]) as noted (id, rule, due_on, pro_rata)
    where loan.id = noted.id
  `.execute(tx);
}

/** Records that the loan's docket is written, or that there is no data to write it from. */
export async function markDocketWritten(db: Queryable, loanId: number): Promise<void> {
  await db.updateTable('loan').set({ docket_due_at: null }).where('id', '=', loanId).execute();
}
