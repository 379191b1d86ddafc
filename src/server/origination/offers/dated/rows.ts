import { sql } from 'kysely';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { DatedSource } from '../../../../countries/server-country.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { lockName } from '../../../platform/work/named-locks.ts';

export type DatedKind = DatedSource['kind'];

export interface DatedValue {
  readonly from: CalendarDate;
  readonly value: string;
}

/** Version of the entries: number and author of the newest row. */
export async function versionOf(db: Queryable, country: CountryCode, kind: DatedKind) {
  const row = await db
    .selectFrom('dated_value')
    .select(['id', 'entered_by'])
    .where('country', '=', country)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { version: row?.id ?? 0, by: row?.entered_by ?? '' };
}

export const lockValues = (tx: Tx, country: CountryCode, kind: DatedKind): Promise<void> =>
  lockName(tx, `dated-values ${country} ${kind}`);

export async function insertValues(
  tx: Tx,
  { country, kind }: { readonly country: CountryCode; readonly kind: DatedKind },
  values: readonly DatedValue[],
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('dated_value')
    .values(
      values.map(({ from, value }) => ({
        country,
        kind,
        first_day: from,
        value,
        entered_by: by,
        created_at: at,
      })),
    )
    .execute();
}

const pageSize = 50;

/** Entries, latest day first; for the same day the newest row applies. */
export async function valuesPage(
  db: Queryable,
  country: CountryCode,
  kind: DatedKind,
  from: string | undefined,
) {
  const [day = '', id = ''] = from?.split('~') ?? [];
  const { rows } = await sql<{
    id: number;
    first_day: string;
    value: string;
    entered_by: string;
    created_at: Date;
    replaced: boolean;
  }>`
    select id::int as id, first_day, value, entered_by, created_at,
      exists (select from dated_value n where n.country = v.country and n.kind = v.kind
        and n.first_day = v.first_day and n.id > v.id) as replaced
    from dated_value v
    where country = ${country} and kind = ${kind}
      and (${from === undefined} or (first_day, id) < (${day || '0001-01-01'}::date, ${Number(id || 0)}))
    order by first_day desc, id desc limit ${pageSize + 1}
  `.execute(db);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    result: shown.map((row) => ({
      first_day: row.first_day,
      value: row.value,
      entered_by: row.entered_by,
      entered_at: row.created_at.toISOString(),
      replaced: row.replaced,
    })),
    next: rows.length > pageSize && last ? `${last.first_day}~${last.id}` : '',
  };
}
