import { sql, type RawBuilder } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import { COUNTED_HOLDS } from '../../../contract/staff/holds.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { HOLD_REASONS, type HoldReason } from '../../../domain/holds.ts';
import { shownName } from '../../customers/service.ts';
import type { Database } from '../../platform/database.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';
import { askedBy } from '../../staff/actions/service.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/holds', 'query'>>;
type Page = OutputOf<'GET /api/staff/holds'>;
type Shown = Page['result'][number];

interface Row {
  readonly id: number;
  readonly country: CountryCode;
  readonly customer_id: number;
  readonly person: string;
  readonly reason: HoldReason;
  readonly loan_id: number | null;
  readonly note: string;
  readonly file_id: number | null;
  readonly placed_at: Date;
  readonly placed_by: string;
  readonly last_day: string | null;
  readonly lifted_at: Date | null;
  readonly lifted_by: string | null;
  readonly approved_by: string | null;
  readonly lift_reason: string;
  readonly lift_note: string;
  readonly lift_asked_by: string;
  readonly version: number;
  readonly micros: number;
}

type Permissions = StaffIdentity['permissions'];

/**
 * Holds `h` visible to this person: Compliance holds are hidden from staff who could tip the customer off.
 */
const seenBy = (permissions: Permissions) =>
  permissions.has('holds.compliance') ? sql<boolean>`true` : sql<boolean>`h.reason <> 'compliance'`;

/** Columns of the hold `h`; `at` is the sort instant of the list. */
const shownColumns = (at: RawBuilder<unknown>) => sql`
  h.id, h.country, h.customer_id, h.reason, h.loan_id, h.note, h.file_id, h.placed_at, h.last_day,
  h.lifted_at, h.lift_reason, h.lift_note, h.version, p.name as placed_by, f.name as lifted_by, a.name as approved_by,
  ${shownName} as person, ${askedBy(sql`'hold:' || h.id`)} as lift_asked_by,
  (extract(epoch from ${at}) * 1000000)::bigint as micros`;

const joins = sql`
  join customer c on c.id = h.customer_id join staff_member p on p.id = h.placed_by
  left join staff_member f on f.id = h.lifted_by
  left join staff_member a on a.id = h.approved_by`;

/** Page of holds: active ones oldest first, because they must end one day; ended ones newest first. */
export async function holdsPage(
  db: Database,
  { countries, permissions }: Pick<StaffIdentity, 'countries' | 'permissions'>,
  { view = 'active', reason, country, from, size = PAGE_SIZE }: Filter,
): Promise<Page> {
  const own = country ? [country] : [...countries];
  const isEnded = view === 'ended';
  const at = isEnded ? sql`h.lifted_at` : sql`h.placed_at`;
  const [micros = '0', id = '0'] = from?.split('~') ?? [];
  const instant = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  const place =
    from === undefined
      ? sql`true`
      : sql`(${at}, h.id) ${isEnded ? sql`<` : sql`>`} (${instant}, ${Number(id)})`;
  const direction = isEnded ? sql`desc` : sql`asc`;
  const [{ rows }, counts] = await Promise.all([
    sql<Row>`
      select ${shownColumns(at)} from customer_hold h ${joins}
      where ${isEnded ? sql`h.lifted_at is not null` : sql`h.lifted_at is null`}
        and h.country = any(${own}::text[]) and ${seenBy(permissions)} and (${reason ?? ''} = '' or h.reason = ${reason ?? ''}) and ${place}
      order by ${at} ${direction}, h.id ${direction} limit ${size + 1}
    `.execute(db),
    countsOf(db, own, permissions),
  ]);
  return { ...pageOf(rows, size, holdView, (last) => `${last.micros}~${last.id}`), counts };
}

/** Active holds by reason, each counted up to {@link COUNTED_HOLDS}. */
async function countsOf(
  db: Database,
  countries: readonly CountryCode[],
  permissions: Permissions,
): Promise<Page['counts']> {
  const count = (reason: HoldReason) => sql`
    select ${reason} as reason, count(*)::int as count from (select from customer_hold h
      where lifted_at is null and ${seenBy(permissions)} and reason = ${reason} and country = any(${[...countries]}::text[])
      limit ${COUNTED_HOLDS}) counted`;
  const { rows } = await sql<{ reason: HoldReason; count: number }>`
    ${sql.join(HOLD_REASONS.map(count), sql` union all `)}`.execute(db);
  const counted = new Map(rows.map(({ reason, count: many }) => [reason, many]));
  return Object.fromEntries(HOLD_REASONS.map((each) => [each, counted.get(each) ?? 0])) as Page['counts'];
}

export async function holdsOf(db: Database, customerId: number, permissions: Permissions): Promise<Shown[]> {
  const { rows } = await sql<Row>`
    select ${shownColumns(sql`h.placed_at`)} from customer_hold h ${joins}
    where h.customer_id = ${customerId} and ${seenBy(permissions)} order by h.id desc limit ${PAGE_SIZE}
  `.execute(db);
  return rows.map(holdView);
}

function holdView(row: Row): Shown {
  return {
    id: String(row.id),
    country: row.country,
    customer: String(row.customer_id),
    person: row.person,
    reason: row.reason,
    loan: row.loan_id === null ? '' : String(row.loan_id),
    note: row.note,
    file: row.file_id === null ? '' : String(row.file_id),
    placed_at: row.placed_at.toISOString(),
    placed_by: row.placed_by,
    last_day: row.last_day ?? '',
    lifted_at: row.lifted_at?.toISOString() ?? '',
    lifted_by: row.lifted_by ?? '',
    approved_by: row.approved_by ?? '',
    lift_reason: row.lift_reason,
    lift_note: row.lift_note,
    lift_asked_by: row.lift_asked_by,
    version: row.version,
  };
}
