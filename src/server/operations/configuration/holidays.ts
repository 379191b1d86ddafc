import type { CountryCode } from '../../../countries/country-pack.ts';
import { holidaysOfYear } from '../../../countries/holidays.ts';
import { localDate } from '../../../countries/local-time.ts';
import {
  formatDate,
  addDays,
  parseIsoDate,
  weekday,
  type CalendarDate,
} from '../../../domain/calendar-date.ts';
import {
  holidayChangesPage,
  holidaySubject,
  holidayVersion,
  insertHolidayChanges,
  storePayableDays,
  lastHolidayChanges,
  lockHolidays,
  newestHolidays,
  type HolidayChange,
} from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database } from '../../platform/database.ts';
import { fail, failFields, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { countriesOf, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { accepted, refused, type Parsed } from '../../../countries/identifiers/checked.ts';

/** Maximum days ahead: a wrong year would go unnoticed until it comes. */
const longestAhead = 2 * 366;
const leastName = 2;

interface Known {
  readonly today: CalendarDate;
  readonly holidays: ReadonlySet<string>;
}

/** Parses the typed changes, each with a valid date. */
function parseHolidays(
  rows: readonly { readonly date: string; readonly closed: boolean; readonly name: string }[],
): Parsed<readonly HolidayChange[]> {
  const changes: HolidayChange[] = [];
  for (const [index, { date, closed: isClosed, name }] of rows.entries()) {
    const day = parseIsoDate(date);
    if (!day) return refused(`Fila ${index + 1}: “${date}” no es una fecha.`);
    changes.push({ day, isClosed, name: name.trim() });
  }
  return accepted(changes);
}

/**
 * Reason to refuse these changes, in a Spanish sentence that names the row; undefined if they are allowed.
 */
function wrongHolidays(changes: readonly HolidayChange[], { today, holidays }: Known): string | undefined {
  const days = new Set<string>();
  for (const [index, { day, isClosed, name }] of changes.entries()) {
    const row = `Fila ${index + 1}`;
    const date = formatDate(day);
    // Borrowers confirming now saw an arrival date based on today's calendar.
    if (day <= today) return `${row}: ${date} ya empezó. Los feriados se cambian desde mañana.`;
    if (day > addDays(today, longestAhead)) return `${row}: ${date} queda a más de dos años. Revisá el año.`;
    if (days.has(day)) return `${row}: el ${date} está dos veces.`;
    days.add(day);
    if (weekday(day) > 5) return `${row}: el ${date} es fin de semana, los bancos ya están cerrados.`;
    if (isClosed && holidays.has(day)) return `${row}: el ${date} ya es feriado.`;
    if (!isClosed && !holidays.has(day)) return `${row}: el ${date} no es feriado.`;
    if (isClosed && name.length < leastName) return `${row}: falta el nombre del feriado.`;
  }
  return undefined;
}

/** Staff routes for reading bank holidays (docs/console.md#valores-por-fecha). */
export function holidayRoutes({ db, clock }: Dependencies): Route[] {
  return [
    route('GET /api/staff/holidays', async (call) => {
      const { country, year } = call.query;
      const countries = country === undefined ? staffOf(call).countries : [country];
      const result = await Promise.all(
        countries.map((code) =>
          holidaysShown(db, code, Number(year ?? localDate(clock.now(), code).slice(0, 4))),
        ),
      );
      return ok({ result: result.flat() });
    }),
    route('GET /api/staff/holidays/{country}/changes', async (call) => {
      const { country } = call.params;
      if (!staffOf(call).countries.includes(country)) return fail('not_found');
      return ok(await holidayChangesPage(db, country, call.query.before));
    }),
  ];
}

/** Holidays of a year in the built-in table, and the days that staff changed. */
async function holidaysShown(db: Database, country: CountryCode, year: number) {
  const table = holidaysOfYear(country, year).map(({ date, name }) => ({
    country,
    date,
    name,
    closed: true,
    entered_by: '',
  }));
  const rows = new Map(table.map((row) => [row.date, row]));
  for (const { day, is_closed: closed, name, entered_by: by } of await lastHolidayChanges(
    db,
    country,
    year,
  )) {
    const before = rows.get(day);
    if (closed || before)
      rows.set(day, { country, date: day, name: name || (before?.name ?? ''), closed, entered_by: by });
  }
  return [...rows.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** Staff commands to add or remove bank holidays (docs/decisions/0088-configuration.md). */
export function holidayCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/holidays/{country}', async (tx, asked) => {
      const { params, body, by, approver } = asked;
      const { country } = params;
      if (!countriesOf(asked).includes(country)) return fail('not_found');
      await lockHolidays(tx, country);
      const newest = await holidayVersion(tx, country);
      if (newest.version !== asked.seenVersion)
        return fail('changed_meanwhile', {
          message: `${newest.by || 'Alguien'} cambió los feriados mientras los mirabas. Actualizá la página y revisalos.`,
        });
      const at = deps.clock.now();
      const today = localDate(at, country);
      const typed = parseHolidays(body.changes);
      if (!typed.ok) return failFields({ changes: typed.message });
      const changes = typed.value.toSorted((a, b) => (a.day < b.day ? -1 : 1));
      // Its day began while it waited for the second person.
      if (approver && changes.some(({ day }) => day <= today)) return fail('dated_values_over');
      const wrong = wrongHolidays(changes, { today, holidays: await newestHolidays(tx, country) });
      if (wrong !== undefined) return failFields({ changes: wrong });
      await insertHolidayChanges(tx, country, changes, { by: by.name, at });
      await storePayableDays(tx, country, today);
      return ok({
        answer: { outcome: 'done', approval: '' },
        facts: {
          subject: holidaySubject(country),
          subjectName: 'Feriados bancarios',
          country,
          before: { value: '' },
          after: { value: changes.map(shown) },
        },
      });
    }),
  ];
}

function shown({ day, isClosed, name }: HolidayChange): string {
  const date = formatDate(day);
  return isClosed ? `${date}: ${name}` : `${date}: los bancos abren`;
}
