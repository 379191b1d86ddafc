import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import {
  CONFIRMED_FIELDS,
  wrongFields,
  type ConfirmedKind,
  type ConfirmedName,
} from '../../../countries/law/confirmed-data.ts';
import { localDate } from '../../../countries/local-time.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import { addDays, calendarDate, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { CONFIRMED_NAMES, confirmedFieldName, confirmedValue } from '../../../words/confirmed-data.ts';
import { dataOn, dataPage, dataVersion, insertData, lockData } from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database } from '../../platform/database.ts';
import { fail, failFields, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { askedBy, countriesOf, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';

/** Bounds of the first day: a wrong year would go unnoticed. */
const longestBack = 366;
const longestAhead = 366;

const subjectOf = (country: CountryCode, name: ConfirmedName) => `confirmed-data:${country}/${name}`;
const kindsOf = (name: ConfirmedName): Readonly<Record<string, ConfirmedKind>> => CONFIRMED_FIELDS[name];

/** Staff routes for reading data to be confirmed (docs/console.md#datos-a-confirmar). */
export function confirmedDataRoutes({ db, clock }: Dependencies): Route[] {
  return [
    route('GET /api/staff/confirmed-data', async (call) => {
      const { country } = call.query;
      const result = [];
      for (const code of country === undefined ? staffOf(call).countries : [country])
        for (const name of Object.keys(CONFIRMED_FIELDS) as ConfirmedName[])
          result.push(await nameShown(db, code, name, localDate(clock.now(), code)));
      return ok({ result });
    }),
    route('GET /api/staff/confirmed-data/{country}/{name}', async (call) => {
      const { country, name } = call.params;
      if (!staffOf(call).countries.includes(country)) return fail('not_found');
      const { rows, next } = await dataPage(db, country, name, call.query.before);
      const result = rows.map((row) => ({
        first_day: row.first_day,
        value: wordsOf(name, row.fields as Readonly<Record<string, string>>).join(' · '),
        entered_by: row.entered_by,
        approved_by: row.approved_by,
        entered_at: row.created_at.toISOString(),
      }));
      return ok({ result, next });
    }),
  ];
}

async function nameShown(db: Database, country: CountryCode, name: ConfirmedName, today: CalendarDate) {
  const { fields, isConfirmed, from } = await dataOn(db, country, name, today);
  const values: Readonly<Record<string, string>> = fields;
  const { rows } = await sql<{ waits: string }>`
    select ${askedBy(sql`${subjectOf(country, name)}`)} as waits
  `.execute(db);
  return {
    country,
    name,
    confirmed: isConfirmed,
    from: from ?? '',
    describes: SERVER_ENTRIES[country].confirmedData[name].source,
    fields: Object.entries(kindsOf(name)).map(([key, kind]) => ({
      key,
      label: confirmedFieldName(name, key),
      kind,
      value: values[key] ?? '',
      shown: confirmedValue(kind, values[key] ?? ''),
    })),
    version: (await dataVersion(db, country, name)).version,
    waits: rows[0]?.waits ?? '',
  };
}

const wordsOf = (name: ConfirmedName, fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(kindsOf(name)).map(
    ([key, kind]) => `${confirmedFieldName(name, key)}: ${confirmedValue(kind, fields[key] ?? '')}`,
  );

/** Staff command to confirm or change such data, by two people. */
export function confirmedDataCommands({ clock, vault }: Dependencies): StaffCommand[] {
  return [
    staffCommand({ clock, vault }, 'POST /api/staff/confirmed-data/{country}/{name}', async (tx, asked) => {
      const { params, body, by, approver } = asked;
      const { country, name } = params;
      if (!countriesOf(asked).includes(country)) return fail('not_found');
      await lockData(tx, country, name);
      const newest = await dataVersion(tx, country, name);
      if (newest.version !== asked.seenVersion)
        return fail('changed_meanwhile', {
          message: `${newest.by || 'Alguien'} cambió estos datos mientras los mirabas. Actualizá la página y revisalos.`,
        });
      const at = clock.now();
      const today = localDate(at, country);
      const from = calendarDate(body.first_day);
      if (from < addDays(today, -longestBack) || from > addDays(today, longestAhead))
        return failFields({ first_day: 'El día queda a más de un año. Revisalo.' });
      const entered = Object.fromEntries(body.fields.map(({ key, value }) => [key, value.trim()]));
      const wrong = Object.entries(wrongFields(name, entered))[0];
      if (wrong) return failFields({ fields: `${labelOf(name, wrong[0])}: ${wrong[1]}` });
      const before = await dataOn(tx, country, name, from);
      // The request alone only checks; approval stores.
      if (approver)
        await insertData(tx, {
          country,
          name,
          from,
          fields: entered,
          by: by.name,
          approvedBy: approver.name,
          at,
        });
      const known = before.isConfirmed ? [] : ['Sin confirmar'];
      return ok({
        answer: { outcome: 'done', approval: '' },
        facts: {
          subject: subjectOf(country, name),
          subjectName: CONFIRMED_NAMES[name],
          country,
          before: { value: [...known, ...wordsOf(name, before.fields)] },
          after: { valid_from: formatDate(from), value: wordsOf(name, entered) },
        },
      });
    }),
  ];
}

const labelOf = (name: ConfirmedName, key: string): string =>
  Object.hasOwn(kindsOf(name), key) ? confirmedFieldName(name, key) : key;
