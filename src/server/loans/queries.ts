import { sql, type RawBuilder } from 'kysely';
import type { CountryCode, DeliveryType } from '../../countries/country-pack.ts';
import type { DisbursementState, LoanState } from '../../domain/loan-state.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import { ticketsOf, type TicketRow } from '../support/tickets/service.ts';
import type { InstalmentColumns, PaymentColumns, StoredTerms } from './conditions.ts';
import type { StoredOpenPayment } from './open-payments.ts';
import type { StoredOriginal, StoredRates } from './store-loan.ts';

/** A loan with all its answers need, as one statement gives it. Amounts in centavos. */
export interface LoanRow {
  readonly id: number;
  readonly public_id: string;
  readonly country: CountryCode;
  readonly customer_id: number;
  readonly state: LoanState;
  readonly principal: number;
  readonly amount_delivered: number;
  readonly instalment_count: number;
  readonly instalment_amount: number;
  readonly final_amount: number;
  readonly is_membership: boolean;
  readonly terms: StoredTerms;
  readonly rates: StoredRates;
  readonly original: StoredOriginal;
  readonly delivery_type: string;
  readonly delivery_point: string;
  readonly interest_from: string;
  readonly has_cancel_from_the_client: boolean;
  /** Since when it has had money in favour. */
  readonly credit_since: string | null;
  /** The day on which money in favour pays next; from it on nothing of that is booked. Null while nothing waits. */
  readonly credit_due_on: string | null;
  readonly created_at: Date;
  /** When the money was there; null before. */
  readonly disbursed_at: Date | null;
  readonly document_number: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly bank_name: string | null;
  readonly account_number: string | null;
  readonly disbursement_state: DisbursementState;
  /** Local date of the payout, YYYY-MM-DD; null before it. */
  readonly delivered_on: string | null;
  /** Price of the membership agreed with the loan, centavos; null without one. */
  readonly membership_price: number | null;
  /** SHA-256 of contract and promissory note, hexadecimal; null until they are written. */
  readonly docket_sha256: string | null;
  readonly instalments: readonly InstalmentColumns[];
  readonly payments: readonly PaymentColumns[];
  readonly open_payments: readonly StoredOpenPayment[];
  readonly reversals: readonly ReversalColumns[];
  /** What was delivered less what was paid, centavos; below zero when more was paid. */
  readonly not_returned: number;
  /** null unless the customer has withdrawn from it. */
  readonly withdrawal: StoredWithdrawal | null;
}

/** A withdrawal that took effect, as a JSON object of the database. */
export interface StoredWithdrawal {
  readonly code: string;
  readonly state: 'canceled' | 'return-due' | 'returned' | 'lapsed';
  /** Last day on which the money may come back; null where nothing was paid out. */
  readonly until: string | null;
  /** Money in favour of other loans that was moved to this one, centavos. */
  readonly credit: number;
}

/** What a payment that was taken back had covered of an instalment, centavos, less what counts of it still. */
export type ReversalColumns = readonly [instalment: number, reversedOn: string, amount: number];

const loanColumns = sql`
  l.id, l.public_id, l.country, l.customer_id, l.state, l.principal, l.amount_delivered, l.instalment_count,
  l.instalment_amount, l.final_amount, l.is_membership, l.terms, l.rates, l.original, l.delivery_type,
  l.delivery_point, l.interest_from, l.has_cancel_from_the_client, l.credit_since, l.credit_due_on, l.created_at,
  l.disbursed_at`;

const instalmentColumns = sql`
  coalesce((select json_agg(json_build_array(i.number, i.due_date, i.principal, i.interest, i.tax, i.fee, i.fee_tax)
    order by i.number) from instalment i where i.loan_id = l.id), '[]'::json) as instalments`;

const paymentColumns = sql`
  coalesce((select json_agg(json_build_array(p.public_id, p.value_date, p.amount, p.instalments, p.is_payoff, p.prepayment)
    order by p.id) from payment p where p.loan_id = l.id
      and not exists (select from payment_reversal where payment_id = p.id)), '[]'::json) as payments`;

