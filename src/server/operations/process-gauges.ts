import type pg from 'pg';
import { bcraBudget } from '../integrations/bureau/port.ts';
import type { Config } from '../platform/config.ts';
import { poolUseOf, type Database } from '../platform/database.ts';
import { usedOfBudget } from '../platform/limits/limits.ts';
import { droppedLines } from '../platform/log/standard-output.ts';
import { kept, type Gauge } from './metrics.ts';

/** Lines of this process's log that were lost. */
export const logGauge: Gauge = {
  name: 'cuota_log_dropped_total',
  help: 'Lines of the log that could not be written to standard output',
  labels: [],
  isCounter: true,
  read: () => [{ labels: {}, value: droppedLines() }],
};

/** The connections of this process to the database. */
export function poolGauges(pool: pg.Pool, db: Database): Gauge[] {
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

/** Requests to the credit bureau, which all processes take from one budget. */
export function bureauGauge(db: Database, config: Pick<Config, 'BCRA_REQUESTS_MINUTE'>): Gauge {
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
