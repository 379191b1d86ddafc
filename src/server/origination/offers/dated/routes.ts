import { sql } from 'kysely';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { lastHolidayYear } from '../../../../countries/holidays.ts';
import { localDate } from '../../../../countries/local-time.ts';
import type { DatedSource } from '../../../../countries/server-country.ts';
import { SERVER_ENTRIES } from '../../../../countries/server-entries.ts';
import { addDays, calendarDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { holidaySubject, holidayVersion } from '../../../content/service.ts';
import type { Database } from '../../../platform/database.ts';
import { fail, ok } from '../../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../../platform/http/route.ts';
import { askedBy } from '../../../staff/actions/service.ts';
import { workLine, type WorkSource } from '../../../staff/worklist/service.ts';
import { currentPriceList } from '../price-lists.ts';
import { heldOn, lastHeld } from './dated-list.ts';
import { valuesPage, versionOf } from './rows.ts';

/** Debits and reminders are planned up to a year ahead. */
const holidayWarnDays = 400;

/** Staff routes for reading dated values (docs/console.md#valores-por-fecha). */
export function datedValueRoutes({ db, clock }: Dependencies): Route[] {
  const todayOf = (country: CountryCode) => localDate(clock.now(), country);
  return [
    route('GET /api/staff/dated-values', async (call) => {
      const { country } = call.query;
      const countries = country === undefined ? staffOf(call).countries : [country];
      const result = await sourcesShown(db, countries, clock.now());
      const holidays = await Promise.all(countries.map((code) => holidaysShown(db, code, todayOf(code))));
      return ok({ result, holidays });
    }),
    route('GET /api/staff/dated-values/{country}/{kind}', async (call) => {
      const { country, kind } = call.params;
      if (!staffOf(call).countries.includes(country)) return fail('not_found');
      return ok(await valuesPage(db, country, kind, call.query.from));
    }),
  ];
}

async function sourcesShown(db: Database, countries: readonly CountryCode[], now: Date) {
  const result = [];
  for (const code of countries)
    for (const source of SERVER_ENTRIES[code].datedSources)
      result.push(await sourceShown(db, code, source, localDate(now, code)));
  return result;
}

/** Values that end soon, or have. */
export function datedValueWork({ db }: Pick<Dependencies, 'db'>): WorkSource {
  return {
    lines: ['dated-values'],
    async read({ countries }, now) {
      const ending = (await sourcesShown(db, countries, now)).filter(({ state }) => state !== 'fine');
      return countries.flatMap((country) =>
        workLine('dated-values', {
          country,
          count: ending.filter((each) => each.country === country).length,
        }),
      );
    },
  };
}

async function holidaysShown(db: Database, country: CountryCode, today: CalendarDate) {
  const lastYear = lastHolidayYear(country);
  return {
    country,
    last_year: lastYear,
    state: stateOf(calendarDate(`${lastYear}-12-31`), today, holidayWarnDays),
    version: (await holidayVersion(db, country)).version,
    waits: await waitingFor(db, holidaySubject(country)),
  };
}

async function sourceShown(
  db: Database,
  country: CountryCode,
  { kind, lastsDays, warnDays }: DatedSource,
  today: CalendarDate,
) {
  const { list } = await currentPriceList(db, country, today);
  const now = await heldOn(db, list, kind, today);
  const last = await lastHeld(db, list, kind);
  const until = addDays(last.from, lastsDays - 1);
  return {
    country,
    kind,
    value: now.value,
    from: now.from,
    last_value: last.value,
    last_from: last.from,
    lasts_until: until,
    state: stateOf(until, today, warnDays),
    version: (await versionOf(db, country, kind)).version,
    waits: await waitingFor(db, `dated-values:${country}/${kind}`),
  };
}

function stateOf(until: CalendarDate, today: CalendarDate, warnDays: number): 'fine' | 'soon' | 'out' {
  if (until < today) return 'out';
  return until < addDays(today, warnDays) ? 'soon' : 'fine';
}

async function waitingFor(db: Database, subject: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${askedBy(sql`${subject}`)} as name
  `.execute(db);
  return rows[0]?.name ?? '';
}
