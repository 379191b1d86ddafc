import type { Dependencies } from '../dependencies.ts';
import { openDatabase, type DatabaseHandle } from '../platform/database.ts';
import type { Certificate } from '../platform/tls/certificate.ts';
import { openMetrics, type Metrics } from './metrics.ts';
import { serveOperations } from './operations-server.ts';
import type { RowQueue } from '../platform/work/row-queue.ts';
import { dayGauges, ledgerGauges, moneyGauges, workGauges } from './gauges.ts';
import { bureauGauge, logGauge, poolGauges } from './process-gauges.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { monthGauge } from './table-months.ts';

/** Observers of this process. */
export interface Watch {
  readonly readiness: Readiness;
  readonly metrics: Metrics | undefined;
  /** Undefined when there is no port for it. */
  readonly port: number | undefined;
  close(): Promise<void>;
}

export interface Watching {
  readonly database: DatabaseHandle;
  /** Absent where the process speaks HTTP. */
  readonly certificate: Certificate | undefined;
  /** Destination of long readings. */
  readonly reportsUrl: string;
  readonly queues: readonly RowQueue[];
}

/** Adding up the books takes as long as it takes. */
const longestSeconds = 1_800;

/** Opens the port of operations, when there is one; the figures of the business come from workers only. */
export async function openWatch(
  { config, db, log }: Pick<Dependencies, 'config' | 'db' | 'log'>,
  { database, certificate, reportsUrl, queues }: Watching,
): Promise<Watch> {
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
    ...(isWorker ? [...workGauges(db, queues), ...moneyGauges(db), ...dayGauges(db), monthGauge(db)] : []),
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
