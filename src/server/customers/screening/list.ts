import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { listIndex, type ListIndex } from '../../../domain/list-match.ts';
import type { ListedEntry, WatchList } from '../../integrations/watch-lists/port.ts';
import { WatchListError } from '../../integrations/watch-lists/port.ts';
import { transaction, type Database, type Queryable, type Tx } from '../../platform/database.ts';
import { lockName } from '../../platform/work/named-locks.ts';

/** Entry of the list in force, with the number of its row. */
export interface StoredEntry extends ListedEntry {
  readonly rowId: number;
}

/** A list less than this part of the last one is refused until a person has looked at it. */
export const LEAST_PART = 1 / 2;

interface LoadedList {
  readonly entries: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Loads the list as a version, unless its digest is the last one's (docs/product/screening.md#loading).
 * @param mayBeShorter accepts a list less than half as long as the last one
 * @throws WatchListError if the list cannot be read or is refused; then nothing has changed
 */
export async function loadList(
  db: Database,
  list: WatchList,
  country: CountryCode,
  now: Date,
  mayBeShorter = false,
): Promise<LoadedList> {
  const { digest, entries } = await list.read();
  return transaction(db, async (tx) => {
    await lockName(tx, `watch-list:${country}`);
    const last = await lastVersion(tx, country);
    if (last?.digest === digest) {
      await tx.updateTable('watch_list_version').set({ checked_at: now }).where('id', '=', last.id).execute();
      return { entries: last.entries, added: 0, changed: 0, removed: 0 };
    }
    if (last && !mayBeShorter && entries.length < last.entries * LEAST_PART)
      throw new WatchListError(`the list has ${entries.length} entries and had ${last.entries}`);
    return storeVersion(tx, country, { digest, entries, now });
  });
}

const lastVersion = (db: Queryable, country: CountryCode) =>
  db
    .selectFrom('watch_list_version')
    .select(['id', 'digest', 'entries'])
    .where('country', '=', country)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

interface NewVersion {
  readonly digest: string;
  readonly entries: readonly ListedEntry[];
  readonly now: Date;
}

async function storeVersion(
  tx: Tx,
  country: CountryCode,
  { digest, entries, now }: NewVersion,
): Promise<LoadedList> {
  const known = new Map((await presentRows(tx, country)).map(({ body }) => [body.id, body]));
  const listed = new Set(entries.map(({ id }) => id));
  const rows = [
    ...entries.flatMap((entry) => {
      const before = known.get(entry.id);
      if (before && digestOf(before) === digestOf(entry)) return [];
      return [{ change: before ? ('changed' as const) : ('added' as const), entry }];
    }),
    ...[...known.values()]
      .filter(({ id }) => !listed.has(id))
      .map((entry) => ({ change: 'removed' as const, entry })),
  ];
  const count = (change: string) => rows.filter((row) => row.change === change).length;
  const counts = { added: count('added'), changed: count('changed'), removed: count('removed') };
  const { id } = await tx
    .insertInto('watch_list_version')
    .values({ country, digest, entries: entries.length, ...counts, loaded_at: now, checked_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into watch_list_entry (country, version_id, source_id, change, digest, body)
    select ${country}, ${id}, e.body->>'id', e.change, e.digest, e.body
    from unnest(${rows.map(({ change }) => change)}::text[], ${rows.map(({ entry }) => digestOf(entry))}::text[],
      ${rows.map(({ entry }) => JSON.stringify(entry))}::jsonb[]) with ordinality e (change, digest, body, place)
    order by e.place`.execute(tx);
  return { entries: entries.length, ...counts };
}

const digestOf = ({
  id,
  kind,
  names,
  births,
  documents,
  part,
  programme,
  reference,
  comments,
}: ListedEntry) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        [id, kind, part, programme, reference, comments],
        names.map(({ text, isWeak }) => [text, isWeak]),
        births.map(({ from, to, date }) => [from, to, date ?? '']),
        documents,
      ]),
    )
    .digest('hex');

/** Rows of the entries in force. */
async function presentRows(db: Queryable, country: CountryCode) {
  const { rows } = await sql<{ id: number; body: ListedEntry }>`
    select id, body from (
      select distinct on (source_id) id, change, body from watch_list_entry
      where country = ${country} order by source_id, id desc) e
    where change <> 'removed' order by id`.execute(db);
  return rows;
}

const presentEntries = async (db: Queryable, country: CountryCode): Promise<StoredEntry[]> =>
  (await presentRows(db, country)).map(({ id, body }) => ({ ...body, rowId: id }));

interface ListInForce {
  readonly versionId: number;
  readonly index: ListIndex<StoredEntry>;
}

const cached = new WeakMap<Database, Map<CountryCode, ListInForce>>();

/** The list in force; undefined before the first was loaded. */
export async function listInForce(
  db: Database,
  tx: Queryable,
  country: CountryCode,
): Promise<ListInForce | undefined> {
  const last = await lastVersion(tx, country);
  return last && listOfVersion(db, tx, country, last.id);
}

/** List of the last version. Kept in memory until there is another one. */
export async function listOfVersion(
  db: Database,
  tx: Queryable,
  country: CountryCode,
  versionId: number,
): Promise<ListInForce> {
  const lists = cached.get(db) ?? new Map<CountryCode, ListInForce>();
  cached.set(db, lists);
  const known = lists.get(country);
  if (known?.versionId === versionId) return known;
  const fresh = { versionId, index: listIndex(await presentEntries(tx, country)) };
  lists.set(country, fresh);
  return fresh;
}

/** Versions not yet matched with the customers, and their new or changed entries. */
export async function unscreened(
  db: Queryable,
  country: CountryCode,
): Promise<{ readonly versions: readonly number[]; readonly entries: readonly StoredEntry[] }> {
  const versions = await db
    .selectFrom('watch_list_version')
    .select('id')
    .where('country', '=', country)
    .where('screened_at', 'is', null)
    .execute();
  const ids = versions.map(({ id }) => id);
  if (ids.length === 0) return { versions: [], entries: [] };
  const { rows } = await sql<{ id: number }>`
    select id from watch_list_entry where version_id = any(${ids}::bigint[])`.execute(db);
  const changed = new Set(rows.map(({ id }) => id));
  const entries = (await presentEntries(db, country)).filter(({ rowId }) => changed.has(rowId));
  return { versions: ids, entries };
}

export async function noteScreened(db: Queryable, versions: readonly number[], now: Date): Promise<void> {
  if (versions.length === 0) return;
  await db
    .updateTable('watch_list_version')
    .set({ screened_at: now })
    .where('id', 'in', [...versions])
    .execute();
}
