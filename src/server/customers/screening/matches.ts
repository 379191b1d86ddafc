import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import {
  keyPairs,
  listIndex,
  nameWords,
  plainDocuments,
  type ListMatch,
  type Screened,
} from '../../../domain/list-match.ts';
import { transaction, type Database, type Tx } from '../../platform/database.ts';
import { prepared } from '../../platform/statements.ts';
import { listInForce, listOfVersion, type StoredEntry } from './list.ts';

/** Customers per transaction. */
const batch = 2_000;

interface CustomerSide {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly birthdate: CalendarDate | null;
  readonly document_number: string;
  readonly legal_number: string;
}

/** SQL: digest of the data of `customer` that a match depends on. */
const sideDigest = sql<string>`
  md5(concat_ws('|', first_name, last_name, birthdate, document_number, legal_number))`;

const sideColumns = sql`
  customer.id, first_name, last_name, birthdate, document_number, legal_number, ${sideDigest} as digest`;

type Side = CustomerSide & { readonly digest: string };

const screenedOf = (side: CustomerSide): Screened => ({
  name: `${side.first_name} ${side.last_name}`,
  birthdate: side.birthdate ?? undefined,
  documents: [side.document_number, side.legal_number],
});

interface Found {
  readonly side: Side;
  readonly entry: StoredEntry;
  readonly match: ListMatch;
}

/** Customer, and the list in force, read behind the customer's lock. The version is null without a list. */
export type SideToScreen = Side & { readonly version: number | null };

/** SQL columns of {@link SideToScreen} besides those of `customer`. */
export const screeningColumns = (country: CountryCode) => [
  sideDigest.as('digest'),
  sql<number | null>`(select max(v.id) from watch_list_version v where v.country = ${country})`.as('version'),
];

const sideOfCustomer = prepared((db, customerId: number, country: CountryCode) =>
  db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'birthdate', 'document_number', 'legal_number'])
    .select(screeningColumns(country))
    .where('id', '=', customerId),
);

/** Customer and list to match them with. */
export interface ToScreen {
  readonly side: Side;
  readonly index: Index;
}

/** Adds the list to a customer to match; undefined in a country without a list. */
export async function withList(
  db: Database,
  tx: Tx,
  country: CountryCode,
  side: SideToScreen,
): Promise<ToScreen | undefined> {
  if (side.version === null) return undefined;
  const { index } = await listOfVersion(db, tx, country, side.version);
  return { side, index };
}

/** Reads a customer for {@link screenCustomer}, behind their lock. */
export async function readToScreen(
  db: Database,
  tx: Tx,
  customerId: number,
  country: CountryCode,
): Promise<ToScreen | undefined> {
  const [side] = await sideOfCustomer.run(tx, customerId, country);
  return side && withList(db, tx, country, side);
}

/**
 * Matches a customer with the list in force.
 * @returns the number of matches that wait for a person from now on
 */
export async function screenCustomer(
  tx: Tx,
  country: CountryCode,
  { side, index }: ToScreen,
  now: Date,
): Promise<number> {
  return storeSides(tx, country, [side], index, now);
}

/**
 * Matches the customers that are new, or changed since they were matched last, with the whole list.
 * @returns how many were matched, and how many matches wait from now on
 */
export async function screenChanged(
  db: Database,
  country: CountryCode,
  now: Date,
): Promise<{ readonly customers: number; readonly matches: number }> {
  const list = await listInForce(db, db, country);
  let [customers, matches, last] = [0, 0, 0];
  for (;;) {
    const page = await sql<{ id: number; digest: string; screened: string | null }>`
      select customer.id, ${sideDigest} as digest, s.digest as screened from customer
      left join screened_customer s on s.customer_id = customer.id
      where customer.country = ${country} and customer.id > ${last} and erased_at is null
      order by customer.id limit ${batch}`.execute(db);
    const changed = page.rows.filter(({ digest, screened }) => digest !== screened).map(({ id }) => id);
    if (changed.length > 0) {
      matches += await transaction(db, async (tx) => {
        const { rows } = await sql<Side>`
          select ${sideColumns} from customer where id = any(${changed}::bigint[]) and erased_at is null
          order by id for no key update`.execute(tx);
        return storeSides(tx, country, rows, list?.index ?? { matches: () => [] }, now);
      });
      customers += changed.length;
    }
    const end = page.rows.at(-1);
    if (!end || page.rows.length < batch) return { customers, matches };
    last = end.id;
  }
}

interface Index {
  matches(person: Screened): readonly { readonly entry: StoredEntry; readonly match: ListMatch }[];
}

/**
 * Stores customers as they are matched now. A match of an earlier side that waits ends only if the new side has one with
 * the same entry: a corrected name must not release a payout that Compliance has not decided about.
 */
