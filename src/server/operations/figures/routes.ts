import { contract, type OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { FIGURE_WORDS } from '../../../words/columns.ts';
import { addDays, calendarDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { csvAnswer, staffCommand, type ListSchema, type StaffCommand } from '../../staff/actions/service.ts';
import { noteExported } from '../../staff/data-views/service.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { ticketsByAge, ticketTimes } from '../../support/tickets/service.ts';
import { writeOffMonths } from '../../loans/write-off/service.ts';
import { classesBetween, portfolioBetween, rollsOfCountry, vintagesOfCountry } from '../portfolio/service.ts';
import { decisionDrift } from './service.ts';
import { countIn, figuresBetween } from './figures.ts';
import { placeOf, rowsBehind, rowView, type Behind } from './rows.ts';

type Figures = OutputOf<'GET /api/staff/figures'>;
type Read = Pick<Dependencies, 'db' | 'clock'>;

const pageSize = 50;
const exportRows = 50_000;
const usualDays = '30';

const units = (centavos: number) => centavos / 100;

const inUnits = <Line extends { readonly principal: number; readonly overdue: number }>(line: Line) => ({
  ...line,
  principal: units(line.principal),
  overdue: units(line.overdue),
});

async function figuresOf({ db, clock }: Read, country: CountryCode, days = usualDays): Promise<Figures> {
  const now = clock.now();
  const today = localDate(now, country);
  const between = [addDays(today, 1 - Number(days)), today] as const;
  const [figures, portfolio, classes, tickets, times, decisions] = await Promise.all([
    figuresBetween(db, country, between, now),
    portfolioBetween(db, country, between),
    classesBetween(db, country, between),
    ticketsByAge(db, country, now),
    ticketTimes(db, country, now),
    decisionDrift(db, country, between, now),
  ]);
  return {
    currency: packOf(country).currency,
    today,
    days: figures.map((each) => ({
      ...each,
      figure: each.figure as Figures['days'][number]['figure'],
      amount: units(each.amount),
    })),
    portfolio: portfolio.map(inUnits),
    classes: classes.map(inUnits),
    tickets,
    ticket_times: times,
    decisions,
  };
}

async function monthsOf(
  { db }: Pick<Read, 'db'>,
  country: CountryCode,
): Promise<OutputOf<'GET /api/staff/figures/months'>> {
  const [vintages, rolls, writeOffs] = await Promise.all([
    vintagesOfCountry(db, country),
    rollsOfCountry(db, country),
    writeOffMonths(db, country),
  ]);
  return {
    vintages: vintages.map((each) => ({
      ...each,
      granted: units(each.granted),
      principal: units(each.principal),
      late_30: units(each.late_30),
      late_90: units(each.late_90),
    })),
    rolls: rolls.map((each) => ({ ...each, principal: units(each.principal) })),
    write_offs: writeOffs.map((each) => ({
      ...each,
      written_off: units(each.written_off),
      undone: units(each.undone),
      recovered: units(each.recovered),
    })),
  };
}

/** Staff routes for the daily figures (docs/console.md). */
export function figureRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/staff/figures', async ({ query }) =>
      ok(await figuresOf(deps, query.country, query.days)),
    ),
    route('GET /api/staff/figures/months', async ({ query }) => ok(await monthsOf(deps, query.country))),
    route('GET /api/staff/figures/rows', async ({ query }) => {
      const behind = behindOf(deps, query);
      const rows = await rowsBehind(deps.db, behind, pageSize + 1);
      const shown = rows.slice(0, pageSize);
      const last = shown.at(-1);
      return ok({
        currency: packOf(query.country).currency,
        result: shown.map(rowView),
        next: rows.length > pageSize && last ? placeOf(behind, last) : '',
      });
    }),
  ];
}

/** Figures of today so far, by country. */
export function figureWork({ db }: Pick<Read, 'db'>): WorkSource {
  return {
    lines: ['today-sign-ups', 'today-confirmed', 'today-money-in', 'today-paid-out'],
    async read({ countries }, now) {
      const ofCountry = async (country: CountryCode) => {
        const today = localDate(now, country);
        const figures = await figuresBetween(db, country, [today, today], now);
        const sumOf = (figure: string, part?: string) => {
          const own = figures.filter(
            (each) => each.figure === figure && (part === undefined || each.part === part),
          );
          const sum = (member: 'count' | 'amount') => own.reduce((total, each) => total + each[member], 0);
          return { country, count: sum('count'), amount: units(sum('amount')) };
        };
        return [
          ...workLine('today-sign-ups', { country, count: sumOf('application', 'sign-up').count }),
          ...workLine('today-confirmed', sumOf('application', 'confirmed')),
          ...workLine('today-money-in', { ...sumOf('money-in'), count: countIn(figures) }),
          ...workLine('today-paid-out', sumOf('pay-out')),
        ];
      };
      return (await Promise.all(countries.map(ofCountry))).flat();
    },
  };
}

/** Defaults to money that came in today. */
function behindOf({ clock }: Pick<Read, 'clock'>, asked: AskedRows): Behind {
  const { source = 'money-in', day } = asked;
  const date = day === undefined ? localDate(clock.now(), asked.country) : calendarDate(day);
  return { ...asked, source, day: date };
}

type AskedRows = Pick<Behind, 'country' | 'part' | 'from'> & {
  readonly source?: Behind['source'] | undefined;
  readonly day?: string | undefined;
};

type Table = 'days' | 'portfolio' | 'classes' | 'vintages' | 'rolls' | 'write_offs' | 'rows';

interface AskedFile extends Omit<AskedRows, 'from'> {
  readonly days?: '7' | '30' | '90' | undefined;
}

async function fileOf(deps: Read, table: Table, asked: AskedFile): Promise<readonly object[]> {
  const { country, days } = asked;
  if (table === 'days' || table === 'portfolio' || table === 'classes')
    return (await figuresOf(deps, country, days))[table];
  if (table !== 'rows') return (await monthsOf(deps, country))[table];
  return (await rowsBehind(deps.db, behindOf(deps, asked), exportRows)).map(rowView);
}

const TABLES = {
  ...contract['GET /api/staff/figures'].response.shape,
  ...contract['GET /api/staff/figures/months'].response.shape,
  rows: contract['GET /api/staff/figures/rows'].response.shape.result,
} as const satisfies Record<Table, ListSchema> & Record<string, unknown>;

export function figureCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/figures/export', async (tx, { query, by }) => {
      const { table = 'days' } = query;
      const file = await fileOf({ db: tx, clock: deps.clock }, table, query);
      const action = 'POST /api/staff/figures/export';
      const over = await noteExported(tx, deps, { staffId: by.staffId, action }, file);
      if (over) return over;
      const after = { rows: file.length, table, day: query.day ?? '', part: query.part ?? '' };
      return ok({
        answer: await csvAnswer(table, { list: TABLES[table], rows: file, words: FIGURE_WORDS[table] }),
        facts: {
          subject: 'figures',
          subjectName: query.source ?? table,
          country: query.country,
          after,
        },
      });
    }),
  ];
}
