import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/logger.ts';
import { isCurrent } from '../platform/schema/migrate.ts';

/** Readiness of this process for work. */
export interface Readiness {
  /** The process works and is not about to stop, the database answers, and its migrations are applied. */
  isReady(): Promise<boolean>;
  /** Everything is started. */
  begin(): void;
  /** Turns readiness off while requests are still served: load balancers need time to notice. */
  drain(): void;
}

export function createReadiness(db: Database, log: Logger): Readiness {
  let isWorking = false;
  return {
    begin() {
      isWorking = true;
    },
    drain() {
      isWorking = false;
    },
    async isReady() {
      if (!isWorking) return false;
      try {
        await sql`select 1`.execute(db);
        return await isCurrent(db);
      } catch (error) {
        log.warn({ err: error }, 'not ready');
        return false;
      }
    },
  };
}