async function storeSides(
  tx: Tx,
  country: CountryCode,
  sides: readonly Side[],
  index: Index,
  now: Date,
): Promise<number> {
  const rows = sides.map((side) => {
    const { name, documents, birthdate } = screenedOf(side);
    return {
      id: side.id,
      keys: [...new Set(nameWords(name).map(({ key }) => key))],
      documents: plainDocuments(documents),
      year: birthdate === undefined ? null : Number(birthdate.slice(0, 4)),
      digest: side.digest,
    };
  });
  await sql`
    insert into screened_customer (customer_id, country, keys, documents, birth_year, digest, screened_at)
    select (r->>'id')::bigint, ${country}, array(select jsonb_array_elements_text(r->'keys')),
      array(select jsonb_array_elements_text(r->'documents')), (r->>'year')::int, r->>'digest', ${now}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r
    on conflict (customer_id) do update set keys = excluded.keys, documents = excluded.documents,
      birth_year = excluded.birth_year, digest = excluded.digest, screened_at = excluded.screened_at`.execute(
    tx,
  );
  const found = sides.flatMap((side) =>
    index.matches(screenedOf(side)).map(({ entry, match }) => ({ side, entry, match })),
  );
  const waiting = await storeMatches(tx, country, found, now);
  await sql`
    update screening_match m set state = 'ended', version = version + 1
    from screened_customer s
    where m.customer_id = any(${rows.map(({ id }) => id)}::bigint[]) and m.state = 'waiting'
      and s.customer_id = m.customer_id and s.digest <> m.digest
      and exists (select from screening_match newer where newer.customer_id = m.customer_id
        and newer.entry_id = m.entry_id and newer.digest = s.digest and newer.state <> 'ended')`.execute(tx);
  return waiting;
}

/** Stores matches that are not known; one decided before, with both sides unchanged, stays decided. */
async function storeMatches(
  tx: Tx,
  country: CountryCode,
  found: readonly Found[],
  now: Date,
): Promise<number> {
  if (found.length === 0) return 0;
  const rows = found.map(({ side, entry, match: { reasons, name } }) => ({
    country,
    customer_id: side.id,
    entry_id: entry.rowId,
    digest: side.digest,
    reasons: [...reasons],
    name,
    state: 'waiting',
    found_at: now,
  }));
  const stored = await tx
    .insertInto('screening_match')
    .values(rows)
    // An ended match waits again once the customer's data are as they were.
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'entry_id', 'digest'])
        .doUpdateSet({ state: 'waiting', found_at: now, version: sql<number>`screening_match.version + 1` })
        .where('screening_match.state', '=', 'ended'),
    )
    .returning('id')
    .execute();
  return stored.length;
}

/** Entries looked up per statement. */
const entryBatch = 50;

/**
 * Matches all customers with new or changed entries, found by shared words or numbers.
 * @returns matches that wait from now on
 */
export async function screenEntries(
  db: Database,
  country: CountryCode,
  entries: readonly StoredEntry[],
  now: Date,
): Promise<number> {
  let matches = 0;
  for (let at = 0; at < entries.length; at += entryBatch) {
    const some = entries.slice(at, at + entryBatch);
    const index = listIndex(some);
    const near = await nearCustomers(db, country, some);
    for (let from = 0; from < near.length; from += batch) {
      const ids = near.slice(from, from + batch);
      matches += await transaction(db, async (tx) => {
        const { rows } = await sql<Side>`
          select ${sideColumns} from customer where id = any(${ids}::bigint[]) and erased_at is null`.execute(
          tx,
        );
        const found = rows.flatMap((side) =>
          index.matches(screenedOf(side)).map(({ entry, match }) => ({ side, entry, match })),
        );
        return storeMatches(tx, country, found, now);
      });
    }
  }
  return matches;
}

/**
 * Customers who share a number, or at least two words of a name, if all words of one name are in the other
 * and the births do not rule it out.
 */
async function nearCustomers(
  db: Database,
  country: CountryCode,
  entries: readonly StoredEntry[],
): Promise<readonly number[]> {
  const pairs = entries.flatMap(({ kind, names, births }) => {
    const since = births.length === 0 ? null : Math.min(...births.map(({ from }) => from)) - 1;
    const until = births.length === 0 ? null : Math.max(...births.map(({ to }) => to)) + 1;
    return (kind === 'entity' ? [] : names).flatMap(({ text }) => {
      const keys = [...new Set(nameWords(text).map(({ key }) => key))];
      return keyPairs(text).map(([a, b]) => ({ a, b, keys, since, until }));
    });
  });
  const numbers = entries.flatMap(({ documents }) => plainDocuments(documents));
  const near = sql<{ id: number }>`
    select s.customer_id as id
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) p (a text, b text, keys text[], since int, until int)
    cross join lateral (select customer_id from screened_customer where keys @> array[p.a, p.b]
      and (keys @> p.keys or keys <@ p.keys) and country = ${country}
      and (p.since is null or birth_year is null or birth_year between p.since and p.until) offset 0) s
    union
    select s.customer_id
    from unnest(${numbers}::text[]) n (number)
    cross join lateral (select customer_id from screened_customer where documents @> array[n.number]
      and country = ${country} offset 0) s
    order by id`;
  const { rows } = await transaction(db, async (tx) => {
    // Few customers share two words with a name, which the database does not know beforehand.
    await sql`set local enable_seqscan = off`.execute(tx);
    return near.execute(tx);
  });
  return rows.map(({ id }) => id);
}

/** Ends waiting matches if their entry has left the list or changed. @returns ids of their customers */
export async function endGone(tx: Tx, country: CountryCode): Promise<readonly number[]> {
  const { rows } = await sql<{ customer_id: number }>`
    update screening_match m set state = 'ended', version = version + 1
    from watch_list_entry e
    where m.country = ${country} and m.state = 'waiting' and e.id = m.entry_id
      and exists (select from watch_list_entry later
        where later.country = e.country and later.source_id = e.source_id and later.id > e.id)
    returning m.customer_id`.execute(tx);
  return rows.map(({ customer_id: id }) => id);
}
