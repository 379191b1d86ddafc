// Measures the debits of a due date by a separate worker, while customers request balances and pay.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pace, percentile } from './load.ts';
import type { Shot } from './wire.ts';
import { base } from './portfolio.ts';
import type { BenchDatabase } from './postgres.ts';
import { productSettings } from './processes.ts';
import type { Row } from './table.ts';

const perSecond = 50;
/** The last instalment: no other measure has paid it. */
const number = 12;
const batch = 50_000;

/**
 * @param options.debits number of customers with a card on file
 * @throws Error if fewer were debited than have a card
 */
export async function measureDebits(
  database: BenchDatabase,
  options: { readonly port: number; readonly debits: number; readonly next: () => Shot },
): Promise<Row[]> {
  const { port, debits, next } = options;
  await addCards(database, debits);
  const { rows } = await database.fill(
    'select due_date::text as day from instalment where loan_id = $1 and number = $2',
    [base + 1, number],
  );
  const dueDate = (rows[0] as { day: string }).day;
  const worker = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'debit-worker.ts')], {
    env: {
      ...process.env,
      ...productSettings(database.url, database.dataDir),
      LOG_LEVEL: 'error',
      BENCH_DUE_DATE: dueDate,
    },
  });
  const load = await pace({ port, perSecond, next }, worker);
  const { announced, attempted } = JSON.parse((await worker).stdout) as Record<
    'announced' | 'attempted',
    number
  >;
  const { rows: counts } = await database.fill(
    `select count(*)::int as count from instalment_debit where state = 'approved'`,
  );
  const { count } = counts[0] as { count: number };
  if (count < debits) throw new Error(`${count} of ${debits} instalments were debited`);
  const rowOf = (what: string, took: number): Row => ({
    measure: `${what} ${debits} debits, ms`,
    product: (debits / took) * 1000,
    p50: took,
    p99: took,
    aim: '> 100 a second',
    isMet: (debits / took) * 1000 > 100,
  });
  return [
    rowOf('Announcing', announced),
    rowOf('Charging and booking', attempted),
    {
      measure: '… balances and payments meanwhile',
      product: load.perSecond,
      p50: percentile(load.times, 0.5),
      p99: percentile(load.times, 0.99),
      aim: `still ${perSecond} a second`,
      isMet: load.perSecond > perSecond * 0.8,
    },
  ];
}

export async function addCards({ fill }: BenchDatabase, debits: number): Promise<void> {
  for (let low = 0; low < debits; low += batch)
    await fill(
      `insert into card (customer_id, gateway, token, stored_token, bin, brand, last_four, holder, expires_month, expires_year, created_at)
       select ${base} + n, 'sandbox', '', 'approved-stored-' || n, '450799', 'visa', '4905', 'ANA CARTERA', 12, 2099, now()
       from generate_series($1::int, $2::int) n`,
      [low + 1, Math.min(low + batch, debits)],
    );
  await fill('vacuum (analyze) card');
}
