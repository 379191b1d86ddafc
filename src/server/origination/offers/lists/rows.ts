import { sql } from 'kysely';
import type { LIST_STATES, PriceTable } from '../../../../contract/staff/price-lists.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { askedBy } from '../../../staff/actions/service.ts';
import { priceListOn } from '../price-lists.ts';
import { lockName } from '../../../platform/work/named-locks.ts';

type ListState = (typeof LIST_STATES)[number];

/** Serializes changes to a country's lists, because each is checked against the others. */
export const lockLists = (tx: Tx, country: CountryCode): Promise<void> =>
  lockName(tx, `price-lists ${country}`);

function listsOf(db: Queryable) {
  return db
    .selectFrom('price_list as l')
    .leftJoin('price_list_end as e', 'e.price_list_id', 'l.id')
    .leftJoin('price_list_draft as d', 'd.price_list_id', 'l.id')
    .select([
      'l.id',
      'l.country',
      'l.version as name',
      'l.valid_from',
      'l.created_at',
      'e.ends_on',
      'e.ended_by',
      'd.changed_by',
    ]);
}

export type ListRow = NonNullable<Awaited<ReturnType<typeof listRow>>>;

export async function listRow(db: Queryable, id: number, countries: readonly CountryCode[]) {
  return listsOf(db).where('l.id', '=', id).where('l.country', 'in', countries).executeTakeFirst();
}

const pageSize = 50;

export async function listPage(
  db: Queryable,
  countries: readonly CountryCode[],
  before: number | undefined,
  todayOf: (country: CountryCode) => CalendarDate,
) {
  const rows = await listsOf(db)
    .where('l.country', 'in', countries)
    .$if(before !== undefined, (query) => query.where('l.id', '<', before ?? 0))
    .orderBy('l.id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const inForce = new Map<string, number | undefined>();
  for (const country of countries) inForce.set(country, await priceListOn(db, country, todayOf(country)));
  const result = rows
    .slice(0, pageSize)
    .map((row) => listAnswer(row, todayOf(row.country), inForce.get(row.country)));
  return { result, next: rows.length > pageSize ? (result.at(-1)?.id ?? '') : '' };
}

export function listAnswer(row: ListRow, today: CalendarDate, inForce: number | undefined) {
  return {
    id: String(row.id),
    country: row.country,
    name: row.name,
    state: stateOf(row, today, inForce),
    valid_from: row.valid_from,
    ends_on: row.ends_on ?? '',
    changed_by: row.changed_by ?? '',
    version: listVersion(row),
    created_at: row.created_at.toISOString(),
  };
}

/** Version of a list; only its end ever changes. */
export const listVersion = ({ ends_on: endsOn }: Pick<ListRow, 'ends_on'>): number =>
  endsOn === null ? 1 : 2;

function stateOf(row: ListRow, today: CalendarDate, inForce: number | undefined): ListState {
  if (row.id === inForce) return 'in_force';
  if (row.ends_on !== null && (row.ends_on <= today || row.ends_on <= row.valid_from)) return 'ended';
  return row.valid_from > today ? 'scheduled' : 'replaced';
}

/** Start dates of the country's other lists; each ends the one before. */
export async function laterEnds(tx: Tx, country: CountryCode, id: number, from: CalendarDate) {
  const rows = await tx
    .selectFrom('price_list_end as e')
    .innerJoin('price_list as l', 'l.id', 'e.price_list_id')
    .select('e.ends_on')
    .where('l.country', '=', country)
    .where('l.id', '<>', id)
    .where('e.ends_on', '>', from)
    .execute();
  return rows.map(({ ends_on: endsOn }) => endsOn);
}

export async function insertEnd(
  tx: Tx,
  end: { readonly id: number; readonly endsOn: CalendarDate; readonly by: string; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('price_list_end')
    .values({ price_list_id: end.id, ends_on: end.endsOn, ended_by: end.by, created_at: end.at })
    .execute();
}

export async function insertList(tx: Tx, list: PriceList, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('price_list')
    .values({
      country: list.country,
      valid_from: list.validFrom,
      version: list.version,
      data: JSON.stringify(list),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** True if a list or a draft has this name. */
export async function isNameTaken(tx: Tx, country: CountryCode, name: string, draftId = 0): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from price_list where country = ${country} and version = ${name})
      or exists (select from price_list_draft
        where country = ${country} and name = ${name} and state = 'open' and id <> ${draftId}) as taken
  `.execute(tx);
  return rows[0]?.taken ?? false;
}

function draftsOf(db: Queryable) {
  return db
    .selectFrom('price_list_draft as d')
    .innerJoin('price_list as b', 'b.id', 'd.based_on')
    .selectAll('d')
    .select('b.version as based_on_name')
    .select(askedBy(sql`'price-draft:' || d.id`).as('waits'));
}

export type DraftRow = NonNullable<Awaited<ReturnType<typeof draftRow>>>;

export async function draftRow(db: Queryable, id: number, countries: readonly CountryCode[]) {
  const row = await draftsOf(db)
    .where('d.id', '=', id)
    .where('d.country', 'in', countries)
    .executeTakeFirst();
  return row && { ...row, data: row.data as unknown as PriceTable };
}

export async function openDrafts(db: Queryable, countries: readonly CountryCode[]) {
  const rows = await draftsOf(db)
    .where('d.country', 'in', countries)
    .where('d.state', '=', 'open')
    .orderBy('d.id', 'desc')
    .limit(pageSize)
    .execute();
  return rows.map((row) => draftAnswer({ ...row, data: row.data as unknown as PriceTable }));
}

export function draftAnswer(row: DraftRow) {
  return {
    id: String(row.id),
    country: row.country,
    name: row.name,
    based_on: String(row.based_on),
    based_on_name: row.based_on_name,
    version: row.version,
    changed_by: row.changed_by,
    changed_at: row.changed_at.toISOString(),
    waits: row.waits,
  };
}

export async function insertDraft(
  tx: Tx,
  draft: Pick<DraftRow, 'country' | 'name' | 'based_on' | 'data'> & {
    readonly by: string;
    readonly at: Date;
  },
): Promise<number> {
  const { country, name, based_on: basedOn, data, by, at } = draft;
  const { id } = await tx
    .insertInto('price_list_draft')
    .values({
      country,
      name,
      based_on: basedOn,
      data: JSON.stringify(data),
      changed_by: by,
      created_at: at,
      changed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface DraftChange {
  readonly data?: PriceTable;
  readonly state?: 'activated' | 'discarded';
  readonly listId?: number;
}

export async function changeDraft(
  tx: Tx,
  { id, version }: Pick<DraftRow, 'id' | 'version'>,
  { data, state, listId }: DraftChange,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('price_list_draft')
    .set({
      version: version + 1,
      changed_by: by,
      changed_at: at,
      ...(data === undefined ? {} : { data: JSON.stringify(data) }),
      ...(state === undefined ? {} : { state }),
      ...(listId === undefined ? {} : { price_list_id: listId }),
    })
    .where('id', '=', id)
    .execute();
}
