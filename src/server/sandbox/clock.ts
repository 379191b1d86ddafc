import type pg from 'pg';
import { movableClock, type Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { listen } from '../platform/listener.ts';
import type { Logger } from '../platform/logger.ts';
import { noteForSandbox } from '../platform/sandbox-notes.ts';

const channel = 'sandbox_clock';
const name = 'clock-offset-ms';
const offsetQuery = 'select value from sandbox where name = $1';

export interface OpenClock {
  readonly clock: Clock;
  close(): Promise<void>;
}

/**
 * Business clock with its offset in the database: every process listens for changes, so that API and worker
 * agree, and a restart keeps it. A process that lost its listener reads the offset again after reconnecting.
 */
export async function openMovedClock(db: Database, databaseUrl: string, log: Logger): Promise<OpenClock> {
  const clock = movableClock();
  let changes = 0;
  const follow = (offsetMs: number) => {
    changes += 1;
    clock.setOffset(offsetMs);
  };
  const read = async (client: pg.Client) => {
    const known = changes;
    const { rows } = await client.query<{ value: string }>(offsetQuery, [name]);
    // A change made by this process in the meantime is newer than the value read.
    if (known === changes) clock.setOffset(Number(rows[0]?.value ?? 0));
  };
  const listener = await listen({
    url: databaseUrl,
    channel,
    statement: 'listen sandbox_clock',
    log,
    // Reads the offset instead of using the payload, which may be older than this process's own change and
    // would move the clock back briefly. An unreadable offset is read with the next poll.
    onNotification: (_payload, client) => void read(client).catch(() => undefined),
    read,
  });
  clocks.set(db, follow);
  return {
    clock,
    async close() {
      clocks.delete(db);
      await listener.close();
    },
  };
}

/** Applies a change in the process that makes it at once, before its own notification arrives. */
const clocks = new WeakMap<Database, (offsetMs: number) => void>();

export async function moveClock(db: Database, offsetMs: number): Promise<void> {
  await noteForSandbox(db, name, String(offsetMs));
  await db
    .selectNoFrom((eb) => eb.fn('pg_notify', [eb.val(channel), eb.val(String(offsetMs))]).as('sent'))
    .execute();
  clocks.get(db)?.(offsetMs);
}
