import { join } from 'node:path';
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { createApi } from './api.ts';
import type { Dependencies } from './dependencies.ts';
import { createPorts } from './integrations/create-ports.ts';
import { startSweeping } from './operations/housekeeping.ts';
import type { Config } from './platform/config.ts';
import { startDays } from './platform/daily.ts';
import { openDatabase } from './platform/database.ts';
import { openJobs } from './platform/jobs.ts';
import type { Logger } from './platform/logger.ts';
import { migrate } from './platform/migrate.ts';
import { systemChance, vaultOf } from './platform/secrets.ts';
import { openClock } from './sandbox/clock.ts';
import { seed } from './seed.ts';
import { dailyJobs, jobKinds } from './worker.ts';

export interface Running {
  readonly port: number;
  readonly deps: Dependencies;
  /** Stops taking requests, finishes those under way, then the worker, then the connections. */
  stop(): Promise<void>;
}

const defaultWebRoot = join(import.meta.dirname, '..', '..', 'dist', 'web');

/** A machine without IPv6 cannot listen on `::`; it then listens on every IPv4 address. */
async function listen(app: FastifyInstance, { PORT, HOST }: Config): Promise<void> {
  try {
    await app.listen({ port: PORT, host: HOST });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (HOST !== '::' || (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL')) throw error;
    await app.listen({ port: PORT, host: '0.0.0.0' });
  }
}

/** Runs API and worker (or one of them, setting ROLE) on a migrated and seeded database. */
export async function run(
  config: Config,
  databaseUrl: string,
  log: Logger,
  webRoot = defaultWebRoot,
): Promise<Running> {
  const database = openDatabase(databaseUrl, config.DATABASE_POOL);
  await migrate(database.db);
  const clock = await openClock(config, database.db, databaseUrl);
  const jobs = await openJobs(databaseUrl, log);
  const vault = vaultOf(config.APP_SECRET);
  const deps: Dependencies = {
    config,
    db: database.db,
    clock: clock.clock,
    chance: systemChance,
    vault,
    log,
    jobs,
    ports: createPorts({ config, db: database.db, clock: clock.clock, vault }),
  };
  const kinds = jobKinds(deps);
  await jobs.declare(kinds);
  await seed(deps);
  if (config.ROLE !== 'api') await jobs.work(kinds);
  const stopSweeping = config.ROLE === 'api' ? undefined : startSweeping(deps);
  const stopDays = config.ROLE === 'api' ? undefined : startDays(deps, dailyJobs(deps));
  const app =
    config.ROLE === 'worker' ? undefined : await createApi(deps, existsSync(webRoot) ? webRoot : undefined);
  if (app) await listen(app, config);
  const address = app?.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    deps,
    async stop() {
      await app?.close();
      stopSweeping?.();
      await stopDays?.();
      await jobs.stop();
      await clock.close();
      await database.close();
    },
  };
}
