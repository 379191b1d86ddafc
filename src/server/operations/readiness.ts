import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/logger.ts';
import { isCurrent } from '../platform/schema/migrate.ts';

export interface Readiness {
  /**
   * True if the process is running and not about to stop, the database responds, and its migrations are
   * applied.
   */
  isReady(): Promise<boolean>;
  /** Marks startup as complete. */
  begin(): void;
  /** Turns readiness off while requests are still served, because load balancers need time to notice. */
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
