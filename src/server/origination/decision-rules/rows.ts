import { sql } from 'kysely';
import type { EditedRules, RULES_STATES } from '../../../contract/staff/decision-rules.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { lockName } from '../../platform/work/named-locks.ts';
import { askedBy } from '../../staff/actions/service.ts';
import { rulesInForce } from './versions.ts';

type RulesState = (typeof RULES_STATES)[number];

/** Serializes changes to a country's versions, because each is checked against the others. */
export const lockRules = (tx: Tx, country: CountryCode): Promise<void> =>
  lockName(tx, `decision-rules ${country}`);

function versionsOf(db: Queryable) {
  return db
    .selectFrom('decision_rules as r')
    .leftJoin('decision_rules_end as e', 'e.rules_id', 'r.id')
    .select(['r.id', 'r.country', 'r.name', 'r.valid_from', 'r.share', 'r.asked_by', 'r.approved_by'])
    .select(['e.ends_on', 'e.ended_by']);
}

export type VersionRow = NonNullable<Awaited<ReturnType<typeof versionRow>>>;

export async function versionRow(db: Queryable, id: number, countries: readonly CountryCode[]) {
  return versionsOf(db).where('r.id', '=', id).where('r.country', 'in', countries).executeTakeFirst();
}

const pageSize = 50;

export async function versionPage(
  db: Queryable,
  countries: readonly CountryCode[],
  before: number | undefined,
  todayOf: (country: CountryCode) => CalendarDate,
) {
  const rows = await versionsOf(db)
    .where('r.country', 'in', countries)
    .$if(before !== undefined, (query) => query.where('r.id', '<', before ?? 0))
    .orderBy('r.id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const result = [];
  for (const row of rows.slice(0, pageSize)) result.push(await versionAnswer(db, row, todayOf(row.country)));
  return { result, next: rows.length > pageSize ? (result.at(-1)?.id ?? '') : '' };
}

export async function versionAnswer(db: Queryable, row: VersionRow, today: CalendarDate) {
  return {
    id: String(row.id),
    country: row.country,
    name: row.name,
    state: await stateOf(db, row, today),
    valid_from: row.valid_from,
    ends_on: row.ends_on ?? '',
    share: row.share,
    asked_by: row.asked_by,
    approved_by: row.approved_by,
    version: versionNumber(row),
  };
}

/** Version of a row; only its end ever changes. */
export const versionNumber = ({ ends_on: endsOn }: Pick<VersionRow, 'ends_on'>): number =>
  endsOn === null ? 1 : 2;

export async function stateOf(db: Queryable, row: VersionRow, today: CalendarDate): Promise<RulesState> {
  const inForce = await rulesInForce(db, row.country, today);
  if (row.id === inForce?.id) return 'in_force';
  if (row.id === inForce?.challenger?.id) return 'challenger';
  if (row.ends_on !== null && (row.ends_on <= today || row.ends_on <= row.valid_from)) return 'ended';
  return row.valid_from > today ? 'scheduled' : 'replaced';
}

/** True if a version or an open draft has this name. */
export async function isNameTaken(tx: Tx, country: CountryCode, name: string, draftId = 0): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from decision_rules where country = ${country} and name = ${name})
      or exists (select from decision_rules_draft
        where country = ${country} and name = ${name} and state = 'open' and id <> ${draftId}) as taken
  `.execute(tx);
  return rows[0]?.taken ?? false;
}

/** Challengers of the country that run or will, other than those that end by the day. */
export async function hasChallenger(tx: Tx, country: CountryCode, day: CalendarDate): Promise<boolean> {
  const row = await versionsOf(tx)
    .where('r.country', '=', country)
    .where('r.share', '<', 100)
    .where((eb) => eb.or([eb('e.ends_on', 'is', null), eb('e.ends_on', '>', day)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** First days of the ends of other versions from a day on; each leaves the country to the one before. */
export async function laterEnds(tx: Tx, country: CountryCode, id: number, from: CalendarDate) {
  const rows = await tx
    .selectFrom('decision_rules_end as e')
    .innerJoin('decision_rules as r', 'r.id', 'e.rules_id')
    .select('e.ends_on')
    .where('r.country', '=', country)
    .where('r.id', '<>', id)
    .where('e.ends_on', '>', from)
    .execute();
  return rows.map(({ ends_on: endsOn }) => endsOn);
}

interface NewVersion {
  readonly country: CountryCode;
  readonly name: string;
  readonly validFrom: CalendarDate;
  readonly share: number;
  readonly rules: EditedRules;
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly at: Date;
}

export async function insertVersion(tx: Tx, given: NewVersion): Promise<number> {
  const { id } = await tx
    .insertInto('decision_rules')
    .values({
      country: given.country,
      name: given.name,
      valid_from: given.validFrom,
      share: given.share,
      data: JSON.stringify(given.rules),
      asked_by: given.askedBy,
      approved_by: given.approvedBy,
      created_at: given.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertEnd(
  tx: Tx,
  end: { readonly id: number; readonly endsOn: CalendarDate; readonly by: string; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('decision_rules_end')
    .values({ rules_id: end.id, ends_on: end.endsOn, ended_by: end.by, created_at: end.at })
    .execute();
}

function draftsOf(db: Queryable) {
  return db
    .selectFrom('decision_rules_draft as d')
    .innerJoin('decision_rules as b', 'b.id', 'd.based_on')
    .selectAll('d')
    .select('b.name as based_on_name')
    .select(askedBy(sql`'rules-draft:' || d.id`).as('waits'));
}

export type DraftRow = NonNullable<Awaited<ReturnType<typeof draftRow>>>;

export async function draftRow(db: Queryable, id: number, countries: readonly CountryCode[]) {
  const row = await draftsOf(db)
    .where('d.id', '=', id)
    .where('d.country', 'in', countries)
    .executeTakeFirst();
  return row && { ...row, data: row.data as unknown as EditedRules };
}

export async function lockDraft(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('decision_rules_draft').select('id').where('id', '=', id).forUpdate().execute();
}

export async function openDrafts(db: Queryable, countries: readonly CountryCode[]) {
  const rows = await draftsOf(db)
    .where('d.country', 'in', countries)
    .where('d.state', '=', 'open')
    .orderBy('d.id', 'desc')
    .limit(pageSize)
    .execute();
  return rows.map((row) => draftAnswer({ ...row, data: row.data as unknown as EditedRules }));
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
  draft: Pick<DraftRow, 'country' | 'name' | 'based_on'> & {
    readonly data: unknown;
    readonly by: string;
    readonly at: Date;
  },
): Promise<number> {
  const { country, name, based_on: basedOn, data, by, at } = draft;
  const { id } = await tx
    .insertInto('decision_rules_draft')
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
  readonly data?: EditedRules;
  readonly state?: 'activated' | 'discarded';
  readonly rulesId?: number;
}

export async function changeDraft(
  tx: Tx,
  { id, version }: Pick<DraftRow, 'id' | 'version'>,
  { data, state, rulesId }: DraftChange,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('decision_rules_draft')
    .set({
      version: version + 1,
      changed_by: by,
      changed_at: at,
      ...(data === undefined ? {} : { data: JSON.stringify(data) }),
      ...(state === undefined ? {} : { state }),
      ...(rulesId === undefined ? {} : { rules_id: rulesId }),
    })
    .where('id', '=', id)
    .execute();
}
