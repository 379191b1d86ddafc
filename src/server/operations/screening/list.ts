import { sql } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import { COUNTED_MATCHES } from '../../../contract/staff/screening.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { ListedBirth, MatchReason } from '../../../domain/list-match.ts';
import type { MatchState } from '../../customers/screening/service.ts';
import { shownName } from '../../customers/service.ts';
import type { ListedEntry } from '../../integrations/watch-lists/port.ts';
import type { Database } from '../../platform/database.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';
import { askedBy } from '../../staff/actions/service.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/screening', 'query'>>;
type Page = OutputOf<'GET /api/staff/screening'>;
type Whole = OutputOf<'GET /api/staff/screening/{id}'>['result'];

interface Row {
  readonly id: number;
  readonly country: CountryCode;
  readonly customer_id: number;
  readonly person: string;
  readonly reasons: readonly MatchReason[];
  readonly name: string;
  readonly body: ListedEntry;
  readonly state: MatchState;
  readonly found_at: Date;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
  readonly approved_by: string | null;
  readonly reason_code: string;
  readonly reason: string;
  readonly asked_by: string;
  readonly version: number;
}

const columns = sql`
  m.id, m.country, m.customer_id, ${shownName} as person, m.reasons, m.name, e.body, m.state, m.found_at, m.decided_at,
  d.name as decided_by, a.name as approved_by, m.reason_code, m.reason, m.version,
  ${askedBy(sql`'match:' || m.id`)} as asked_by`;

const joins = sql`
  join customer c on c.id = m.customer_id join watch_list_entry e on e.id = m.entry_id
  left join staff_member d on d.id = m.decided_by left join staff_member a on a.id = m.approved_by`;

/** Page of matches: waiting ones oldest first, decided ones newest first. */
export async function matchesPage(
  db: Database,
  { countries }: Pick<StaffIdentity, 'countries'>,
  { view = 'waiting', country, from, size = PAGE_SIZE }: Filter,
): Promise<Page> {
  const own = country ? [country] : [...countries];
  const isDecided = view === 'decided';
  const states = isDecided ? sql`m.state in ('same', 'other')` : sql`m.state = 'waiting'`;
  const place =
    from === undefined ? sql`true` : sql`m.id ${isDecided ? sql`<` : sql`>`} ${Number(from)}::bigint`;
  const [{ rows }, counts, lists] = await Promise.all([
    sql<Row>`
      select ${columns} from screening_match m ${joins}
      where ${states} and m.country = any(${own}::text[]) and ${place}
      order by m.id ${isDecided ? sql`desc` : sql`asc`} limit ${size + 1}`.execute(db),
    matchCounts(db, { countries: own }),
    listsOf(db, own),
  ]);
  return { ...pageOf(rows, size, matchView, ({ id }) => String(id)), counts, lists };
}

/** Waiting matches, counted up to {@link COUNTED_MATCHES}. */
export async function matchCounts(
  db: Database,
  { countries }: Pick<StaffIdentity, 'countries'>,
): Promise<Page['counts']> {
  const { rows } = await sql<Page['counts']>`
    select count(*)::int as waiting from (select from screening_match
      where state = 'waiting' and country = any(${[...countries]}::text[]) limit ${COUNTED_MATCHES}) m`.execute(
    db,
  );
  return rows[0] ?? { waiting: 0 };
}

async function listsOf(db: Database, countries: readonly CountryCode[]): Promise<Page['lists']> {
  const { rows } = await sql<{ country: CountryCode; entries: number; loaded_at: Date; checked_at: Date }>`
    select distinct on (country) country, entries, loaded_at, checked_at from watch_list_version
    where country = any(${[...countries]}::text[]) order by country, id desc`.execute(db);
  return countries.map((country) => {
    const last = rows.find((row) => row.country === country);
    return {
      country,
      is_covered: SERVER_ENTRIES[country].watchList !== 'none',
      entries: last?.entries ?? 0,
      loaded_at: last?.loaded_at.toISOString() ?? '',
      checked_at: last?.checked_at.toISOString() ?? '',
    };
  });
}

function matchView(row: Row): Page['result'][number] {
  return {
    id: String(row.id),
    country: row.country,
    customer: String(row.customer_id),
    person: row.person,
    reasons: [...row.reasons],
    listed: row.body.names[0]?.text ?? '',
    name: row.name,
    list: row.body.part,
    state: row.state,
    found_at: row.found_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? '',
    decided_by: row.decided_by ?? '',
    approved_by: row.approved_by ?? '',
    reason_code: row.reason_code,
    reason: row.reason,
    asked_by: row.asked_by,
    version: row.version,
  };
}

interface WholeRow extends Row {
  readonly birthdate: string | null;
  readonly document_number: string;
  readonly legal_number: string;
  readonly loans: number;
  readonly loaded_at: Date;
}

/** Both sides of a match, in full. */
export async function wholeMatch(db: Database, id: number): Promise<Whole | undefined> {
  const { rows } = await sql<WholeRow>`
    select ${columns}, c.birthdate, c.document_number, c.legal_number, v.loaded_at,
      (select count(*)::int from loan l where l.customer_id = c.id) as loans
    from screening_match m ${joins} join watch_list_version v on v.id = e.version_id where m.id = ${id}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { body } = row;
  return {
    ...matchView(row),
    birthdate: row.birthdate ?? '',
    document_number: row.document_number,
    legal_number: row.legal_number,
    loans: row.loans,
    entry: {
      id: body.id,
      kind: body.kind,
      names: body.names.map(({ text, isWeak }) => ({ text, weak: isWeak })),
      births: body.births.map(birthText),
      documents: [...body.documents],
      programme: body.programme,
      reference: body.reference,
      comments: body.comments,
      loaded_at: row.loaded_at.toISOString(),
    },
  };
}

const birthText = ({ from, to, date }: ListedBirth): string =>
  date !== undefined && from === to ? date : from === to ? String(from) : `${from}-${to}`;
