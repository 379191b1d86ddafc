import { sql } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import type { DebtorDifference } from '../../../domain/debtors.ts';
import { centavos, toUnits } from '../../../domain/money.ts';
import { shownName } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database } from '../../platform/database.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/debtors', 'query'>>;
type Debtors = OutputOf<'GET /api/staff/debtors'>;
type Differences = OutputOf<'GET /api/staff/debtors/differences'>;

export function debtorRoutes({ db }: Pick<Dependencies, 'db'>): Route[] {
  return [
    route('GET /api/staff/debtors', async (call) =>
      ok(await debtorsPage(db, staffOf(call).countries, call.query)),
    ),
    route('GET /api/staff/debtors/differences', async (call) =>
      ok(await differencesPage(db, staffOf(call).countries, call.query)),
    ),
  ];
}

const units = (amount: number) => toUnits(centavos(amount));
const unitsOrNull = (amount: number | null) => (amount === null ? null : units(amount));

/** First day of the asked month, or of the newest of the countries; undefined before the first. */
async function monthOf(
  db: Database,
  table: 'debtor_figure' | 'debtor_comparison',
  countries: readonly CountryCode[],
  asked: string | undefined,
): Promise<string | undefined> {
  if (asked !== undefined) return `${asked}-01`;
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('month').as('month'))
    .where('country', 'in', [...countries])
    .executeTakeFirst();
  return row?.month ?? undefined;
}

interface DebtorRow {
  readonly customer_id: number;
  readonly country: CountryCode;
  readonly person: string;
  readonly class: number;
  readonly principal: number;
  readonly interest: number;
  readonly days_late: number;
  readonly is_refinanced: boolean;
  readonly is_sued: boolean;
  readonly is_disputed: boolean;
  readonly loans: number;
  readonly written_off: number;
}

async function debtorsPage(
  db: Database,
  countries: readonly CountryCode[],
  { country, month: asked, from = '0', size = PAGE_SIZE }: Filter,
): Promise<Debtors> {
  const own = country ? [country] : [...countries];
  const unlisted = from === '0' ? await unlistedMonths(db, own) : [];
  const month = await monthOf(db, 'debtor_figure', own, asked);
  if (month === undefined) return { result: [], next: '', month: '', unlisted };
  const { rows } = await sql<DebtorRow>`
    select f.*, ${shownName} as person from debtor_figure f join customer c on c.id = f.customer_id
    where f.country = any(${own}::text[]) and f.month = ${month} and f.customer_id > ${Number(from)}
    order by f.customer_id limit ${size + 1}`.execute(db);
  const page = pageOf(rows, size, debtorView, (last) => String(last.customer_id));
  return { ...page, month: month.slice(0, 7), unlisted };
}

/** Closed months with loans, without their list yet. */
async function unlistedMonths(db: Database, countries: readonly CountryCode[]): Promise<Debtors['unlisted']> {
  const { rows } = await sql<Debtors['unlisted'][number]>`
    select c.country, to_char(c.month, 'YYYY-MM') as month from closes c
    where c.country = any(${[...countries]}::text[]) and c.state = 'closed'
      and exists (select from close_loans l where l.close_id = c.id)
      and not exists (select from debtor_figure f where f.close_id = c.id)
    order by c.month, c.country`.execute(db);
  return rows;
}

const debtorView = (row: DebtorRow): Debtors['result'][number] => ({
  customer: String(row.customer_id),
  country: row.country,
  person: row.person,
  class: row.class,
  currency: packOf(row.country).currency,
  principal: units(row.principal),
  interest: units(row.interest),
  days_late: row.days_late,
  is_refinanced: row.is_refinanced,
  is_sued: row.is_sued,
  is_disputed: row.is_disputed,
  loans: row.loans,
  written_off: row.written_off,
});

interface DifferenceRow {
  readonly id: number;
  readonly country: CountryCode;
  readonly customer_id: number | null;
  readonly person: string | null;
  readonly legal_number: string;
  readonly kinds: readonly DebtorDifference[];
  readonly our_class: number | null;
  readonly our_amount: number | null;
  readonly their_class: number | null;
  readonly their_amount: number | null;
}

async function differencesPage(
  db: Database,
  countries: readonly CountryCode[],
  { country, month: asked, from = '0', size = PAGE_SIZE }: Filter,
): Promise<Differences> {
  const own = country ? [country] : [...countries];
  const month = await monthOf(db, 'debtor_comparison', own, asked);
  if (month === undefined) return { result: [], next: '', month: '', compared: null };
  const [{ rows }, compared] = await Promise.all([
    sql<DifferenceRow>`
      select d.*, ${shownName} as person from debtor_difference d left join customer c on c.id = d.customer_id
      where d.country = any(${own}::text[]) and d.month = ${month} and d.id > ${Number(from)}
      order by d.id limit ${size + 1}`.execute(db),
    comparedOf(db, own, month),
  ]);
  const page = pageOf(rows, size, differenceView, ({ id }) => String(id));
  return { ...page, month: month.slice(0, 7), compared };
}

async function comparedOf(
  db: Database,
  countries: readonly CountryCode[],
  month: string,
): Promise<Differences['compared']> {
  const { rows } = await sql<{ at: Date | null; ours: number | null; theirs: number | null }>`
    select max(compared_at) as at, sum(ours)::int as ours, sum(theirs)::int as theirs from debtor_comparison
    where country = any(${[...countries]}::text[]) and month = ${month}`.execute(db);
  const [row] = rows;
  return row?.at ? { at: row.at.toISOString(), ours: row.ours ?? 0, theirs: row.theirs ?? 0 } : null;
}

const differenceView = (row: DifferenceRow): Differences['result'][number] => ({
  id: String(row.id),
  country: row.country,
  customer: row.customer_id === null ? '' : String(row.customer_id),
  person: row.person ?? '',
  // As masked as elsewhere: the full number is on the customer's page.
  legal_number: row.legal_number.replace(/^.*(?=...$)/, (hidden) => '•'.repeat(hidden.length)),
  kinds: [...row.kinds],
  currency: packOf(row.country).currency,
  our_class: row.our_class,
  our_amount: unitsOrNull(row.our_amount),
  their_class: row.their_class,
  their_amount: unitsOrNull(row.their_amount),
});
