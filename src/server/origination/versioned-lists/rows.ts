import { sql } from 'kysely';
import type { VERSION_STATES } from '../../../contract/staff/versioned-lists.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Database, Queryable, Tx } from '../../platform/database.ts';
import { lockName } from '../../platform/work/named-locks.ts';
import { askedBy } from '../../staff/actions/service.ts';

/** Tables of one kind of versioned list. */
export interface ListTables {
  /** Table of versions, which never change; `_end` and `_draft` complete the names of the others. */
  readonly table: 'price_list' | 'decision_rules';
  /** Column with a version's name. */
  readonly name: 'version' | 'name';
  /** Column of the other tables that refers to a version. */
  readonly ref: 'price_list_id' | 'rules_id';
  /** True for tables with the columns `share` and `asked_by`, for versions that decide for a share of the people. */
  readonly isShared: boolean;
  /** Prefix of a draft's subject in the audit. */
  readonly draftSubject: 'price-draft' | 'rules-draft';
  /** Prefix of the lock of a country's versions. */
  readonly lock: 'price-lists' | 'decision-rules';
}

const endOf = ({ table }: ListTables) => sql.table(`${table}_end`);
const draftOf = ({ table }: ListTables) => sql.table(`${table}_draft`);
/** Percent of the country's people. */
const shareOf = ({ isShared }: ListTables) => (isShared ? sql`v.share` : sql`100`);
const askerOf = ({ isShared }: ListTables) => (isShared ? sql`v.asked_by` : sql`''`);

export interface VersionRow {
  readonly id: number;
  readonly country: CountryCode;
  readonly name: string;
  readonly valid_from: CalendarDate;
  readonly created_at: Date;
  /** First day without the version; null if none is set. */
  readonly ends_on: CalendarDate | null;
  readonly ended_by: string | null;
  readonly share: number;
  readonly asked_by: string;
  /** '' for a version that came with the program. */
  readonly approved_by: string;
}

export interface DraftRow<Edited> {
  readonly id: number;
  readonly country: CountryCode;
  readonly name: string;
  readonly based_on: number;
  readonly based_on_name: string;
  readonly data: Edited;
  readonly state: 'open' | 'activated' | 'discarded';
  readonly version: number;
  readonly changed_by: string;
  readonly changed_at: Date;
  /** Requester of the activation, while it awaits a second person. */
  readonly waits: string;
}

const pageSize = 50;

/** Serializes changes to a country's versions, because each is checked against the others. */
export const lockVersions = (tx: Tx, { lock }: ListTables, country: CountryCode): Promise<void> =>
  lockName(tx, `${lock} ${country}`);

/** Reads stored versions by id, parsed. Cached without expiry: rows are immutable, and there are few of them. */
export function versionsById<Stored>(table: ListTables['table'], parse: (data: unknown) => Stored) {
  const parsedOf = new WeakMap<Database, Map<number, Stored>>();
  /** `on` is the caller's transaction, if any. @throws if the row does not exist or is not valid */
  return async (db: Database, id: number, on: Queryable = db): Promise<Stored> => {
    const parsed = parsedOf.get(db) ?? new Map<number, Stored>();
    parsedOf.set(db, parsed);
    const known = parsed.get(id);
    if (known) return known;
    const { rows } = await sql<{ readonly data: unknown }>`
      select data from ${sql.table(table)} where id = ${id}`.execute(on);
    const [row] = rows;
    if (!row) throw new Error(`${table} ${id} does not exist`);
    const version = parse(row.data);
    parsed.set(id, version);
    return version;
  };
}

