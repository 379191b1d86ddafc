import { sql } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import { COLLECTIONS_COUNTED, COUNTED_VIEWS } from '../../../contract/staff/collections.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { toUnits } from '../../../domain/money.ts';
import { shownName } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';
import { PAGE_SIZE, type Sized } from '../../platform/page-size.ts';
import { withoutOwnRecord } from '../../staff/own-records/service.ts';
import {
  countCases,
  lastCloseOf,
  queueRows,
  waitOf,
  waitUntil,
  type CaseWait,
  type QueueAsked,
  type QueuePlace,
  type QueueRow,
} from './queue.ts';
import { standingsOf, type CaseStanding } from './standing.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/collections', 'query'>>;
type Page = OutputOf<'GET /api/staff/collections'>;
type Shown = Page['result'][number];

/** Rounds to fill a page when cases were paid since the close; the next page continues after the last. */
const mostRounds = 4;

/** Country of a queue: amounts of two currencies do not compare, so it is always one. */
export const countryOfQueue = (
  { countries }: Pick<StaffIdentity, 'countries'>,
  asked: CountryCode | undefined,
): CountryCode | undefined => asked ?? countries[0];

/**
 * Page of a view, in the order of the last close; its rows have their figures of now, in the order of these.
 * A case paid since then is left out.
 */
export async function queuePage(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  staff: Pick<StaffIdentity, 'staffId' | 'countries'>,
  { country: given, from, size = PAGE_SIZE, view = 'queue', bucket, waits, since }: Filter,
): Promise<Page> {
  const country = countryOfQueue(staff, given);
  if (country === undefined) return { result: [], next: '', closed_on: '', counts: noCounts };
  const now = clock.now();
  const today = localDate(now, country);
  const asked = { country, today, now, staffId: staff.staffId, view, bucket, waits, since };
  const [closedOn, counts, page] = await Promise.all([
    lastCloseOf(db, country),
    from === undefined ? countsOf(db, asked) : noCounts,
    rowsNow(db, asked, placeOf(from), size),
  ]);
  const result = await withoutOwnRecord(db, staff.staffId, page.rows, ({ customer }) => customer);
  return { result, next: page.next, closed_on: closedOn ?? '', counts };
}

const noCounts: Page['counts'] = { queue: 0, mine: 0, due: 0, broken: 0 };

async function countsOf(db: Queryable, asked: QueueAsked): Promise<Page['counts']> {
  const { country, today, now, staffId } = asked;
  const counts = await Promise.all(
    COUNTED_VIEWS.map((view) => countCases(db, { country, today, now, staffId, view })),
  );
  return Object.fromEntries(
    COUNTED_VIEWS.map((view, index) => [view, Math.min(counts[index] ?? 0, COLLECTIONS_COUNTED)]),
  ) as Page['counts'];
}

function placeOf(from: string | undefined): QueuePlace | undefined {
  if (from === undefined) return undefined;
  const [priority = 0, loanId = 0] = from.split('~').map(Number);
  return { priority, loanId };
}

/** Rows of a page with the figures of now; reads on while cases of it have been paid. */
async function rowsNow(
  db: Queryable,
  asked: QueueAsked,
  from: QueuePlace | undefined,
  size: number,
): Promise<{ readonly rows: Shown[]; readonly next: string }> {
  const rows: Shown[] = [];
  let place = from;
  for (let round = 0; round < mostRounds && rows.length < size; round += 1) {
    const found = await queueRows(db, asked, place, size - rows.length + 1);
    const page = found.slice(0, size - rows.length);
    rows.push(...(await shownRows(db, asked, page)));
    const last = page.at(-1);
    if (last === undefined || found.length === page.length) return { rows: inOrder(rows), next: '' };
    place = last;
  }
  return { rows: inOrder(rows), next: place ? `${place.priority}~${place.loanId}` : '' };
}

const inOrder = (rows: readonly Shown[]) => rows.toSorted((a, b) => b.priority - a.priority);

interface FactRow {
  readonly id: number;
  readonly person: string;
  readonly contacted_at: Date | null;
  readonly result: Shown['last_result'] | null;
  readonly wait: CaseWait | null;
  readonly wait_until: CalendarDate | null;
  readonly assigned: string | null;
  readonly reserved_by: string | null;
}

async function shownRows(db: Queryable, asked: QueueAsked, page: readonly QueueRow[]): Promise<Shown[]> {
  if (page.length === 0) return [];
  const ids = page.map(({ customerId }) => customerId);
  const [standings, facts] = await Promise.all([standingsOf(db, ids, asked.today), factsOf(db, asked, ids)]);
  return facts.flatMap((row) => {
    const standing = standings.get(row.id);
    return standing && standing.overdue > 0 ? [shownOf(row, standing, asked.country)] : [];
  });
}

async function factsOf(db: Queryable, { today, now }: QueueAsked, ids: readonly number[]) {
  const wait = waitOf(sql`c.id`, { today });
  const { rows } = await sql<FactRow>`
    select w.*, ${waitUntil(sql`w.wait`, sql`w.id`, today)} as wait_until from (
      select c.id, ${shownName} as person, ${wait} as wait, last.at as contacted_at, last.result,
        a.name as assigned, case when k.reserved_until > ${now} then r.name end as reserved_by
      from customer c left join collection_case k on k.customer_id = c.id
        left join staff_member a on a.id = k.assigned_to left join staff_member r on r.id = k.reserved_by
        left join lateral (
          select t.at, (select e.result from contact_result e where e.contact_id = t.id order by e.id desc limit 1) as result
          from contact t where t.customer_id = c.id order by t.at desc, t.id desc limit 1) last on true
      where c.id = any(${[...ids]}::bigint[])) w`.execute(db);
  return rows;
}

function shownOf(row: FactRow, standing: CaseStanding, country: CountryCode): Shown {
  return {
    customer: String(row.id),
    country,
    person: row.person,
    days_late: standing.daysLate,
    currency: standing.currency,
    overdue: toUnits(standing.overdue),
    broken_promises: standing.brokenPromises,
    priority: standing.priority,
    last_contact_at: row.contacted_at?.toISOString() ?? '',
    last_result: row.result ?? '',
    waits_for: row.wait ?? '',
    waits_until: row.wait_until ?? '',
    assigned: row.assigned ?? '',
    reserved_by: row.reserved_by ?? '',
  };
}
