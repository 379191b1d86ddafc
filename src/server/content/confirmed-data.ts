import type { CountryCode } from '../../countries/countries.ts';
import type { ConfirmedName, ConfirmedValues } from '../../countries/law/confirmed-data.ts';
import { packOf } from '../../countries/index.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import { CONFIRMED_NAMES } from '../../words/confirmed-data.ts';
import type { Config } from '../platform/config.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import { fail, ok, type Result } from '../platform/http/result.ts';
import { lockName } from '../platform/work/named-locks.ts';

export interface ConfirmedData<Name extends ConfirmedName = ConfirmedName> {
  readonly fields: ConfirmedValues<Name>;
  /** False for shipped data that is still unconfirmed. */
  readonly isConfirmed: boolean;
  /** Row of the entry; 0 for shipped data. */
  readonly id: number;
  /** First day of the entry; null for shipped data. */
  readonly from: CalendarDate | null;
}

/** Data in force on a day: the newest entry of two people, else the shipped data. */
export async function dataOn<Name extends ConfirmedName>(
  db: Queryable,
  country: CountryCode,
  name: Name,
  day: CalendarDate,
): Promise<ConfirmedData<Name>> {
  const row = await db
    .selectFrom('confirmed_data')
    .select(['id', 'first_day', 'fields'])
    .where('country', '=', country)
    .where('name', '=', name)
    .where('first_day', '<=', day)
    .orderBy('first_day', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const shipped: ConfirmedValues<Name> = SERVER_ENTRIES[country].confirmedData[name].fields;
  if (!row) return { fields: shipped, isConfirmed: false, id: 0, from: null };
  // A field that a later release added is empty until it is entered.
  const entered = row.fields as Readonly<Record<string, string>>;
  const fields = Object.fromEntries(Object.keys(shipped).map((key) => [key, entered[key] ?? '']));
  return { fields: fields as ConfirmedValues<Name>, isConfirmed: true, id: row.id, from: row.first_day };
}

/**
 * Data of a day; refused outside the sandbox until confirmed (docs/product/books.md#data-to-be-confirmed).
 */
export async function requireConfirmed<Name extends ConfirmedName>(
  db: Queryable,
  config: Pick<Config, 'SANDBOX'>,
  country: CountryCode,
  name: Name,
  day: CalendarDate,
): Promise<Result<ConfirmedData<Name>>> {
  const data = await dataOn(db, country, name, day);
  if (data.isConfirmed || config.SANDBOX) return ok(data);
  return fail('data_unconfirmed', {
    message: `Falta que dos personas confirmen «${CONFIRMED_NAMES[name]}» de ${packOf(country).country}, en Valores por fecha.`,
  });
}

/** First day with confirmed data of a name; null before the first confirmation. */
export async function confirmedSince(
  db: Queryable,
  country: CountryCode,
  name: ConfirmedName,
): Promise<CalendarDate | null> {
  const row = await db
    .selectFrom('confirmed_data')
    .select(({ fn }) => fn.min('first_day').as('day'))
    .where('country', '=', country)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.day ?? null;
}

export const lockData = (tx: Tx, country: CountryCode, name: ConfirmedName): Promise<void> =>
  lockName(tx, `confirmed-data ${country} ${name}`);

/** Version of a name's entries: number and author of the newest row. */
export async function dataVersion(db: Queryable, country: CountryCode, name: ConfirmedName) {
  const row = await db
    .selectFrom('confirmed_data')
    .select(['id', 'entered_by'])
    .where('country', '=', country)
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { version: row?.id ?? 0, by: row?.entered_by ?? '' };
}

interface EnteredData {
  readonly country: CountryCode;
  readonly name: ConfirmedName;
  readonly from: CalendarDate;
  readonly fields: Readonly<Record<string, string>>;
  readonly by: string;
  readonly approvedBy: string;
  readonly at: Date;
}

export async function insertData(tx: Tx, entry: EnteredData): Promise<void> {
  await tx
    .insertInto('confirmed_data')
    .values({
      country: entry.country,
      name: entry.name,
      first_day: entry.from,
      fields: JSON.stringify(entry.fields),
      entered_by: entry.by,
      approved_by: entry.approvedBy,
      created_at: entry.at,
    })
    .execute();
}

const pageSize = 50;

/** Entries of a name, newest first. */
export async function dataPage(
  db: Queryable,
  country: CountryCode,
  name: ConfirmedName,
  before: number | undefined,
) {
  const rows = await db
    .selectFrom('confirmed_data')
    .selectAll()
    .where('country', '=', country)
    .where('name', '=', name)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const shown = rows.slice(0, pageSize);
  return { rows: shown, next: rows.length > pageSize ? String(shown.at(-1)?.id ?? '') : '' };
}
