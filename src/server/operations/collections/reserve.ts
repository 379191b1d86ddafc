import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { lockName } from '../../platform/work/named-locks.ts';
import { isOwnRecord } from '../../staff/own-records/service.ts';
import { releaseCase, reserveCase } from '../../servicing/collections/service.ts';
import { gateAnswers } from './gate.ts';
import { queueRows, type QueueAsked, type QueuePlace } from './queue.ts';
import { standingsOf } from './standing.ts';

/** Cases that one person may hold at once; the oldest returns to the queue. */
const mostReserved = 5;
/**
 * Candidates read at a time, and how often: those paid since the close or out of reach today are passed
 * over.
 */
const candidates = 10;
const mostRounds = 20;

interface Wanted {
  readonly country: CountryCode;
  readonly staffId: number;
  readonly bucket: QueueAsked['bucket'];
}

/** Reserves the first free case of a country that may be contacted on some channel today. */
export async function reserveNext(
  tx: Tx,
  deps: Dependencies,
  { country, staffId, bucket }: Wanted,
): Promise<number | undefined> {
  // One person at a time chooses, so that two never get the same case.
  await lockName(tx, `collections queue of ${country}`);
  const now = deps.clock.now();
  const today = localDate(now, country);
  const asked: QueueAsked = { country, today, now, staffId, bucket, view: 'queue', isFree: true };
  let place: QueuePlace | undefined;
  for (let round = 0; round < mostRounds; round += 1) {
    const rows = await queueRows(tx, asked, place, candidates);
    const ids = rows.map(({ customerId }) => customerId);
    const id = await firstWorkable(tx, deps, ids, asked);
    if (id !== undefined) {
      await reserveCase(tx, deps, { country, customerId: id }, staffId);
      await dropOldest(tx, deps, { staffId, now });
      return id;
    }
    place = rows.at(-1);
    if (rows.length < candidates) return undefined;
  }
  return undefined;
}

async function firstWorkable(
  tx: Tx,
  deps: Dependencies,
  ids: readonly number[],
  { country, staffId, today }: Pick<QueueAsked, 'country' | 'staffId' | 'today'>,
): Promise<number | undefined> {
  if (ids.length === 0) return undefined;
  const all = await standingsOf(tx, ids, today);
  const owing = [...all].filter(([, { overdue }]) => overdue > 0);
  const gate = await gateAnswers(tx, deps, country, { standings: new Map(owing), staffId });
  for (const [id] of owing.toSorted(([, a], [, b]) => b.priority - a.priority)) {
    // Outside the hours of calls a case can still be prepared.
    const isOpen = gate.get(id)?.some(({ refused }) => refused === '' || refused === 'hours');
    if (isOpen && !(await isOwnRecord(tx, staffId, id))) return id;
  }
  return undefined;
}

async function dropOldest(
  tx: Tx,
  deps: Dependencies,
  { staffId, now }: { readonly staffId: number; readonly now: Date },
): Promise<void> {
  const held = await tx
    .selectFrom('collection_case')
    .select('customer_id')
    .where('reserved_by', '=', staffId)
    .where('reserved_until', '>', now)
    .orderBy('reserved_until', 'desc')
    .orderBy('version', 'desc')
    .execute();
  for (const { customer_id: id } of held.slice(mostReserved)) await releaseCase(tx, deps, id, staffId);
}

interface StoredCase {
  readonly assigned_to: number | null;
  readonly assigned: string | null;
  readonly next_look: CalendarDate | null;
  readonly reserved_by: number | null;
  readonly reserver: string | null;
  readonly reserved_until: Date | null;
  readonly version: number;
}

/** Stored part of a case; version 0 for an untouched one. */
const NO_CASE: StoredCase = {
  assigned_to: null,
  assigned: null,
  next_look: null,
  reserved_by: null,
  reserver: null,
  reserved_until: null,
  version: 0,
};

export async function storedCase(db: Queryable, customerId: number): Promise<StoredCase> {
  const { rows } = await sql<StoredCase>`
    select k.assigned_to, a.name as assigned, k.next_look, k.reserved_by, r.name as reserver, k.reserved_until, k.version
    from collection_case k left join staff_member a on a.id = k.assigned_to left join staff_member r on r.id = k.reserved_by
    where k.customer_id = ${customerId}`.execute(db);
  return rows[0] ?? NO_CASE;
}

/** True if another person works on the case. */
export const isTaken = (
  { reserved_by: by, reserved_until: until }: Pick<StoredCase, 'reserved_by' | 'reserved_until'>,
  staffId: number,
  now: Date,
): boolean => by !== null && by !== staffId && until !== null && until > now;
