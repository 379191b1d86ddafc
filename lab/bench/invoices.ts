// Issues the documents of many tax points while answers get lost and the workers are killed, and checks that no number
// is missing or given twice and that each point is on exactly one document: node lab/bench/invoices.ts.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { addDays, calendarDate } from '../../src/domain/calendar-date.ts';
import { setInvoicingMode } from '../../src/server/integrations/invoicing/sandbox.ts';
import { parseConfig } from '../../src/server/platform/config.ts';
import { createLogger } from '../../src/server/platform/logger.ts';
import { run } from '../../src/server/run.ts';
import { ensureSeries } from '../../src/server/servicing/invoices/issue.ts';
import { checkIssued, writePoints } from '../../src/server/servicing/invoices/testing/points.ts';
import { addApplicants, confirmation } from './applicants.ts';
import { startDatabase } from './postgres.ts';
import { productSettings } from './processes.ts';

const points = Number(process.env['BENCH_POINTS'] ?? 10_000);
const workers = Number(process.env['BENCH_WORKERS'] ?? 2);
/** Longest life of a worker, ms. */
const lifeMs = Number(process.env['BENCH_LIFE_MS'] ?? 8_000);
const loans = 20;

const database = await startDatabase();
const settings = {
  ...productSettings(database.url, database.dataDir),
  ROLE: 'api',
  LOG_LEVEL: 'silent',
  DEMO_CUSTOMERS: 'off',
};
const product = await run(parseConfig(settings), database.url, createLogger('silent'), '/nowhere');
const { db } = product.deps;

async function confirmLoans(): Promise<readonly number[]> {
  await addApplicants(database, loans);
  for (let applicant = 1; applicant <= loans; applicant += 1) {
    const { method, path, headers, body } = confirmation(applicant);
    const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
      method,
      headers: { ...headers, 'x-forwarded-host': 'ar.localhost', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`confirming failed: ${answer.status}`);
  }
  const rows = await db.selectFrom('loan').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Two points a day and loan; every twentieth takes something back. */
async function addPoints(ids: readonly number[]): Promise<void> {
  const first = calendarDate('2025-01-01');
  const batch = 1_000;
  for (let low = 0; low < points; low += batch) {
    const rows = Array.from({ length: Math.min(batch, points - low) }, (_none, index) => {
      const n = low + index;
      const day = Math.floor(n / (2 * loans));
      return {
        loanId: ids[Math.floor(n / 2) % loans] ?? 0,
        instalment: 1 + (day % 12),
        kind: n % 2 === 0 ? 'interest' : 'fee',
        base: day > 0 && n % 40 === 38 ? -5_000 : 10_000 + n,
        taxDate: addDays(first, day),
      };
    });
    await writePoints(db, 'AR', rows);
  }
}

let kills = 0;
const over = new AbortController();

/** Starts a worker again and again, each killed after a random time. */
async function keepKilling(): Promise<void> {
  while (!over.signal.aborted) {
    const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'invoice-worker.ts')], {
      env: { ...process.env, ...settings, DATABASE_URL: database.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await Promise.race([new Promise((resolve) => child.stdout?.once('data', resolve)), ended]);
    await pause(500 + Math.random() * lifeMs);
    child.kill('SIGKILL');
    await ended;
    kills += 1;
  }
}

const openDocuments = async () => {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from invoice_point where invoice_id is null)
      + (select count(*) from invoice where state in ('waiting', 'in-flight')) as n`.execute(db);
  return rows[0]?.n ?? 0;
};

try {
  const ids = await confirmLoans();
  await addPoints(ids);
  await ensureSeries(product.deps, 'AR');
  await setInvoicingMode(db, 'lose-answers');
  // A ticket lost by a kill during the login would stop everything for twelve hours, as it does at ARCA.
  await product.deps.ports.invoicing('AR')?.last('invoice');
  const began = performance.now();
  const killing = Array.from({ length: workers }, keepKilling);
  for (let left = 1; left > 0; await pause(1_000)) {
    left = await openDocuments();
    if (process.env['BENCH_TALK'])
      console.error(
        left,
        kills,
        JSON.stringify(
          await db
            .selectFrom('invoice_series')
            .select(['last_number', 'stopped', 'tries', 'failure'])
            .execute(),
        ),
      );
  }
  over.abort();
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(killing);
  const { given, faults } = await checkIssued(db, 'AR', 'arca');
  process.stdout.write(
    `${points} tax points, ${given} documents, ${kills} kills, every fifth answer lost: ` +
      `${seconds.toFixed(0)} s, ${(given / seconds).toFixed(1)} a second. ` +
      `${faults.length === 0 ? 'No double, no gap, each point once.' : faults.join('; ')}\n`,
  );
  if (faults.length > 0) process.exitCode = 1;
} finally {
  over.abort();
  await product.stop();
  await database.stop();
}
