import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Day } from '../../platform/work/daily.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { Difference } from './judge.ts';

export function openOf(db: Queryable, country: CountryCode, provider: string) {
  return db
    .selectFrom('reconciliation_difference')
    .select(['id', 'key', 'their_amount'])
    .where('country', '=', country)
    .where('provider', '=', provider)
    .where('closed_at', 'is', null)
    .execute();
}

export function openDifferences(db: Queryable) {
  return db
    .selectFrom('reconciliation_difference')
    .selectAll()
    .where('closed_at', 'is', null)
    .orderBy('country')
    .orderBy('provider')
    .orderBy('id')
    .execute();
}

export async function closeMended(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('reconciliation_difference')
    .set({ closed_at: now, note: 'the same again' })
    .where('id', 'in', [...ids])
    .execute();
}

/**
 * Stores each difference once. One closed by a person stays closed unless it has changed since. @returns
 * number of new or reopened differences
 */
export async function storeDifferences(
  tx: Tx,
  { provider, day, differences }: { provider: string; day: Day; differences: readonly Difference[] },
  now: Date,
): Promise<number> {
  let fresh = 0;
  for (const { key, providerId, kind, our, their } of differences) {
    const { rows } = await sql`
      insert into reconciliation_difference as d (country, provider, key, provider_id, day, kind, our_state, our_amount,
        their_state, their_amount, found_at)
      values (${day.country}, ${provider}, ${key}, ${providerId}, ${day.date}, ${kind}, ${our?.state ?? ''},
        ${our?.amount ?? null}, ${their?.state ?? ''}, ${their?.amount ?? null}, ${now})
      on conflict (provider, key) do update set kind = excluded.kind, our_state = excluded.our_state,
        our_amount = excluded.our_amount, their_state = excluded.their_state, their_amount = excluded.their_amount,
        day = excluded.day, found_at = excluded.found_at, closed_at = null, note = '', closed_by = ''
      where (d.kind, d.our_state, d.our_amount, d.their_state, d.their_amount) is distinct from
        (excluded.kind, excluded.our_state, excluded.our_amount, excluded.their_state, excluded.their_amount)
        or (d.closed_at is not null and d.note = 'the same again')
      returning d.id
    `.execute(tx);
    fresh += rows.length;
  }
  return fresh;
}

export async function storeRun(
  tx: Tx,
  run: { provider: string; day: Day; theirs: number; ours: number; differences: number },
  now: Date,
): Promise<void> {
  const counts = { theirs: run.theirs, ours: run.ours, differences: run.differences, ran_at: now };
  await tx
    .insertInto('reconciliation_run')
    .values({ country: run.day.country, provider: run.provider, day: run.day.date, ...counts })
    .onConflict((conflict) => conflict.columns(['country', 'provider', 'day']).doUpdateSet(counts))
    .execute();
}

/** Closes a difference that a person has resolved. @returns false if there is no such open difference */
export async function closeDifference(
  db: Queryable,
  id: number,
  { note, by = '' }: { readonly note: string; readonly by?: string },
  now: Date,
): Promise<boolean> {
  const closed = await db
    .updateTable('reconciliation_difference')
    .set({ closed_at: now, note, closed_by: by })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}
