import type { Dependencies } from '../dependencies.ts';
import { openDatabase, type DatabaseHandle, poolUseOf, type Database } from '../platform/database.ts';
import type { Certificate } from '../platform/tls/certificate.ts';
import { openMetrics, type Metrics, kept, type Gauge } from './metrics.ts';
import { serveOperations } from './operations-server.ts';
import type { RowQueue } from '../platform/work/row-queue.ts';
import {
  dayGauges,
  decisionGauges,
  invoiceGauges,
  ledgerGauges,
  moneyGauges,
  outsideGauges,
  workGauges,
} from './gauges.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { monthGauge } from './table-months.ts';
import type pg from 'pg';
import { bcraBudget } from '../integrations/bureau/port.ts';
import type { Config } from '../platform/config.ts';
import { usedOfBudget } from '../platform/limits/limits.ts';
import { droppedLines } from '../platform/log/standard-output.ts';

const logGauge: Gauge = {
  name: 'cuota_log_dropped_total',
  help: 'Lines of the log that could not be written to standard output',
  labels: [],
  isCounter: true,
  read: () => [{ labels: {}, value: droppedLines() }],
};

function poolGauges(pool: pg.Pool, db: Database): Gauge[] {
  return [
    {
      name: 'cuota_database_connections',
      help: 'Connections of the pool by state; waiting are those who wait for one',
      labels: ['state'],
      read: () => [
        { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'waiting' }, value: pool.waitingCount },
        { labels: { state: 'most' }, value: pool.options.max },
      ],
    },
    {
      name: 'cuota_database_wait_seconds',
      help: 'How long the one who has waited longest for a connection has waited so far',
      labels: [],
      read: () => [{ labels: {}, value: Math.max(0, poolUseOf(db).longestWaitMs()) / 1_000 }],
    },
  ];
}

const budgetMs = 5_000;

/** Requests to the credit bureau, which all processes share one budget for. */
function bureauGauge(db: Database, config: Pick<Config, 'BCRA_REQUESTS_MINUTE'>): Gauge {
  const budget = bcraBudget(config);
  return {
    name: 'cuota_bureau_requests',
    help: 'Requests to the credit bureau in its present minute: spent, and the most that it allows',
    labels: ['state'],
    read: kept(budgetMs, async () => [
      { labels: { state: 'spent' }, value: await usedOfBudget(db, budget, new Date()) },
      { labels: { state: 'most' }, value: budget.max },
    ]),
  };
}

interface Watch {
  readonly readiness: Readiness;
  readonly metrics: Metrics | undefined;
  /** Undefined if no port is configured. */
  readonly port: number | undefined;
  close(): Promise<void>;
}

interface Watching {
  readonly database: DatabaseHandle;
  /** Absent if the process speaks HTTP. */
  readonly certificate: Certificate | undefined;
  /** Database for long queries. */
  readonly reportsUrl: string;
  readonly queues: readonly RowQueue[];
}

/** Time limit for summing the books, which takes long. */
const longestSeconds = 1_800;

/** Opens the operations port, if configured; only workers serve the business figures. */
export async function openWatch(
  deps: Pick<Dependencies, 'config' | 'db' | 'log' | 'ports' | 'clock'>,
  { database, certificate, reportsUrl, queues }: Watching,
): Promise<Watch> {
  const { config, db, log } = deps;
  const readiness = createReadiness(db, log);
  if (config.OPERATIONS_PORT === undefined)
    return { readiness, metrics: undefined, port: undefined, close: async () => certificate?.close() };
  const metrics = config.METRICS ? await openMetrics(log) : undefined;
  const isWorker = config.ROLE !== 'api';
  const reports = metrics && isWorker ? openDatabase(reportsUrl, 1, longestSeconds) : undefined;
  const gauges = [
    logGauge,
    ...poolGauges(database.pool, db),
    bureauGauge(db, config),
    ...(isWorker
      ? [
          ...workGauges(db, queues),
          ...moneyGauges(db),
          ...dayGauges(db),
          ...invoiceGauges(deps),
          ...decisionGauges(deps),
          ...outsideGauges(deps),
          monthGauge(db),
        ]
      : []),
    ...(reports ? ledgerGauges(reports.db) : []),
  ];
  for (const gauge of gauges) metrics?.add(gauge);
  const server = await serveOperations({
    port: config.OPERATIONS_PORT,
    host: config.OPERATIONS_HOST,
    isReady: () => readiness.isReady(),
    metrics,
    certificate,
    log,
  });
  return {
    readiness,
    metrics,
    port: server.port,
    async close() {
      certificate?.close();
      await server.close();
      await reports?.close();
    },
  };
}
