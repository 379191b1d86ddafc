import pg from 'pg';
import { movableClock, systemClock, type Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';

const channel = 'sandbox_clock';
const name = 'clock-offset-ms';

export interface OpenClock {
  readonly clock: Clock;
  close(): Promise<void>;
}

/**
 * The business clock of a process. With the sandbox on it follows the offset kept in the database:
 * every process listens for changes, so API and worker agree, and a restart keeps it.
 */
export async function openClock(
  config: Pick<Config, 'SANDBOX'>,
  db: Database,
  databaseUrl: string,
): Promise<OpenClock> {
  if (!config.SANDBOX) return { clock: systemClock, close: async () => undefined };
  const clock = movableClock(await readOffset(db));
  const listener = new pg.Client({ connectionString: databaseUrl, application_name: 'cuota-clock' });
  listener.on('notification', ({ payload }) => clock.setOffset(Number(payload)));
  // Losing the connection only means that this process no longer hears of changes of the sandbox's clock.
  listener.on('error', () => undefined);
  await listener.connect();
  await listener.query('listen sandbox_clock');
  clocks.set(db, (offsetMs) => clock.setOffset(offsetMs));
  return {
    clock,
    async close() {
      clocks.delete(db);
      await listener.end();
    },
  };
}

/** So that the process which moves the clock sees it at once, before its own notification arrives. */
const clocks = new WeakMap<Database, (offsetMs: number) => void>();

async function readOffset(db: Database): Promise<number> {
  const row = await db.selectFrom('sandbox').select('value').where('name', '=', name).executeTakeFirst();
  return Number(row?.value ?? 0);
}

/** Moves the clock of every process. */
export async function moveClock(db: Database, offsetMs: number): Promise<void> {
  await db
    .insertInto('sandbox')
    .values({ name, value: String(offsetMs) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(offsetMs) }))
    .execute();
  await db
    .selectNoFrom((eb) => eb.fn('pg_notify', [eb.val(channel), eb.val(String(offsetMs))]).as('sent'))
    .execute();
  clocks.get(db)?.(offsetMs);
}
