import { systemClock, type Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import type { Logger } from './platform/logger.ts';

interface OpenClock {
  readonly clock: Clock;
  close(): Promise<void>;
}

/** Business clock of a process: movable if the sandbox is on, otherwise the system clock. */
export async function openClock(
  { SANDBOX }: Pick<Config, 'SANDBOX'>,
  db: Database,
  databaseUrl: string,
  log: Logger,
): Promise<OpenClock> {
  if (!SANDBOX) return { clock: systemClock, close: async () => undefined };
  const { openMovedClock } = await import('./sandbox/clock.ts');
  return openMovedClock(db, databaseUrl, log);
}
