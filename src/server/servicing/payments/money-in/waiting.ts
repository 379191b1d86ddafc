import { sql, type RawBuilder } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../../contract/contract.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { centavos, parseUnits, toUnits } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../../platform/page-size.ts';
import { askedBy } from '../../../staff/actions/service.ts';
import { maskDocument } from '../../../staff/masks/service.ts';
import { workLine, type WorkSource } from '../../../staff/worklist/service.ts';
import { unknownRefunds } from '../refunds/list.ts';
import { lockReport } from '../reports/queries.ts';
import { surestFor } from './suggest.ts';
import type { WaitingReport } from '../reports/adopt-report.ts';

type Shown = OutputOf<'GET /api/staff/money/unmatched'>['result'][number];
type Filter = Sized<ParsedOf<'GET /api/staff/money/unmatched', 'query'>>;

interface Row extends WaitingReport {
  readonly country: CountryCode;
  readonly text: string;
  readonly short: number;
  readonly outcome: string;
  readonly reported_at: Date;
  readonly is_asked_for: boolean;
  readonly asked_by: string;
}

/** Ledger amount of the report; money that left twice has the opposite sign. */
const held = sql`case when r.outcome = 'unmatched' then r.amount - r.refunded else -r.short end`;
/** Written exactly as in the index, so that PostgreSQL uses it. */
const waits = sql<boolean>`(r.outcome = 'unmatched' or r.short > 0)`;

const columns = sql`r.id, r.country, r.source, r.report_id, r.request_reference, r.amount, r.refunded, r.currency,
  r.paid_on, r.version, r.text, r.short, r.outcome, r.reported_at,
  exists (select from payment_request q where q.reference = r.request_reference) as is_asked_for,
  ${askedBy(sql`'report:' || r.id`)} as asked_by`;

/** Masks numbers that may be a person's document; our own are longer. */
function maskNumbers(text: string): string {
  return text.replaceAll(/(?<!\d)\d{7,11}(?!\d)/g, (digits) => maskDocument(digits));
}

function waitingView(row: Row): Shown {
  const isShort = row.outcome !== 'unmatched';
  return {
    id: String(row.id),
    country: row.country,
    currency: row.currency,
    source: row.source,
    report_id: row.report_id,
    reference: row.request_reference,
    text: maskNumbers(row.text),
    amount: toUnits(centavos(isShort ? -row.short : row.amount - row.refunded)),
    paid_on: formatDate(row.paid_on),
    reported_at: row.reported_at.toISOString(),
    kind: isShort
      ? 'short'
      : row.request_reference === ''
        ? 'no-reference'
        : row.is_asked_for
          ? 'loan-takes-none'
          : 'unknown-reference',
    version: row.version,
    asked_by: row.asked_by,
  };
}

/** Operations proposed at once: each is looked at before it is booked. */
const proposedAtOnce = 25;
/** Money through which proposals are looked for. */
const lookedThrough = 60;

/** Money with a reference or document that names exactly one loan, oldest first. */
export async function proposalsOf(
  deps: Pick<Dependencies, 'db' | 'clock'>,
  countries: readonly CountryCode[],
  country: CountryCode | undefined,
): Promise<OutputOf<'GET /api/staff/money/proposals'>> {
  const { rows } = await sql<Row>`
    select ${columns} from payment_report r
    where ${waits} and r.outcome = 'unmatched' and r.country = any(${country ? [country] : [...countries]}::text[])
    order by r.id limit ${lookedThrough}
  `.execute(deps.db);
  const result = [];
  for (const row of rows.filter(({ asked_by: asked }) => asked === '')) {
    const suggestion = await surestFor(deps, row);
    if (suggestion) result.push({ ...waitingView(row), suggestion, customer: suggestion.customer });
    if (result.length === proposedAtOnce) break;
  }
  return { result };
}