/** Versions by id, or a page of them, newest first. */
async function versions(
  db: Queryable,
  kind: ListTables,
  countries: readonly CountryCode[],
  { id, before }: { readonly id?: number; readonly before?: number | undefined },
): Promise<readonly VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.id, v.country, v.${sql.ref(kind.name)} as name, v.valid_from, v.created_at, e.ends_on, e.ended_by,
      ${shareOf(kind)}::int as share, ${askerOf(kind)} as asked_by, coalesce(d.changed_by, '') as approved_by
    from ${sql.table(kind.table)} v
    left join ${endOf(kind)} e on e.${sql.ref(kind.ref)} = v.id
    left join ${draftOf(kind)} d on d.${sql.ref(kind.ref)} = v.id
    where v.country = any(${[...countries]}::text[]) and ${id === undefined ? sql`true` : sql`v.id = ${id}`}
      and ${before === undefined ? sql`true` : sql`v.id < ${before}`}
    order by v.id desc limit ${pageSize + 1}`.execute(db);
  return rows;
}

export async function versionRow(
  db: Queryable,
  kind: ListTables,
  id: number,
  countries: readonly CountryCode[],
): Promise<VersionRow | undefined> {
  return (await versions(db, kind, countries, { id }))[0];
}

export async function versionPage(
  db: Queryable,
  kind: ListTables,
  countries: readonly CountryCode[],
  before: number | undefined,
) {
  const rows = await versions(db, kind, countries, { before });
  const shown = rows.slice(0, pageSize);
  return { rows: shown, next: rows.length > pageSize ? String(shown.at(-1)?.id ?? '') : '' };
}

export interface InForce {
  readonly id: number;
  readonly challenger: { readonly id: number; readonly share: number } | undefined;
}

/**
 * Versions in force on a local date: the newest for everybody that has not ended, and the newest for a share.
 * `without`: ignores this version.
 */
export async function versionsInForce(
  db: Queryable,
  kind: ListTables,
  country: CountryCode,
  day: CalendarDate,
  without = 0,
): Promise<InForce | undefined> {
  const { rows } = await sql<{ readonly id: number; readonly share: number }>`
    select distinct on (${shareOf(kind)} = 100) v.id, ${shareOf(kind)}::int as share
    from ${sql.table(kind.table)} v
    where v.country = ${country} and v.valid_from <= ${day} and v.id <> ${without} and not exists (
      select from ${endOf(kind)} e where e.${sql.ref(kind.ref)} = v.id and e.ends_on <= ${day})
    order by ${shareOf(kind)} = 100, v.valid_from desc, v.id desc`.execute(db);
  const main = rows.find(({ share }) => share === 100);
  return main && { id: main.id, challenger: rows.find(({ share }) => share < 100) };
}

export function stateOf(
  row: VersionRow,
  today: CalendarDate,
  inForce: InForce | undefined,
): (typeof VERSION_STATES)[number] {
  if (row.id === inForce?.id) return 'in_force';
  if (row.id === inForce?.challenger?.id) return 'challenger';
  if (row.ends_on !== null && (row.ends_on <= today || row.ends_on <= row.valid_from)) return 'ended';
  return row.valid_from > today ? 'scheduled' : 'replaced';
}

/** Version number of a row; only its end ever changes. */
export const versionNumber = ({ ends_on: endsOn }: Pick<VersionRow, 'ends_on'>): number =>
  endsOn === null ? 1 : 2;

/** True if a version or another open draft has this name. */
export async function isNameTaken(
  tx: Tx,
  kind: ListTables,
  country: CountryCode,
  name: string,
  draftId = 0,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from ${sql.table(kind.table)} where country = ${country} and ${sql.ref(kind.name)} = ${name})
      or exists (select from ${draftOf(kind)}
        where country = ${country} and name = ${name} and state = 'open' and id <> ${draftId}) as taken
  `.execute(tx);
  return rows[0]?.taken ?? false;
}

