import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { existsSync } from 'node:fs';
import { createApi } from './api.ts';
import { refuseDemoCustomers } from './demo-customers.ts';
import type { Dependencies } from './dependencies.ts';
import { followers } from './followers.ts';
import { createPorts } from './integrations/create-ports.ts';
import { OutgoingCalls } from './integrations/outgoing.ts';
import { startSweeping } from './operations/housekeeping.ts';
import { startSealing } from './operations/seals/seal.ts';
import { requireKnownSecret } from './operations/secret-check.ts';
import { openWatch } from './operations/watch.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { requireSameClock } from './platform/work/same-clock.ts';
import { payoutOrders, startPayoutFiles } from './loans/payout-files/service.ts';
import { startSettlementChannel } from './servicing/payments/service.ts';
import { startPublishing } from './partners/webhooks/jobs.ts';
import { startDays, type DailyJob } from './platform/work/daily.ts';
import { openDatabase, type Database } from './platform/database.ts';
import { startDispatcher } from './platform/work/dispatcher.ts';
import { addressesOf } from './platform/schema/database-addresses.ts';
import { openJobs, type JobKind, type Jobs } from './platform/work/jobs.ts';
import type { Tracer } from './platform/log/tracing.ts';
import { openCertificate } from './platform/tls/certificate.ts';
import { listen } from './platform/http/listen.ts';
import type { WebRoots } from './platform/http/web.ts';
import type { Logger } from './platform/logger.ts';
import { requireCurrent } from './platform/schema/migrate.ts';
import { prepareDatabase } from './platform/schema/prepare-database.ts';
import { within } from './platform/work/within.ts';
import { systemRandom, vaultOf } from './platform/secrets.ts';
import { openHolidays } from './content/service.ts';
import { openClock } from './open-clock.ts';
import { startClosingApprovals } from './staff-routes.ts';
import { dailyJobs, jobKinds, rowQueues, rowWork } from './worker.ts';
import { forgetUnchangedSettings, seedCountries, seedPayableDays } from './content/seed.ts';
import { seedLegalTexts } from './origination/agreements/seed.ts';
import { seedDecisionRules } from './origination/decision-rules/service.ts';
import { seedPriceLists } from './origination/offers/seed.ts';

/** Loads reference data and, with the sandbox on, the demo customers; safe to repeat. */
export async function seed(deps: Dependencies): Promise<void> {
  await seedCountries(deps);
  await seedPayableDays(deps);
  await seedPriceLists(deps);
  await seedDecisionRules(deps);
  await seedLegalTexts(deps);
  await forgetUnchangedSettings(deps);
  if (!deps.config.SANDBOX) return;
  const { seedDemoCustomers } = await import('./sandbox/demo/service.ts');
  await seedDemoCustomers(deps);
}

export interface Running {
  readonly port: number;
  /** Operations port; undefined without one. */
  readonly operationsPort: number | undefined;
  /** `traceparent` of the current work; undefined without tracing. */
  currentTrace(): string | undefined;
  readonly deps: Dependencies;
  /** Stops accepting requests and work, finishes running work, then closes the connections. */
  stop(): Promise<void>;
}

const defaultWebRoot = join(import.meta.dirname, '..', '..', 'dist', 'web');

/**
 * Longest wait for current requests when the process stops; the slowest is an upload on a poor connection.
 */
const longestCloseMs = 10_000;
/** Longest wait among processes that start together on an empty database, seconds. */
const longestSeedSeconds = 3_600;

/** Runs database work of a start, on separate connections, before requests are served. */
async function patiently<T>(directUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(directUrl, 2, longestSeedSeconds);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** The console's build is next to the borrowers'. */
function webRootsOf(
  { CONSOLE_URL: url, SENTRY_DSN_WEB: dsn, NODE_ENV: environment }: Config,
  borrowers: string,
): WebRoots {
  const root = join(borrowers, '..', 'console');
  return {
    borrowers: existsSync(borrowers) ? borrowers : undefined,
    reports: dsn === undefined ? undefined : { dsn, environment },
    console: url !== undefined && existsSync(root) ? { root, url } : undefined,
  };
}

/** Starts a worker's activities besides its jobs. @returns function that stops them */
async function startWork(
  deps: Dependencies,
  jobs: Jobs,
  { kinds, daily }: { readonly kinds: readonly JobKind<never>[]; readonly daily: readonly DailyJob[] },
): Promise<() => Promise<unknown>> {
  const dispatcher = startDispatcher(deps.db, deps.log, rowWork(deps));
  await jobs.work(kinds, dispatcher.wake);
  const stopPublishing = startPublishing(deps, dispatcher.wake);
  const stopSweeping = startSweeping(deps);
  const stopClosing = startClosingApprovals(deps);
  const stopSealing = startSealing(deps);
  const stopDays = startDays(deps, daily);
  const stopPayoutFiles = startPayoutFiles(deps);
  const stopSettlements = startSettlementChannel(deps);
  return () => {
    stopSweeping();
    stopClosing();
    stopSealing();
    return Promise.all([
      within(longestCloseMs, stopDays),
      within(longestCloseMs, stopPublishing),
      within(longestCloseMs, stopPayoutFiles),
      within(longestCloseMs, stopSettlements),
      dispatcher.stop(),
    ]);
  };
}

/** Imported only if tracing is on. */
async function tracerOf(config: Config): Promise<Tracer | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio, ROLE: role } = config;
  if (endpoint === undefined) return undefined;
  const { openTracer } = await import('./platform/log/tracing.ts');
  return openTracer({ endpoint, ratio, role });
}

