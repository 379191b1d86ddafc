import { grantToApplication } from './application-role.ts';
import type { Config } from '../config.ts';
import type { DatabaseAddresses } from './database-addresses.ts';
import { migrateJobs } from '../work/jobs.ts';
import type { Logger } from '../logger.ts';
import { migrate } from './migrate.ts';

type Limits = Pick<Config, 'MIGRATE_LOCK_SECONDS' | 'MIGRATE_STATEMENT_SECONDS'>;

interface Prepared {
  readonly applied: readonly string[];
  /** Role that was granted access to the tables, if it is not their owner. */
  readonly role: string | undefined;
}

/** Updates the tables of the product and of its job queue, as their owner. */
export async function prepareDatabase(
  { MIGRATE_LOCK_SECONDS, MIGRATE_STATEMENT_SECONDS }: Limits,
  { url, ownerUrl }: DatabaseAddresses,
  log: Logger,
): Promise<Prepared> {
  const limits = { lockSeconds: MIGRATE_LOCK_SECONDS, statementSeconds: MIGRATE_STATEMENT_SECONDS };
  const applied = await migrate(ownerUrl, limits, undefined, (names, isFirst) =>
    isFirst
      ? log.info({ migrations: names.length }, 'creating the tables')
      : log.info({ migrations: names }, 'migrating the database, which may take a while'),
  );
  if (applied.length > 0) log.info({ migrations: applied.length }, 'migrated');
  await migrateJobs(ownerUrl, log);
  return { applied, role: await grantToApplication(ownerUrl, url) };
}