const openPaymentColumns = sql`
  coalesce((select json_agg(json_build_object('instalment', ri.instalment, 'hash', r.hash, 'kind', r.kind,
      'method', r.method, 'url', r.url, 'due_date', r.due_date, 'state', r.state, 'purpose', r.purpose,
      'amount', r.amount, 'priced_on', r.priced_on, 'barcode', r.barcode, 'reference', r.reference))
    from payment_request_instalment ri join payment_request r on r.id = ri.request_id
    where ri.loan_id = l.id and ri.is_open), '[]'::json) as open_payments`;

/** A payment of which only a part was given back is taken back whole, and its rest stands in under `report_id`. */
const reversalColumns = sql`
  coalesce((select json_agg(json_build_array(t.instalment, t.reversed_on, t.amount) order by t.reversed_on) from (
    select a.instalment, v.reversed_on, -sum(a.amount) as amount
    from payment p join payment_reversal v on v.payment_id = p.id
    left join payment rest on rest.source = v.source and rest.reference = v.report_id and rest.id <> p.id
    join payment_allocation a on a.posted_by = p.id
      and (a.payment_id = rest.id or a.payment_id = p.id and a.amount < 0)
    where p.loan_id = l.id group by p.id, a.instalment, v.reversed_on having sum(a.amount) < 0) t), '[]'::json) as reversals`;

/** The newest withdrawal from the loan that took effect, and what of the money that was delivered is not back. */
const withdrawalColumns = sql`
  (l.amount_delivered - coalesce((
    select sum(p.amount) from payment p
    where p.loan_id = l.id and p.source <> 'referral-discount'
      and not exists (select from payment_reversal where payment_id = p.id)), 0))::bigint as not_returned,
  (select json_build_object('code', w.code, 'state', w.state, 'until', w.return_until, 'credit', coalesce((
      select sum(p.amount) from payment p
      where p.loan_id = l.id and p.source = 'credit-transfer' and p.amount > 0
        and not exists (select from payment_reversal where payment_id = p.id)), 0))
    from withdrawal w
    where w.customer_id = l.customer_id and w.kind = 'loan' and w.loan_id = l.id
      and w.state in ('canceled', 'return-due', 'returned', 'lapsed')
    order by w.id desc limit 1) as withdrawal`;

async function selectLoans(db: Queryable, which: RawBuilder<unknown>): Promise<readonly LoanRow[]> {
  const { rows } = await sql<LoanRow>`
    select ${loanColumns}, c.document_number, c.first_name, c.last_name, b.bank_name, b.account_number,
      (select encode(k.sha256, 'hex') from loan_docket k where k.loan_id = l.id) as docket_sha256,
      (select m.price from membership m where m.loan_id = l.id) as membership_price,
      d.state as disbursement_state, d.delivered_on, ${instalmentColumns}, ${paymentColumns},
      ${openPaymentColumns}, ${reversalColumns}, ${withdrawalColumns}
    from loan l
    join customer c on c.id = l.customer_id
    left join bank_account b on b.id = l.bank_account_id
    left join disbursement d on d.loan_id = l.id
    where ${which}
  `.execute(db);
  return rows;
}

/** The loan with this public id, in one round trip with its instalments and payments. */
export async function loanByPublicId(
  db: Queryable,
  country: CountryCode,
  publicId: string,
): Promise<LoanRow | undefined> {
  const [row] = await selectLoans(db, sql`l.public_id = ${publicId} and l.country = ${country}`);
  return row;
}

