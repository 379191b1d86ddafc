import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CallKey } from '../../../../contract/contract.ts';
import { COUNTRIES, type CountryCode } from '../../../../countries/countries.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { CLOSE_LINES, type CloseAccount, type JournalLine } from '../../../../domain/month-close.ts';
import { closeCommands } from '../../../operations/closes/commands.ts';
import { freezeClose, freezeNext, type StoredTotals } from '../../../operations/closes/freeze.ts';
import { transaction, type Database } from '../../../platform/database.ts';
import { collectInvoices } from '../../../servicing/invoices/collect.ts';
import { ensureSeries, issueSeries } from '../../../servicing/invoices/issue.ts';
import { invoicingTerms } from '../../../servicing/invoices/terms.ts';
import type { Actor, Asked } from '../../../staff/actions/service.ts';
import type { Frozen } from '../model/frozen.ts';
import type { Product } from './stage.ts';

/** A stored close, and the loans that it froze, by public id. */
export interface Close {
  readonly id: number;
  readonly version: number;
  readonly month: CalendarDate;
  readonly cutAt: Date;
  readonly totals: StoredTotals;
  readonly journal: readonly JournalLine[];
  readonly balances: Readonly<Partial<Record<CloseAccount, number>>>;
}

export interface FrozenLoan extends Frozen {
  readonly provision: number;
  readonly isSuspended: boolean;
}

interface Given {
  readonly params: object;
  readonly query?: object;
  readonly body?: object;
  readonly seenVersion?: number;
  readonly isApproved?: boolean;
}

/** Carries out a staff command for closes by two people. @throws Error when it is refused */
async function carryOut({ deps }: Product, key: CallKey, given: Given): Promise<unknown> {
  const { params, query = {}, body = {}, seenVersion, isApproved = false } = given;
  const staff = await deps.db.selectFrom('staff_member').select('id').orderBy('id').limit(2).execute();
  const [by, second] = staff.map(({ id }): Actor => ({
    staffId: id,
    name: '',
    roles: [],
    countries: COUNTRIES,
    permissions: new Set(),
  }));
  const command = closeCommands(deps).find((each) => each.key === key);
  if (!command || !by || !second) throw new Error('the simulation cannot close months');
  const asked = { params, query, body, seenVersion, by, approver: isApproved ? second : undefined };
  const done = await transaction(deps.db, (tx) => command.work(tx, asked as unknown as Asked<CallKey>));
  if (!done.ok) throw new Error(`${key} was refused: ${done.code} ${JSON.stringify(done)}`);
  return done.value.answer;
}

/** Prepares a month's close. @param isKilled the first worker dies after some loans, and two go on at once */
export async function prepareClose(
  product: Product,
  country: CountryCode,
  month: CalendarDate,
  isKilled: boolean,
): Promise<Close> {
  const { db } = product.deps;
  const params = { country, month: month.slice(0, 7) };
  await carryOut(product, 'POST /api/staff/closes/{country}/{month}/prepare', { params });
  const { id } = await db
    .selectFrom('closes')
    .select('id')
    .where('country', '=', country)
    .where('month', '=', month)
    .executeTakeFirstOrThrow();
  if (isKilled) {
    await freezeNext(db, id, 3);
    await Promise.all([freezeClose(db, id), freezeClose(db, id)]);
  } else await freezeClose(db, id);
  return closeById(db, id);
}

async function closeById(db: Database, id: number): Promise<Close> {
  const { rows } = await sql<Close>`select id, version, month, cut_at as "cutAt", totals, journal, balances
    from closes where id = ${id}`.execute(db);
  const [close] = rows;
  if (!close) throw new Error('a close has gone');
  return close;
}

/** Closes a prepared month: one of the staff asks for it, another approves. */
export async function approveClose(product: Product, { id, version: seenVersion }: Close): Promise<void> {
  const key = 'POST /api/staff/closes/{id}/close';
  const given = { params: { id }, body: { reason_code: 'month-end', reason: '' }, seenVersion };
  await carryOut(product, key, given);
  await carryOut(product, key, { ...given, isApproved: true });
}

