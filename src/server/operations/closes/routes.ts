import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addMonthsAnchored, type CalendarDate } from '../../../domain/calendar-date.ts';
import { negate } from '../../../domain/money.ts';
import { CLOSE_ACCOUNT_NAMES } from '../../../words/confirmed-data.ts';
import { ENTRY_NAMES, obstacleText, SUM_NAMES, type SumName } from '../../../words/closes.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { askedBy } from '../../staff/actions/service.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { loansPerFile } from './files.ts';
import type { StoredClose, StoredJournal, StoredTotals } from './freeze.ts';
import { lastMonthOver, obstaclesOf, type Obstacle } from './obstacles.ts';

type Shown = OutputOf<'GET /api/staff/closes'>['result'][number];

const units = (centavos: number) => centavos / 100;
const pageSize = 24;

interface CloseRow extends StoredClose {
  readonly number: number | null;
  readonly totals: StoredTotals | null;
  readonly journal: StoredJournal | null;
  readonly prepared_at: Date;
  readonly closed_at: Date | null;
  readonly prepared: string;
  readonly asked: string | null;
  readonly approved: string | null;
  readonly waits: string | null;
}

const rows = sql`
  select c.id, c.country, c.month, c.state, c.version, c.cut_at, c.frozen_to, c.data, c.number, c.totals, c.journal,
    c.prepared_at, c.closed_at, p.name as prepared, a.name as asked, b.name as approved,
    ${askedBy(sql`'close:' || c.id`)} as waits
  from closes c join staff_member p on p.id = c.prepared_by
    left join staff_member a on a.id = c.asked_by left join staff_member b on b.id = c.approved_by`;

/** Staff routes for reading the closes of months (docs/console.md#cierre). */
export function closeRoutes(deps: Dependencies): Route[] {
  const { db } = deps;
  return [
    route('GET /api/staff/closes', async (call) => {
      const { country, before } = call.query;
      const countries = country === undefined ? staffOf(call).countries : [country];
      const { rows: found } = await sql<CloseRow>`${rows}
        where c.country = any(${[...countries]}::text[]) and (${before === undefined} or c.id < ${before ?? 0})
        order by c.id desc limit ${pageSize + 1}`.execute(db);
      const shown = found.slice(0, pageSize);
      const months = before === undefined ? await monthsOf(deps, countries) : [];
      const next = found.length > pageSize ? String(shown.at(-1)?.id ?? '') : '';
      return ok({ result: shown.map(closeShown), next, months });
    }),
    route('GET /api/staff/closes/{id}', async (call) => {
      const { rows: found } = await sql<CloseRow>`${rows} where c.id = ${call.params.id}`.execute(db);
      const [row] = found;
      if (!row || !staffOf(call).countries.includes(row.country)) return fail('not_found');
      return ok({ ...detailOf(row), obstacles: await wrongWith(db, deps, row) });
    }),
  ];
}

/** Months that are over and not closed, with their obstacles, for the home page. */
export function closeWork(deps: Dependencies): WorkSource {
  return {
    lines: ['close-due', 'close-blocked'],
    async read({ countries }) {
      const months = await monthsOf(deps, countries);
      return months.flatMap(({ country, obstacles }) => {
        if (obstacles.some(({ kind }) => kind === 'not-over')) return [];
        const line = obstacles.length === 0 ? 'close-due' : 'close-blocked';
        return workLine(line, { country, count: Math.max(1, obstacles.length) });
      });
    },
  };
}

async function monthsOf(deps: Dependencies, countries: readonly CountryCode[]) {
  const months = [];
  for (const country of countries) {
    const month = await nextMonth(deps.db, country, localDate(deps.clock.now(), country));
    const obstacles = await obstaclesOf(deps.db, deps, country, month);
    months.push({ country, month: month.slice(0, 7), obstacles: [...obstacles] });
  }
  return months;
}

/** Month after the last close; the first is the one prepared before, or the last month that is over. */
async function nextMonth(db: Database, country: CountryCode, today: CalendarDate): Promise<CalendarDate> {
  const { rows: found } = await sql<{ closed: CalendarDate | null; prepared: CalendarDate | null }>`
    select max(month) filter (where state = 'closed') as closed,
      min(month) filter (where state <> 'closed') as prepared
    from closes where country = ${country}`.execute(db);
  const { closed = null, prepared = null } = found[0] ?? {};
  if (closed !== null) return addMonthsAnchored(closed, 1, 1);
  return prepared ?? lastMonthOver(today);
}

/** Obstacles to closing a prepared month. */
async function wrongWith(db: Queryable, deps: Dependencies, row: CloseRow): Promise<Obstacle[]> {
  if (row.state !== 'prepared') return [];
  const obstacles = [...(await obstaclesOf(db, deps, row.country, row.month))];
  if (row.totals !== null && row.totals.difference !== 0)
    obstacles.push({ kind: 'unlike-ledger', count: 1, message: obstacleText('unlike-ledger', 1), close: '' });
  return obstacles;
}

function closeShown(row: CloseRow): Shown {
  const { totals } = row;
  return {
    id: String(row.id),
    country: row.country,
    month: row.month.slice(0, 7),
    state: row.state,
    number: row.number ?? 0,
    prepared_by: row.prepared,
    prepared_at: row.prepared_at.toISOString(),
    requested_by: row.asked ?? '',
    approved_by: row.approved ?? '',
    closed_at: row.closed_at?.toISOString() ?? '',
    loans: totals?.loans ?? 0,
    principal: units(totals?.sums.principal ?? 0),
    provision: units(totals?.sums.provision ?? 0),
    currency: packOf(row.country).currency,
    waits: row.waits ?? '',
    version: row.version,
  };
}

function detailOf(row: CloseRow): Omit<OutputOf<'GET /api/staff/closes/{id}'>, 'obstacles'> {
  const chart = row.data['chart-of-accounts'].fields;
  const { sums, unsent } = row.totals ?? {};
  return {
    close: closeShown(row),
    unsent: unsent ? { loans: unsent.loans, principal: units(unsent.principal) } : null,
    sums: (Object.keys(SUM_NAMES) as SumName[]).flatMap((name) =>
      sums ? [{ name: SUM_NAMES[name], amount: units(sums[name]) }] : [],
    ),
    journal: (row.journal ?? []).map(({ entry, account, amount }) => ({
      entry: ENTRY_NAMES[entry],
      number: chart[account],
      account: CLOSE_ACCOUNT_NAMES[account],
      debit: units(Math.max(0, amount)),
      credit: units(Math.max(0, negate(amount))),
    })),
    parts: Math.max(1, Math.ceil((row.totals?.loans ?? 0) / loansPerFile)),
  };
}
