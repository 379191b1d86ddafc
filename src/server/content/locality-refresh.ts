import { sql } from 'kysely';
import { DEFAULT_PROVINCE_ID } from '../../countries/identifiers/address.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { shippedLocalities, shippedProvinceCodes } from '../../countries/localities.ts';
import type { PlacesRegister } from '../integrations/places/port.ts';
import { transaction, type Database, type Queryable, type Tx } from '../platform/database.ts';
import {
  localityChanges,
  type KnownLocality,
  type Listed,
  type LocalityChanges,
} from './locality-changes.ts';

/** Lowest id of localities that no release ships; 'other city' and the shipped ones are below. */
const firstOwnId = 100_001;
/**
 * Largest plausible fraction of a province's localities to disappear; beyond it the register was read
 * incompletely.
 */
const mostVanished = 0.2;

/** Registered localities of provinces with a choice; the capital has only one. */
export async function readRegister(country: CountryCode, register: PlacesRegister): Promise<Listed> {
  const codes = shippedProvinceCodes(country);
  const theirs = new Set((await register.provinces()).map(({ code }) => code));
  const missing = [...codes.values()].filter((code) => !theirs.has(code));
  if (missing.length > 0 || theirs.size !== codes.size)
    throw new Error('The register has other provinces than the product: a release has to name them.');
  const listed = new Map<number, Awaited<ReturnType<PlacesRegister['localities']>>>();
  // Sequential, to go easy on a public service; there is no hurry.
  for (const [id, code] of codes)
    if (id !== DEFAULT_PROVINCE_ID) listed.set(Number(id), await register.localities(code));
  return listed;
}

export async function compareLocalities(
  db: Queryable,
  country: CountryCode,
  listed: Listed,
): Promise<LocalityChanges> {
  const known = await knownLocalities(db, country);
  const changes = localityChanges(known, listed);
  for (const provinceId of listed.keys()) {
    const before = known.filter((each) => each.provinceId === provinceId && !each.hasVanished).length;
    const gone = changes.vanished.filter((each) => each.provinceId === provinceId).length;
    if (gone > before * mostVanished)
      throw new Error(
        `The register no longer has ${gone} of ${before} localities of province ${provinceId}: nothing is changed.`,
      );
  }
  return changes;
}

/** Applies the register's changes, all or none; safe to repeat. */
export function applyLocalities(
  db: Database,
  country: CountryCode,
  listed: Listed,
  at: Date,
): Promise<LocalityChanges> {
  return transaction(db, async (tx) => {
    await sql`lock table locality in exclusive mode`.execute(tx);
    const changes = await compareLocalities(tx, country, listed);
    const nextId = await nextOwnId(tx, country);
    const added = changes.added.map((each, index) => ({ ...each, id: nextId + index, hasVanished: false }));
    const vanished = changes.vanished.map((each) => ({ ...each, hasVanished: true }));
    const back = new Set(changes.returned.map(({ id }) => id));
    const renamed = changes.renamed.map((each) => ({
      ...each,
      hasVanished: each.hasVanished && !back.has(each.id),
    }));
    const isRenamed = new Set(renamed.map(({ id }) => id));
    const returned = changes.returned
      .filter(({ id }) => !isRenamed.has(id))
      .map((each) => ({ ...each, hasVanished: false }));
    await keep(tx, country, [...added, ...renamed, ...returned, ...vanished], at);
    return changes;
  });
}

/** Shipped list with the changes of earlier refreshes. */
async function knownLocalities(db: Queryable, country: CountryCode): Promise<KnownLocality[]> {
  const rows = await db.selectFrom('locality').selectAll().where('country', '=', country).execute();
  const known = new Map<number, KnownLocality>(
    shippedLocalities(country).map((each) => [each.id, { ...each, hasVanished: false }]),
  );
  for (const { id, province_id: provinceId, name, code, vanished_at: vanishedAt } of rows)
    known.set(id, { id, provinceId, name, code, hasVanished: vanishedAt !== null });
  return [...known.values()];
}

async function nextOwnId(tx: Tx, country: CountryCode): Promise<number> {
  const { last } = await tx
    .selectFrom('locality')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('country', '=', country)
    .executeTakeFirstOrThrow();
  return Math.max(firstOwnId, (last ?? 0) + 1);
}

async function keep(tx: Tx, country: CountryCode, rows: readonly KnownLocality[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ id, provinceId, name, code, hasVanished }) => ({
    country,
    id,
    province_id: provinceId,
    name,
    code,
    vanished_at: hasVanished ? at : null,
    changed_at: at,
  }));
  await tx
    .insertInto('locality')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['country', 'id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        vanished_at: eb.ref('excluded.vanished_at'),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    )
    .execute();
}
