// Measures the throughput of a worker process whose providers take 200 ms to answer: node lab/bench/queues.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { parseConfig } from '../../src/server/platform/config.ts';
import { openDatabase, transaction } from '../../src/server/platform/database.ts';
import { openJobs } from '../../src/server/platform/work/jobs.ts';
import { createLogger } from '../../src/server/platform/logger.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import { vaultOf } from '../../src/server/platform/secrets.ts';
import { enqueueMessage, enqueueMessages } from '../../src/server/messages/service.ts';
import { addApplicants, confirmation } from './applicants.ts';
import { fire, percentile } from './load.ts';
import { startDatabase, type BenchDatabase } from './postgres.ts';
import { productSettings, startProduct, startQueueWorker } from './processes.ts';
import { printTable, speedTable, type Row } from './table.ts';

const letters = Number(process.env['BENCH_LETTERS'] ?? 10_000);
const payouts = Number(process.env['BENCH_PAYOUTS'] ?? 1_000);
const codes = 20;
const secondsBetweenCodes = 1;
const longestWaitMs = 10 * 60_000;

async function count({ fill }: BenchDatabase, question: string): Promise<number> {
  const { rows } = await fill(`select count(*)::int as count from ${question}`);
  return (rows[0] as { count: number }).count;
}

async function untilNone(database: BenchDatabase, question: string): Promise<number> {
  const began = performance.now();
  while ((await count(database, question)) > 0) {
    if (performance.now() - began > longestWaitMs) throw new Error(`still some of ${question}`);
    await pause(100);
  }
  return performance.now() - began;
}

/** Measures how fast queued e-mails leave, and how late codes arrive that are requested meanwhile. */
async function measureMessages(database: BenchDatabase): Promise<Row[]> {
  const settings = productSettings(database.url, database.dataDir);
  const config = parseConfig(settings);
  const handle = openDatabase(database.url, 2);
  const jobs = await openJobs(database.url, createLogger('silent'));
  const deps = { config, clock: systemClock, vault: vaultOf(config.APP_SECRET), jobs };
  const letter = { channel: 'email' as const, subject: 'Recordatorio', text: 'Hola', html: '<p>Hola</p>' };
  for (let low = 0; low < letters; low += 1_000) {
    const some = Array.from({ length: 1_000 }, (_, n) => ({ ...letter, to: `n${low + n}@example.com` }));
    await transaction(handle.db, (tx) => enqueueMessages(tx, deps, 'AR', some));
  }
  const worker = await startQueueWorker(database.url, database.dataDir);
  const began = performance.now();
  const cpu = worker.processorMs() ?? 0;
  for (let code = 0; code < codes; code += 1) {
    await transaction(handle.db, async (tx) => {
      const channel = code % 2 === 0 ? ('sms' as const) : ('email' as const);
      const message =
        channel === 'sms' ? { channel, text: 'Tu código es 123456' } : { ...letter, subject: 'Tu link' };
      await enqueueMessage(tx, deps, 'AR', { ...message, to: `code-${code}@example.com`, isUrgent: true });
    });
    await pause(secondsBetweenCodes * 1_000);
  }
  await untilNone(database, "message where state <> 'sent'");
  const took = (performance.now() - began) / 1_000;
  const spent = (worker.processorMs() ?? 0) - cpu;
  await worker.stop();
  const { rows } = await database.fill(
    `select extract(epoch from sent_at - created_at) * 1000 as ms from message where is_urgent order by 1`,
  );
  const delays = (rows as { ms: string }[]).map(({ ms }) => Number(ms));
  const waiting = await database.fill(
    `select count(*)::int as count from message where not is_urgent and sent_at > (select max(sent_at) from message where is_urgent)`,
  );
  console.error(
    `${(waiting.rows[0] as { count: number }).count} e-mails were still waiting when the last code left`,
  );
  await jobs.stop();
  await handle.close();
  const p99 = percentile(delays, 0.99);
  return [
    {
      measure: `Messages, ${letters} letters waiting`,
      product: (letters + codes) / took,
      cpu: spent / (letters + codes),
      aim: '≥ 100 a second',
      isMet: (letters + codes) / took >= 100,
    },
    {
      measure: '… a code requested meanwhile leaves after',
      product: codes / took,
      p50: percentile(delays, 0.5),
      p99,
      aim: 'within 2 s',
      isMet: p99 < 2_000,
    },
  ];
}

/** Measures payouts by a worker: check, order and status query, each in its rail's turn. */
async function measurePayouts(database: BenchDatabase): Promise<Row> {
  const product = await startProduct(database.url, database.dataDir);
  await addApplicants(database, payouts);
  let applicant = 0;
  const next = () => {
    applicant += 1;
    return applicant > payouts ? undefined : confirmation(applicant);
  };
  await fire({ port: product.port, clients: 8, seconds: 600, next });
  await product.stop();
  const worker = await startQueueWorker(database.url, database.dataDir);
  const cpu = worker.processorMs() ?? 0;
  const took = await untilNone(
    database,
    "payout where state in ('planned', 'sent', 'unknown') and not is_on_hold",
  );
  const spent = (worker.processorMs() ?? 0) - cpu;
  await worker.stop();
  const twice = await count(database, 'sandbox_payout where submissions > 1');
  const perSecond = (payouts / took) * 1_000;
  return {
    measure: `Payouts until final, ${payouts} at once`,
    product: perSecond,
    cpu: spent / payouts,
    aim: '≥ 20 a second, none ordered twice',
    isMet: perSecond >= 20 && twice === 0,
  };
}

/** Runs on its own database. */
export async function measureQueues(): Promise<Row[]> {
  const database = await startDatabase();
  try {
    const paidOut = await measurePayouts(database);
    await database.fill('delete from message');
    return [...(await measureMessages(database)), paidOut];
  } finally {
    await database.stop();
  }
}

if (import.meta.main) printTable(speedTable(await measureQueues()));
