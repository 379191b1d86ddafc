import { sql } from 'kysely';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import { lockName } from '../platform/work/named-locks.ts';

/** Change to the built-in table of bank holidays: a day added (banks closed) or removed (banks open). */
export interface HolidayChange {
  readonly day: CalendarDate;
  readonly isClosed: boolean;
  readonly name: string;
}

/**
 * Delay of a change, so that no process makes promises by the old calendar while another uses the new one.
 */
const inForceAfterMs = 60_000;

/** Subject in approvals and the audit for a country's holidays. */
export const holidaySubject = (country: CountryCode): string => `holidays:${country}`;

export const lockHolidays = (tx: Tx, country: CountryCode): Promise<void> =>
  lockName(tx, `holidays ${country}`);

/** Version of a country's holiday changes: the number of the latest, and its author. */
export async function holidayVersion(db: Queryable, country: CountryCode) {
  const row = await db
    .selectFrom('holiday_change')
    .select(['id', 'entered_by'])
    .where('country', '=', country)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { version: row?.id ?? 0, by: row?.entered_by ?? '' };
}

export async function insertHolidayChanges(
  tx: Tx,
  country: CountryCode,
  changes: readonly HolidayChange[],
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('holiday_change')
    .values(
      changes.map(({ day, isClosed, name }) => ({
        country,
        day,
        is_closed: isClosed,
        name,
        entered_by: by,
        created_at: at,
        in_force_at: new Date(at.getTime() + inForceAfterMs),
      })),
    )
    .execute();
}

/** Changes of all countries, oldest first. */
export async function allHolidayChanges(db: Queryable) {
  return db
    .selectFrom('holiday_change')
    .select(['country', 'day', 'is_closed', 'in_force_at'])
    .orderBy('id')
    .execute();
}

/** Latest change of each day of a year, in order. */
export async function lastHolidayChanges(db: Queryable, country: CountryCode, year: number) {
  const { rows } = await sql<{
    day: string;
    is_closed: boolean;
    name: string;
    entered_by: string;
    created_at: Date;
  }>`
    select distinct on (day) day, is_closed, name, entered_by, created_at from holiday_change
    where country = ${country} and extract(year from day) = ${year}
    order by day, id desc
  `.execute(db);
  return rows;
}

const pageSize = 50;

export async function holidayChangesPage(db: Queryable, country: CountryCode, before: string | undefined) {
  let query = db
    .selectFrom('holiday_change')
    .select(['id', 'day', 'is_closed', 'name', 'entered_by', 'created_at'])
    .where('country', '=', country)
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  if (before !== undefined) query = query.where('id', '<', Number(before));
  const rows = await query.execute();
  const shown = rows.slice(0, pageSize);
  return {
    result: shown.map((row) => ({
      date: row.day,
      closed: row.is_closed,
      name: row.name,
      entered_by: row.entered_by,
      entered_at: row.created_at.toISOString(),
    })),
    next: rows.length > pageSize ? String(shown.at(-1)?.id ?? '') : '',
  };
}
