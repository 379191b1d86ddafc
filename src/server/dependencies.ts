import type { Ports } from './integrations/ports.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import type { JobSender } from './platform/jobs.ts';
import type { Logger } from './platform/logger.ts';
import type { RandomSource, Vault } from './platform/secrets.ts';

/** What features are given; nothing of it is reached in any other way. */
export interface Dependencies {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly vault: Vault;
  readonly log: Logger;
  readonly jobs: JobSender;
  readonly ports: Ports;
}