/** Later first days without another version; each leaves the country to the one before. */
export async function laterEnds(tx: Tx, kind: ListTables, { id, country }: VersionRow, from: CalendarDate) {
  const { rows } = await sql<{ readonly ends_on: CalendarDate }>`
    select e.ends_on from ${endOf(kind)} e join ${sql.table(kind.table)} v on v.id = e.${sql.ref(kind.ref)}
    where v.country = ${country} and v.id <> ${id} and e.ends_on > ${from}`.execute(tx);
  return rows.map(({ ends_on: endsOn }) => endsOn);
}

export async function insertEnd(
  tx: Tx,
  kind: ListTables,
  { id, endsOn, by, at }: { id: number; endsOn: CalendarDate; by: string; at: Date },
): Promise<void> {
  await sql`insert into ${endOf(kind)} (${sql.ref(kind.ref)}, ends_on, ended_by, created_at)
    values (${id}, ${endsOn}, ${by}, ${at})`.execute(tx);
}

async function drafts<Edited>(
  db: Queryable,
  kind: ListTables,
  countries: readonly CountryCode[],
  id?: number,
): Promise<readonly DraftRow<Edited>[]> {
  const { rows } = await sql<DraftRow<Edited>>`
    select d.id, d.country, d.name, d.based_on, b.${sql.ref(kind.name)} as based_on_name, d.data, d.state, d.version,
      d.changed_by, d.changed_at, ${askedBy(sql`${kind.draftSubject}::text || ':' || d.id`)} as waits
    from ${draftOf(kind)} d join ${sql.table(kind.table)} b on b.id = d.based_on
    where d.country = any(${[...countries]}::text[]) and ${id === undefined ? sql`d.state = 'open'` : sql`d.id = ${id}`}
    order by d.id desc limit ${pageSize}`.execute(db);
  return rows;
}

export const openDrafts = (db: Queryable, kind: ListTables, countries: readonly CountryCode[]) =>
  drafts<unknown>(db, kind, countries);

export async function draftRow<Edited>(
  db: Queryable,
  kind: ListTables,
  id: number,
  countries: readonly CountryCode[],
): Promise<DraftRow<Edited> | undefined> {
  return (await drafts<Edited>(db, kind, countries, id))[0];
}

export async function lockDraft(tx: Tx, kind: ListTables, id: number): Promise<void> {
  await sql`select id from ${draftOf(kind)} where id = ${id} for update`.execute(tx);
}

interface Stamp {
  readonly by: string;
  readonly at: Date;
}

export async function insertDraft(
  tx: Tx,
  kind: ListTables,
  { country, id: basedOn }: Pick<VersionRow, 'country' | 'id'>,
  { name, data }: { readonly name: string; readonly data: unknown },
  { by, at }: Stamp,
): Promise<number> {
  const { rows } = await sql<{ readonly id: number }>`
    insert into ${draftOf(kind)} (country, name, based_on, data, changed_by, created_at, changed_at)
    values (${country}, ${name}, ${basedOn}, ${JSON.stringify(data)}, ${by}, ${at}, ${at}) returning id`.execute(
    tx,
  );
  const [draft] = rows;
  if (!draft) throw new Error('an inserted draft returns its id');
  return draft.id;
}

type DraftChange<Edited> =
  | { readonly data: Edited }
  | { readonly state: 'discarded' }
  | { readonly state: 'activated'; readonly versionId: number };

export async function changeDraft<Edited>(
  tx: Tx,
  kind: ListTables,
  { id }: Pick<DraftRow<Edited>, 'id'>,
  change: DraftChange<Edited>,
  { by, at }: Stamp,
): Promise<void> {
  const data = 'data' in change ? sql`, data = ${JSON.stringify(change.data)}` : sql``;
  const state = 'state' in change ? sql`, state = ${change.state}` : sql``;
  const version = 'versionId' in change ? sql`, ${sql.ref(kind.ref)} = ${change.versionId}` : sql``;
  await sql`update ${draftOf(kind)} set version = version + 1, changed_by = ${by}, changed_at = ${at}
    ${data}${state}${version} where id = ${id}`.execute(tx);
}
