// Measures how long the daily portfolio snapshot takes to write and its figures to read: node lab/bench/figures.ts.
// BENCH_MANY sets the number of loans; balances are requested meanwhile.
import { addDays, calendarDate, dayOfMonth } from '../../src/domain/calendar-date.ts';
import { rowsBehind } from '../../src/server/operations/figures/rows.ts';
import { portfolioBetween } from '../../src/server/operations/portfolio/service.ts';
import { takeSnapshot } from '../../src/server/operations/portfolio/snapshot.ts';
import { openDatabase, type Database } from '../../src/server/platform/database.ts';
import { addApplicants, confirmation } from './applicants.ts';
import { median } from './load.ts';
import { fillPortfolio } from './portfolio.ts';
import { startDatabase } from './postgres.ts';
import { startProduct } from './processes.ts';
import { first as firstIds } from './statements.ts';
import { printTable } from './table.ts';

const many = Number(process.env['BENCH_MANY'] ?? 1_000_000);
const country = 'AR';
const rounds = 20;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Longest and median duration of short reads of one loan row (a payment's first step) until `ended` settles, ms. */
async function besides(db: Database, ended: Promise<unknown>): Promise<number[]> {
  const state = { isOver: false };
  void ended.finally(() => (state.isOver = true)).catch(() => undefined);
  const times: number[] = [];
  while (!state.isOver) {
    times.push(
      await timed(() =>
        db
          .transaction()
          .execute((tx) =>
            tx.selectFrom('loan').select('id').where('id', '=', firstIds.loan).forUpdate().execute(),
          ),
      ),
    );
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  return times.toSorted((a, b) => a - b);
}

const database = await startDatabase();
try {
  const product = await startProduct(database.url, database.dataDir);
  try {
    await addApplicants(database, 1);
    const { method, path, headers, body } = confirmation(1);
    const confirmed = await fetch(`http://127.0.0.1:${product.port}${path}`, {
      method,
      headers: { ...headers, 'x-forwarded-host': 'ar.localhost', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    if (!confirmed.ok) throw new Error(`the first loan was not confirmed: ${confirmed.status}`);
    await fillPortfolio(database, 0, many);
    await database.fill('vacuum (analyze)');
  } finally {
    await product.stop();
  }
  const { db, ...handle } = openDatabase(database.url, 4);
  try {
    const loan = db.selectFrom('loan').select('interest_from').where('id', '=', firstIds.loan);
    const { interest_from: from } = await loan.executeTakeFirstOrThrow();
    // Instalments are past due by then; the second day is a month's end, with vintages and roll rates.
    const day = addDays(calendarDate(from), 100);
    const monthEnd = addDays(addDays(day, 31), -dayOfMonth(addDays(day, 31)));
    const rows: string[][] = [[`${many} loans`, 'ms', 'loan lock meanwhile: p50, longest']];
    for (const [what, date] of [
      ['a day', day],
      ['the next day, with the previous one removed', addDays(day, 1)],
      ['a month’s end', monthEnd],
    ] as const) {
      let locks: number[] = [];
      const took = await timed(async () => {
        const snapshot = takeSnapshot(db, country, date);
        [, locks] = await Promise.all([snapshot, besides(db, snapshot)]);
      });
      const longest = locks.at(-1) ?? 0;
      rows.push([what, took.toFixed(0), `${median(locks).toFixed(1)}, ${longest.toFixed(1)}`]);
    }
    const readings: [string, () => Promise<unknown>][] = [
      ['90 days read', () => portfolioBetween(db, country, [addDays(monthEnd, -90), monthEnd])],
      [
        'rows behind a range, a page deep in it',
        () =>
          rowsBehind(
            db,
            { country, source: 'portfolio', day: monthEnd, part: '31', from: '60~100010000' },
            51,
          ),
      ],
    ];
    for (const [what, read] of readings) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await timed(read));
      rows.push([what, median(times).toFixed(1), '']);
    }
    printTable(rows);
  } finally {
    await handle.close();
  }
} finally {
  await database.stop();
}
