import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { after } from '../clock.ts';
import type { Tx } from '../database.ts';

/** Waiting rows that employees take one after the other, as declared by the owner of their table. */
export interface ClaimQueue {
  readonly table: 'identity_review' | 'credit_exception';
  /** Condition on waiting rows, besides their state. */
  readonly isOpen: (now: Date) => RawBuilder<unknown>;
}

/** Duration of a claim: longer than a decision, shorter than a lunch break. */
const claimMinutes = 10;

interface Taker {
  readonly staffId: number;
  readonly countries: readonly CountryCode[];
  /** Rows that the person has open already. */
  readonly held: readonly number[];
  readonly now: Date;
}

/**
 * Renews the person's claims, and claims the oldest waiting row that they may decide; their own claims come
 * first by age.
 */
export async function takeNext(
  tx: Tx,
  queue: ClaimQueue,
  taker: Taker,
  isAllowed: (id: number) => Promise<boolean> = async () => true,
): Promise<number | undefined> {
  const until = after(taker.now, claimMinutes, 'minutes');
  const { staffId, held } = taker;
  if (held.length > 0)
    await sql`update ${sql.table(queue.table)} set claimed_until = ${until}
      where id = any(${[...held]}::bigint[]) and claimed_by = ${staffId} and state = 'waiting'`.execute(tx);
  const except = [...held];
  for (;;) {
    const id = await claimOldest(tx, queue, { ...taker, held: except }, until);
    if (id === undefined || (await isAllowed(id))) return id;
    await dropClaim(tx, queue, id);
    except.push(id);
  }
}

async function claimOldest(
  tx: Tx,
  { table, isOpen }: ClaimQueue,
  { staffId, countries, held, now }: Taker,
  until: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} set claimed_by = ${staffId}, claimed_until = ${until}
    where id = (
      select id from ${sql.table(table)}
      where state = 'waiting' and ${isOpen(now)} and country = any(${[...countries]}::text[])
        and id <> all(${[...held]}::bigint[])
        and (claimed_by is null or claimed_by = ${staffId} or claimed_until <= ${now})
      order by queued_at, id limit 1 for update skip locked
    )
    returning id
  `.execute(tx);
  return rows[0]?.id;
}

/** Releases a claim, so that others can take the row. */
export async function dropClaim(tx: Tx, { table }: ClaimQueue, id: number): Promise<void> {
  await sql`update ${sql.table(table)} set claimed_by = null, claimed_until = null where id = ${id}`.execute(
    tx,
  );
}

interface Claimed {
  readonly claimed_by: number | null;
  readonly claimed_until: Date | null;
}

/** True while another person has claimed the row. */
export const isTaken = (
  { claimed_by: by, claimed_until: until }: Claimed,
  staffId: number,
  now: Date,
): boolean => by !== null && by !== staffId && until !== null && until > now;
