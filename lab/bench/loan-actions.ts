// Measures the cost of loan actions: node lab/bench/loan-actions.ts. Compares the balance of a loan with
// twenty actions to one without, and the standing of a portfolio with actions on some loans to one without
// any. BENCH_MANY sets the number of loans, BENCH_CHANGED the number of loans with actions.
import { addDays, calendarDate } from '../../src/domain/calendar-date.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { createLogger } from '../../src/server/platform/logger.ts';
import { parseConfig } from '../../src/server/platform/config.ts';
import { portfolioOn } from '../../src/server/operations/portfolio/service.ts';
import { run } from '../../src/server/run.ts';
import { addApplicants, addressOf, confirmation } from './applicants.ts';
import { fire, median, percentile } from './load.ts';
import { base, documentOf, fillPortfolio } from './portfolio.ts';
import { startDatabase, type BenchDatabase } from './postgres.ts';
import { productSettings, startProduct } from './processes.ts';
import { first } from './statements.ts';
import { printTable } from './table.ts';
import type { Shot } from './wire.ts';

const many = Number(process.env['BENCH_MANY'] ?? 1_000_000);
const changed = Number(process.env['BENCH_CHANGED'] ?? 50_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
/** One person's balance is read by few at once. */
const clients = 4;
const actionsOfOne = 20;
/** Three instalments are past due by then. */
const daysAhead = 100;
const rounds = 3;

/** A loan that the product itself confirmed, which the others are copies of. */
async function confirmFirst(database: BenchDatabase): Promise<void> {
  const config = parseConfig({ ...productSettings(database.url, database.dataDir), LOG_LEVEL: 'silent' });
  const product = await run(config, database.url, createLogger('silent'), '/nowhere');
  try {
    await addApplicants(database, 10);
    const { method, path, headers, body } = confirmation(1);
    const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
      method,
      headers: { ...headers, 'x-forwarded-host': 'ar.localhost', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  } finally {
    await product.stop();
  }
}

/**
 * Stores actions of the loans `from` to `to`: pauses of different days, waivers of a peso, and unpaid offers.
 * @param count actions per loan
 */
async function addActions(
  { fill }: BenchDatabase,
  [from, to]: readonly [number, number],
  count: number,
): Promise<void> {
  await fill(
    `insert into loan_action (country, loan_id, kind, value_date, place, body, created_at)
      select 'AR', ${base} + n, (array['pause', 'waive', 'settlement-offer'])[1 + k % 3], current_date,
        nextval('payment_id_seq'), case k % 3
          when 0 then jsonb_build_object('from', current_date + 30 + k, 'to', current_date + 33 + k)
          when 1 then '{"amount": 100}'::jsonb
          else jsonb_build_object('amount', 100000, 'until', current_date + 20) end, now()
      from generate_series($1::int, $2::int) n, generate_series(0, $3::int) k`,
    [from, to, count - 1],
  );
  await fill('update loan set may_have_rare_facts = true where id between $1 and $2', [
    base + from,
    base + to,
  ]);
}

let visitor = 0;
function balanceOf(n: number): Shot {
  visitor += 1;
  return {
    method: 'POST',
    path: '/api/v3/balance',
    headers: { 'x-forwarded-for': addressOf(visitor) },
    body: JSON.stringify({ document_number: documentOf(n) }),
  };
}

async function balances(port: number, n: number): Promise<readonly number[]> {
  const next = () => balanceOf(n);
  await fire({ port, clients, seconds: 2, next });
  return (await fire({ port, clients, seconds, next })).times;
}

async function standings(database: BenchDatabase): Promise<readonly number[]> {
  const { rows } = await database.fill('select interest_from::text as day from loan where id = $1', [
    first.loan,
  ]);
  const date = addDays(calendarDate((rows[0] as { day: string }).day), daysAhead);
  const { db, ...handle } = openDatabase(database.url, 2);
  try {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      await portfolioOn(db, date);
      times.push(performance.now() - began);
    }
    return times.toSorted((a, b) => a - b);
  } finally {
    await handle.close();
  }
}

const inMs = (ms: number) => ms.toFixed(1);

const database = await startDatabase();
try {
  await confirmFirst(database);
  console.error(`Creating ${many} loans…`);
  await fillPortfolio(database, 0, many);
  console.error('Computing the standing without actions…');
  const plain = await standings(database);
  await addActions(database, [1, 1], actionsOfOne);
  await addActions(database, [2, Math.min(changed + 1, many)], 2);
  await database.fill('vacuum (analyze) loan, loan_action');
  console.error('Computing the standing with actions…');
  const withActions = await standings(database);
  const product = await startProduct(database.url, database.dataDir);
  try {
    const without = await balances(product.port, Math.min(changed + 2, many));
    const twenty = await balances(product.port, 1);
    const figures = (what: string, times: readonly number[]) => [
      what,
      inMs(percentile(times, 0.5)),
      inMs(percentile(times, 0.99)),
    ];
    printTable([
      ['', 'p50 ms', 'p99 ms'],
      figures('Balance of a loan without actions', without),
      figures(`Balance of a loan with ${actionsOfOne} actions (aim: p99 < 20 ms)`, twenty),
      [`Standing of ${many} loans, none with actions`, inMs(median(plain)), ''],
      [`Standing of ${many} loans, ${changed} with actions`, inMs(median(withActions)), ''],
    ]);
  } finally {
    await product.stop();
  }
} finally {
  await database.stop();
}
