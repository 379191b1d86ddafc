import { sql, type RawBuilder } from 'kysely';
import { isAboveCap, payoutsStopped } from '../content/service.ts';
import { holdStops } from '../customers/holds/service.ts';
import type { CountryCode, DeliveryType } from '../../countries/country-pack.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { PayoutState } from '../../domain/loan-state.ts';
import type { Centavos } from '../../domain/money.ts';
import type { AskedPhoto, ReviewState } from '../customers/identity/service.ts';
import type { Queryable } from '../platform/database.ts';
import type { StoredRates } from './conditions.ts';
import { loanColumns, loanOf, type Loan, type LoanRow } from './loan.ts';
import type { StoredOriginal } from './store-loan.ts';

/** Loan with the data of its screens beyond its standing. */
export interface LoanDetails extends Loan {
  readonly finalAmount: Centavos;
  readonly isMembership: boolean;
  readonly rates: StoredRates;
  readonly original: StoredOriginal;
  /** Time of the change to its basic plan, in force since then; null if it follows the agreed plan. */
  readonly planChangedAt: Date | null;
  readonly deliveryType: DeliveryType;
  readonly deliveryPoint: string;
  readonly hasCancelFromTheClient: boolean;
  readonly bank: { readonly name: string; readonly account: string } | null;
  readonly payout: PayoutState;
  /** The lender holds back the payout. */
  readonly isPayoutWaiting: boolean;
  /** Debits and reminders are paused. */
  readonly isPaused: boolean;
  readonly hasPayoutFailed: boolean;
  /** Canceled because its payout did not leave in time. */
  readonly wasNotDelivered: boolean;
  /** Announced day on which a late order leaves; null before the borrower is notified. */
  readonly leavesOn: CalendarDate | null;
  /** Calendar days that a late delivery moved the due dates; zero before it. */
  readonly daysMoved: number;
  /** Local date of the payout; null before it. */
  readonly deliveredOn: CalendarDate | null;
  /** Price of the membership agreed with the loan; zero without one. */
  readonly membershipPrice: Centavos;
  /** SHA-256 of contract and promissory note, hexadecimal; null until they are written. */
  readonly docketSha256: string | null;
  readonly reversals: readonly Reversal[];
  readonly review: LoanReview | null;
  readonly firstName: string;
  readonly lastName: string;
}

interface LoanReview {
  readonly state: ReviewState;
  readonly asked: readonly AskedPhoto[];
  readonly reason: string;
  /** ISO 8601; null while it is open. */
  readonly decidedAt: string | null;
}

/** Part of an instalment that a reversed payment had covered, less the part that still counts. */
export interface Reversal {
  readonly instalment: number;
  readonly reversedOn: CalendarDate;
  readonly amount: Centavos;
}

/** Loan details as {@link detailColumns} returns them. */
export type DetailRow = LoanRow & Omit<LoanDetails, keyof Loan>;

/** Columns of the loan `l`, its payout `d` and its customer `c`, for {@link detailsOf}. */
export const detailColumns = sql`
  ${loanColumns}, l.final_amount as "finalAmount", l.is_membership as "isMembership", l.rates, l.original,
  (select changed_at from plan_change where loan_id = l.id) as "planChangedAt",
  l.delivery_type as "deliveryType", l.delivery_point as "deliveryPoint",
  l.has_cancel_from_the_client as "hasCancelFromTheClient", c.first_name as "firstName", c.last_name as "lastName",
  d.state as payout, d.delivered_on as "deliveredOn",
  l.state = 'canceled' and l.cancel_reason = 'payout-failed' as "hasPayoutFailed",
  l.state = 'canceled' and l.cancel_reason = 'not-delivered' as "wasNotDelivered",
  d.leaves_on as "leavesOn", l.due_dates_moved as "daysMoved",
  coalesce(d.state = 'planned' and (d.is_on_hold or d.waits_for not in ('', 'notice')
    or ${isAboveCap(sql`l.country`, sql`d.amount`)} and d.above_cap_approved_at is null
    or ${holdStops('pay-outs', sql`l.customer_id`, sql`l.id`)}
    or ${payoutsStopped(sql`l.country`)}), false) as "isPayoutWaiting",
  l.state = 'approved' and ${holdStops('charges', sql`l.customer_id`, sql`l.id`)} as "isPaused",
  (select json_build_object('name', b.bank_name, 'account', b.account_number)
    from bank_account b where b.id = l.bank_account_id) as bank,
  (select encode(k.sha256, 'hex') from loan_docket k where k.loan_id = l.id) as "docketSha256",
  coalesce((select m.price from membership m where m.loan_id = l.id), 0) as "membershipPrice",
  (select json_build_object('state', v.state, 'asked', v.asked, 'reason', v.reason_code, 'decidedAt', v.decided_at)
    from identity_review v where v.loan_id = l.id) as review,
  -- A payment of which only a part was given back is taken back whole, and its rest stands in under report_id.
  coalesce((select json_agg(json_build_object('instalment', t.instalment, 'reversedOn', t.reversed_on, 'amount', t.amount)
      order by t.reversed_on) from (
    select a.instalment, v.reversed_on, -sum(a.amount) as amount
    from payment p join payment_reversal v on v.payment_id = p.id
    left join payment rest on rest.source = v.source and rest.reference = v.report_id and rest.id <> p.id
    join payment_allocation a on a.posted_by = p.id
      and (a.payment_id = rest.id or a.payment_id = p.id and a.amount < 0)
    where p.loan_id = l.id group by p.id, a.instalment, v.reversed_on having sum(a.amount) < 0) t), '[]') as reversals`;

/** Details of a row; other columns are passed through. */
export function detailsOf<Row extends DetailRow>(row: Row) {
  const { finalAmount, rates } = row.rareFacts?.changedPlan ?? row;
  return loanOf({ ...row, finalAmount, rates });
}

async function selectRows(db: Queryable, which: RawBuilder<unknown>): Promise<readonly DetailRow[]> {
  const { rows } = await sql<DetailRow>`
    select ${detailColumns} from loan l join customer c on c.id = l.customer_id
    left join payout d on d.loan_id = l.id where ${which}
  `.execute(db);
  return rows;
}

async function selectDetails(db: Queryable, which: RawBuilder<unknown>): Promise<readonly LoanDetails[]> {
  return (await selectRows(db, which)).map((row) => detailsOf(row));
}

export async function loanInDetail(db: Queryable, loanId: number): Promise<LoanDetails | undefined> {
  const [loan] = await selectDetails(db, sql`l.id = ${loanId}`);
  return loan;
}

/** {@link loanInDetail} with the agreed figures, even after a plan change. */
export async function loanAsAgreed(db: Queryable, loanId: number): Promise<LoanDetails | undefined> {
  const [row] = await selectRows(db, sql`l.id = ${loanId}`);
  return row && detailsOf({ ...row, rareFacts: row.rareFacts && { ...row.rareFacts, changedPlan: null } });
}

/** Loads a loan by public id, in one round trip. */
export async function loanByPublicId(
  db: Queryable,
  country: CountryCode,
  publicId: string,
): Promise<LoanDetails | undefined> {
  const [loan] = await selectDetails(db, sql`l.public_id = ${publicId} and l.country = ${country}`);
  return loan;
}

/** Safety limit; a person has few loans. */
const longestList = 100;

export function loansOfCustomer(db: Queryable, customerId: number): Promise<readonly LoanDetails[]> {
  return selectDetails(db, sql`l.customer_id = ${customerId} order by l.id desc limit ${longestList}`);
}