/** Money that led to no loan, the oldest first. */
export async function waitingPage(
  db: Queryable,
  countries: readonly CountryCode[],
  { country, source, age, amount, from = 0, size = PAGE_SIZE }: Filter,
  now: Date,
): Promise<OutputOf<'GET /api/staff/money/unmatched'>> {
  const own = country ? [country] : [...countries];
  const conditions: RawBuilder<unknown>[] = [
    waits,
    sql`r.country = any(${own}::text[])`,
    sql`r.id > ${from}`,
    ...(source ? [sql`r.source = ${source}`] : []),
    ...(age ? [sql`r.reported_at <= ${new Date(now.getTime() - Number(age) * 86_400_000)}`] : []),
    ...(amount === undefined ? [] : [sql`r.amount - r.refunded = ${parseUnits(amount.toFixed(2)) ?? 0}`]),
  ];
  const { rows } = await sql<Row>`
    select ${columns} from payment_report r where ${sql.join(conditions, sql` and `)}
    order by r.id limit ${size + 1}
  `.execute(db);
  const { rows: sources } = await sql<{ source: string }>`
    select distinct r.source from payment_report r where ${waits} and r.country = any(${own}::text[]) order by 1 limit 50
  `.execute(db);
  return {
    ...pageOf(rows, size, waitingView, ({ id }) => id),
    sources: sources.map((row) => row.source),
  };
}

/** Unmatched report by id, both as shown and as stored. */
export async function waitingById(db: Queryable, id: number, countries: readonly CountryCode[]) {
  const { rows } = await sql<Row>`
    select ${columns} from payment_report r where r.id = ${id} and ${waits} and r.country = any(${[...countries]}::text[])
  `.execute(db);
  const [row] = rows;
  return row && { row, shown: waitingView(row) };
}

/** Locks a report of these countries against repeated reports and reversals. */
export async function lockWaiting(tx: Tx, id: number, countries: readonly CountryCode[]) {
  const name = await tx
    .selectFrom('payment_report')
    .select(['source', 'report_id'])
    .where('id', '=', id)
    .where('country', 'in', [...countries])
    .executeTakeFirst();
  if (!name) return undefined;
  await lockReport(tx, { source: name.source, reportId: name.report_id });
  return tx
    .selectFrom('payment_report')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Sum, count and oldest of a country's waiting money: all of it, or only money reported by an instant. */
export async function waitingTotal(db: Queryable, country: CountryCode, by?: Date) {
  const { rows } = await sql<{ amount: number; count: number; oldest_at: Date | null }>`
    select coalesce(sum(${held}), 0)::bigint as amount, count(*)::int as count, min(r.reported_at) as oldest_at
    from payment_report r
    where ${waits} and r.country = ${country} and ${by === undefined ? sql`true` : sql`r.reported_at <= ${by}`}
  `.execute(db);
  const [row = { amount: 0, count: 0, oldest_at: null }] = rows;
  return row;
}

/** Days after which unidentified money is late. */
const oldDays = 7;

/**
 * Unidentified money, in total and waiting for a week or more, and refunds without a response from the bank.
 */
export function moneyWork({ db }: Pick<Dependencies, 'db'>): WorkSource {
  return {
    lines: ['unmatched', 'unmatched-old', 'refunds-unknown'],
    async read({ countries }, now) {
      const old = new Date(now.getTime() - oldDays * 86_400_000);
      const ofCountry = async (country: CountryCode) => {
        const [all, late, unknown] = await Promise.all([
          waitingTotal(db, country),
          waitingTotal(db, country, old),
          unknownRefunds(db, country),
        ]);
        const shown = ({ amount, count, oldest_at: oldestAt }: typeof all) => ({
          country,
          count,
          amount: toUnits(centavos(amount)),
          oldestAt,
        });
        return [
          ...workLine('unmatched', shown(all)),
          ...workLine('unmatched-old', shown(late)),
          ...workLine('refunds-unknown', shown(unknown)),
        ];
      };
      return (await Promise.all(countries.map(ofCountry))).flat();
    },
  };
}