/** Locks loans, always in the order of their ids, so that two who lock several never wait for each other. */
export async function lockLoans(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select id from loan where id = any(${ids}::bigint[]) order by id for update`.execute(tx);
}

/** A person has few loans; the bound only keeps the answer finite. */
const longestList = 100;

/** A customer's loans, newest first. */
export function loansOfCustomer(db: Queryable, customerId: number): Promise<readonly LoanRow[]> {
  return selectLoans(db, sql`l.customer_id = ${customerId} order by l.id desc limit ${longestList}`);
}

/** Loans by their ids, for reports; the caller bounds how many. */
export function loansById(db: Queryable, ids: readonly number[]): Promise<readonly LoanRow[]> {
  return selectLoans(db, sql`l.id = any(${[...ids]}::bigint[])`);
}

export interface ReceiptRow {
  readonly customer_id: number;
  readonly receipt_code: string;
  readonly amount: number;
  readonly delivered_on: string;
  readonly holder: string;
  readonly delivery_type: DeliveryType;
  readonly destination: string;
  readonly legal_number: string;
}

/** The confirmed payout of a loan. */
export async function receiptOf(
  db: Queryable,
  country: CountryCode,
  publicId: string,
): Promise<ReceiptRow | undefined> {
  const row = await db
    .selectFrom('loan')
    .innerJoin('disbursement', 'disbursement.loan_id', 'loan.id')
    .select([
      'customer_id',
      'receipt_code',
      'amount',
      'delivered_on',
      'holder',
      'loan.delivery_type',
      'destination',
      'legal_number',
    ])
    .where('public_id', '=', publicId)
    .where('country', '=', country)
    .where('disbursement.state', '=', 'confirmed')
    .executeTakeFirst();
  if (!row || row.delivered_on === null) return undefined;
  return { ...row, delivered_on: row.delivered_on, delivery_type: row.delivery_type as DeliveryType };
}

export interface AccountStatusRow {
  readonly customer_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly legal_number: string;
  readonly document_number: string;
  readonly tickets: readonly TicketRow[];
  readonly loan: Omit<
    LoanRow,
    'first_name' | 'last_name' | 'bank_name' | 'account_number' | 'docket_sha256'
  > | null;
}

type FlatAccountStatus = Omit<AccountStatusRow, 'loan'> & {
  readonly [K in keyof NonNullable<AccountStatusRow['loan']>]:
    | NonNullable<AccountStatusRow['loan']>[K]
    | null;
};

/**
 * What an account-status query tells of a document: the newest loan that was not canceled, and the tickets. A
 * finished loan that was reopened comes before a newer one: the older debt is paid first.
 * @param reader for a page that anybody may ask for, its customer (0: without a login). A finished loan is
 * then read for its owner only: a document with everything paid must not take longer than an unknown one.
 */
export async function accountStatusOf(
  db: Queryable,
  country: CountryCode,
  documentNumber: string,
  reader?: number,
): Promise<AccountStatusRow | undefined> {
  const { rows } = await sql<FlatAccountStatus>`
    select ${loanColumns}, c.first_name, c.last_name, c.legal_number, c.document_number, c.id as customer_id, d.state as disbursement_state, ${instalmentColumns}, ${paymentColumns},
      ${openPaymentColumns}, ${reversalColumns}, ${withdrawalColumns},
      ${ticketsOf(sql.ref('c.id'))} as tickets
    from customer c
    left join lateral (
      select * from loan where customer_id = c.id and state <> 'canceled'
        and (state <> 'finished' or customer_id = coalesce(${reader ?? null}::bigint, customer_id))
      order by state = 'finished', reopened_at is null, id desc limit 1) l on true
    left join disbursement d on d.loan_id = l.id
    where c.country = ${country} and c.document_number = ${documentNumber} and c.disabled_at is null
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  // Without a loan every one of its columns is null; with one, none of these is.
  return { ...row, loan: row.id === null ? null : (row as unknown as NonNullable<AccountStatusRow['loan']>) };
}

/** Selects the ids of a document's loans in force, for a statement that asks about them. */
export function loansOfDocument(country: CountryCode, documentNumber: string): RawBuilder<unknown> {
  return sql`
    select l.id from loan l join customer c on c.id = l.customer_id
    where c.country = ${country} and c.document_number = ${documentNumber} and l.state = 'approved'`;
}

/** The agreement of the loan is written, or there is nothing that it could be written from. */
export async function markDocketWritten(db: Queryable, loanId: number): Promise<void> {
  await db.updateTable('loan').set({ docket_due_at: null }).where('id', '=', loanId).execute();
}