const longestName = 80;

/** Span name of a statement: its beginning. */
function nameOfStatement(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, longestName);
}

async function openShared(
  config: Config,
  { databaseUrl, directUrl }: { readonly databaseUrl: string; readonly directUrl: string },
  log: Logger,
  tracer: Tracer | undefined,
) {
  const isPooled = config.DATABASE_POOLER === 'transaction';
  const { DATABASE_POOL, DATABASE_STATEMENT_SECONDS } = config;
  const database = openDatabase(
    databaseUrl,
    DATABASE_POOL,
    DATABASE_STATEMENT_SECONDS,
    isPooled,
    tracer && ((text, ms, isFailed) => tracer.ended('statement', nameOfStatement(text), ms, isFailed)),
  );
  const calls = new OutgoingCalls(tracer);
  const clock = await openClock(config, database.db, directUrl, log);
  const jobs = await openJobs(databaseUrl, log, { directUrl, isPooled, tracer });
  const holidays = await openHolidays(database.db, log);
  const vault = vaultOf(config.APP_SECRET, config.acceptedSecrets);
  await requireKnownSecret(database.db, vault, systemClock.now());
  const deps: Dependencies = {
    config,
    db: database.db,
    clock: clock.clock,
    random: systemRandom,
    vault,
    log,
    jobs,
    ports: await createPorts({
      config,
      db: database.db,
      clock: clock.clock,
      vault,
      payoutOrders: payoutOrders(database.db),
      calls,
    }),
    holidays: holidays.holidays,
    followers,
  };
  return { deps, database, calls, clock, jobs, holidays };
}

/** Runs API and worker (or one of them, by the setting ROLE) on a migrated and seeded database. */
export async function run(
  config: Config,
  databaseUrl: string,
  log: Logger,
  webRoot = defaultWebRoot,
): Promise<Running> {
  const addresses = addressesOf(config, databaseUrl);
  const { directUrl, reportsUrl } = addresses;
  if (config.MIGRATE_ON_START) await prepareDatabase(config, addresses, log);
  await patiently(directUrl, async (db) => {
    if (!config.MIGRATE_ON_START) await requireCurrent(db);
    await refuseDemoCustomers(db, config);
    await requireSameClock(db, systemClock);
  });
  const tracer = await tracerOf(config);
  const shared = await openShared(config, { databaseUrl, directUrl }, log, tracer);
  const { deps, database, calls, clock, jobs, holidays } = shared;
  const certificate = openCertificate(config, log);
  const watch = await openWatch(deps, { certificate, database, reportsUrl, queues: rowQueues });
  calls.figures = watch.metrics;
  const daily = dailyJobs(deps);
  const kinds = jobKinds(deps, daily);
  await jobs.declare(kinds);
  await patiently(directUrl, (db) => seed({ ...deps, db }));
  const stopWork = config.ROLE === 'api' ? undefined : await startWork(deps, jobs, { kinds, daily });
  const app =
    config.ROLE === 'worker'
      ? undefined
      : await createApi(deps, webRootsOf(config, webRoot), { ...watch, tracer, certificate });
  const listening = app && (await listen(app, config));
  watch.readiness.begin();
  return {
    port: listening?.port ?? 0,
    operationsPort: watch.port,
    deps,
    currentTrace: () => tracer?.current(),
    async stop() {
      watch.readiness.drain();
      if (app) await pause(config.DRAIN_SECONDS * 1_000);
      const closeApi = () => Promise.all([listening?.close(), app?.close()]);
      // In parallel, because with an unresponsive database each takes up to its timeout.
      const [isClosed] = await Promise.all([within(longestCloseMs, closeApi), jobs.rest(), stopWork?.()]);
      if (!isClosed) app?.server.closeAllConnections();
      // Last, because running work may still send jobs.
      await jobs.stop();
      deps.ports.email.close();
      await tracer?.close();
      await watch.close();
      holidays.close();
      await clock.close();
      await database.close();
    },
  };
}
