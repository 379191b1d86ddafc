// Measures the standing of the whole portfolio on a date, while customers request balances and pay.
import { addDays, calendarDate } from '../../src/domain/calendar-date.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { portfolioOn, totalsOf } from '../../src/server/operations/portfolio/service.ts';
import { median, pace, percentile } from './load.ts';
import type { Shot } from './wire.ts';
import type { BenchDatabase } from './postgres.ts';
import { first } from './statements.ts';
import type { Row } from './table.ts';

/** By then three instalments are past due; seven of ten customers have paid one. */
const daysAhead = 100;
const perSecond = 50;
const longestMs = 10_000;
const rounds = 3;

export async function measureStanding(
  database: BenchDatabase,
  { port, loans, next }: { readonly port: number; readonly loans: number; readonly next: () => Shot },
): Promise<Row[]> {
  const { rows } = await database.fill('select interest_from::text as day from loan where id = $1', [
    first.loan,
  ]);
  const date = addDays(calendarDate((rows[0] as { day: string }).day), daysAhead);
  const { db, ...handle } = openDatabase(database.url, 2);
  try {
    const times: number[] = [];
    const loads = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      const standing = portfolioOn(db, date);
      const load = pace({ port, perSecond, next }, standing);
      const counted = totalsOf(await standing).get('ARS')?.loans ?? 0;
      times.push(performance.now() - began);
      loads.push(await load);
      if (counted < loans) throw new Error(`${counted} of ${loans} loans were counted`);
    }
    const took = median(times);
    const p99 = median(loads.map((load) => percentile(load.times, 0.99)));
    const p50 = median(loads.map((load) => percentile(load.times, 0.5)));
    const during = median(loads.map((load) => load.perSecond));
    return [
      {
        measure: `Standing of ${loans} loans, ms`,
        product: 1000 / took,
        p50: took,
        p99: Math.max(...times),
        aim: '< 10 s',
        isMet: took < longestMs,
      },
      {
        measure: '… balances and payments meanwhile',
        product: during,
        p50,
        p99,
        aim: `still ${perSecond} a second`,
        isMet: during > perSecond * 0.8,
      },
    ];
  } finally {
    await handle.close();
  }
}