/** SHA-256 of every file of a close, by name. */
export async function filesOf(product: Product, id: number): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {};
  for (const file of ['journal', 'loans'])
    for (const format of ['csv', 'xlsx']) {
      const query = { file, format };
      const key = 'POST /api/staff/closes/{id}/export';
      const answer = (await carryOut(product, key, { params: { id }, query })) as { body: Buffer };
      digests[`${file}.${format}`] = createHash('sha256').update(answer.body).digest('hex');
    }
  return digests;
}

/** Loans that a close froze, by public id. */
export async function frozenLoans(db: Database, id: number): Promise<ReadonlyMap<string, FrozenLoan>> {
  const { rows } = await sql<FrozenLoan & { loan: string }>`
    select l.public_id as loan, c.principal, c.shortfall, c.written_off as "writtenOff",
      c.interest_accrued as "interestAccrued", c.interest_due as "interestDue",
      c.default_interest as "defaultInterest", c.fees_due as "feesDue", c.days_late as "daysLate", c.provision,
      c.is_suspended as "isSuspended"
    from close_loans c join loan l on l.id = c.loan_id where c.close_id = ${id}`.execute(db);
  return new Map(rows.map(({ loan, ...row }) => [loan, row]));
}

/** Ledger balances of a country at an instant of booking. */
export async function ledgerBefore(
  db: Database,
  country: CountryCode,
  at: Date,
): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ account: string; amount: number }>`
    select e.account, sum(e.amount)::bigint as amount from ledger_transaction t
      join ledger_entry e on e.transaction_id = t.id
    where t.country = ${country} and t.at < ${at} group by 1 having sum(e.amount) <> 0`.execute(db);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

export const isLedgerAccount = (account: string): boolean =>
  !(CLOSE_LINES as readonly string[]).includes(account);

/** Tax of a country by an instant of booking, in centavos. */
export interface TaxBefore {
  /** Tax of all booked points. */
  readonly points: number;
  /** Tax of invoices less that of credit notes. */
  readonly documents: number;
  /** Tax of membership prices, which is on no point. */
  readonly memberships: number;
  /** Tax of origination charges of money on its way, taxed with its delivery. */
  readonly underWay: number;
}

export async function taxBefore(db: Database, country: CountryCode, at: Date): Promise<TaxBefore> {
  const { rows } = await sql<TaxBefore>`
    select
      (select coalesce(sum(tax), 0)::bigint from tax_points where country = ${country} and booked_at < ${at}) as points,
      (select coalesce(sum(case kind when 'invoice' then tax else -tax end), 0)::bigint from invoice
        where country = ${country} and created_at < ${at}) as documents,
      (select coalesce(-sum(e.amount), 0)::bigint from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        where t.country = ${country} and t.at < ${at} and e.account = 'tax-payable' and t.kind like 'membership-%')
        as memberships,
      (select coalesce(sum((l.terms->'originationFee'->>'tax')::bigint), 0)::bigint from loan l
        where l.country = ${country} and l.created_at < ${at} and (l.canceled_at is null or l.canceled_at >= ${at})
          and not exists (select from tax_points p
            where p.loan_id = l.id and p.kind = 'origination' and p.booked_at < ${at})) as "underWay"`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('no tax was summed');
  return row;
}

/** Puts all points booked so far on documents, as the worker does within seconds. */
export async function collectPoints({ deps }: Product, country: CountryCode): Promise<void> {
  const terms = await invoicingTerms(deps, country);
  if (!terms) throw new Error('the simulation cannot invoice');
  while ((await collectInvoices(deps, country, terms)) !== 0);
}

/** Issues all documents of a country. */
export async function issueDocuments({ deps }: Product, country: CountryCode): Promise<void> {
  await ensureSeries(deps, country);
  const series = await deps.db
    .selectFrom('invoice_series')
    .select('id')
    .where('country', '=', country)
    // Invoices first: a credit note waits for those it corrects.
    .orderBy('kind', 'desc')
    .execute();
  for (const { id } of series) await issueSeries(deps, id);
}

/** Number of documents that are neither issued nor wait for a person or for the invoice that they correct. */
export async function forgottenDocuments(db: Database, country: CountryCode): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invoice i
    where country = ${country} and state <> 'authorised'
      and not (state = 'refused' and faults->0->>'code' in ('amounts', 'nothing-corrected'))
      and not (state = 'waiting' and exists (select from invoice_correction c join invoice o on o.id = c.invoice_id
        where c.note_id = i.id and o.state <> 'authorised'))`.execute(db);
  return rows[0]?.count ?? 0;
}
