import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import { transaction, type Database, type Queryable } from '../../platform/database.ts';
import { digestOfRows, STREAMS } from './streams.ts';

type Stream = (typeof STREAMS)[number];

const chunk = 2_000;
/** Longer than any transaction lasts: ids are allocated before their rows become visible. */
const settledAfterMinutes = 60;

/** Digest before the first seal of a stream. */
export const FIRST = Buffer.alloc(32);

/**
 * Seals rows written before the last check, and checks again. Several workers may run it at once: a range is
 * sealed once. @param settled minutes after which every row with an allocated id is visible @returns rows
 * sealed
 */
export async function sealRows(
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  {
    settled = settledAfterMinutes,
    limit = chunk,
    isStopped = () => false,
  }: { readonly settled?: number; readonly limit?: number; readonly isStopped?: () => boolean } = {},
): Promise<number> {
  let sealed = 0;
  for (const stream of STREAMS) {
    const until = await horizonOf(db, stream, clock.now(), settled);
    if (until === undefined) continue;
    for (let last = limit; last > 0 && !isStopped();) {
      last = await sealOne(db, stream, { until, limit, now: clock.now() });
      sealed += last;
    }
    if (isStopped()) break;
    await look(db, stream, clock.now());
    const newest = await lastSeal(db, stream.name);
    // Logged so that an external log store can later prove the seal unchanged.
    if (newest)
      log.info({ stream: stream.name, to: newest.to_id, digest: newest.digest.toString('hex') }, 'sealed');
  }
  return sealed;
}

/** Highest id with every row up to it visible; undefined while the last check is too recent. */
async function horizonOf(
  db: Database,
  stream: Stream,
  now: Date,
  settled: number,
): Promise<number | undefined> {
  const seen = await db
    .selectFrom('seal_horizon')
    .select(['id', 'seen_at'])
    .where('stream', '=', stream.name)
    .executeTakeFirst();
  if (!seen) {
    await look(db, stream, now);
    return undefined;
  }
  return after(seen.seen_at, settled, 'minutes') <= now ? seen.id : undefined;
}

async function look(db: Database, stream: Stream, now: Date): Promise<void> {
  const { rows } = await stream.newestId.execute(db);
  const id = rows[0]?.id ?? 0;
  await db
    .insertInto('seal_horizon')
    .values({ stream: stream.name, id, seen_at: now })
    .onConflict((on) =>
      on.column('stream').doUpdateSet({ id: sql`greatest(seal_horizon.id, excluded.id)`, seen_at: now }),
    )
    .execute();
}

function lastSeal(db: Queryable, stream: string) {
  return db
    .selectFrom('seal')
    .select(['to_id', 'digest'])
    .where('stream', '=', stream)
    .orderBy('from_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function sealedTo(db: Queryable, stream: (typeof STREAMS)[number]['name']): Promise<number> {
  return (await lastSeal(db, stream))?.to_id ?? 0;
}

/** Writes the next seal. @returns its rows; 0 if nothing is left to seal */
function sealOne(
  db: Database,
  stream: Stream,
  { until, limit, now }: { readonly until: number; readonly limit: number; readonly now: Date },
): Promise<number> {
  return transaction(db, async (tx) => {
    const last = await lastSeal(tx, stream.name);
    const from = (last?.to_id ?? 0) + 1;
    if (from > until) return 0;
    const to = Math.min(until, from + limit - 1);
    const previous = last?.digest ?? FIRST;
    const { rows, digest } = await digestOfRows(tx, stream, { from, to, previous });
    await tx
      .insertInto('seal')
      .values({
        stream: stream.name,
        from_id: from,
        to_id: to,
        rows,
        digest,
        previous_digest: previous,
        sealed_at: now,
      })
      // A concurrent worker wrote the same seal first.
      .onConflict((on) => on.columns(['stream', 'from_id']).doNothing())
      .execute();
    return Math.max(rows, 1);
  });
}

const hourMs = 3_600_000;
/** Delay of the first run, so that waiting requests are served first. */
const firstMs = 10_000;

/** Seals soon and every hour until stopped; a failure is logged and the next hour tries again. */
export function startSealing(deps: Dependencies): () => void {
  let isStopped = false;
  const run = () =>
    void sealRows(deps, { isStopped: () => isStopped }).catch((error: unknown) =>
      deps.log.error({ err: error }, 'sealing failed'),
    );
  const first = setTimeout(run, firstMs);
  const timer = setInterval(run, hourMs);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    isStopped = true;
  };
}
