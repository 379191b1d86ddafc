// Measures how fast the staff's console finds and opens a customer and pages through its lists, among many loans, and
// then exports each list: node lab/bench/console.ts. BENCH_MANY sets the number of loans, BENCH_ONLY=files measures
// exports only. Requests go one after another over plain HTTP, as one person works.
import { addApplicants, confirmation } from './applicants.ts';
import { assertEveryList, listsOf } from './console-lists.ts';
import { fillConsole, momentOf } from './console-rows.ts';
import { measureFiles } from './console-files.ts';
import { percentile } from './load.ts';
import { base, documentOf, fillPortfolio, publicIdOf } from './portfolio.ts';
import { startDatabase } from './postgres.ts';
import { startProduct } from './processes.ts';
import { askAsStaff as ask, consoleOrigin as origin, type StaffAnswer as Answer } from './staff.ts';
import { printTable } from './table.ts';

const many = Number(process.env['BENCH_MANY'] ?? 1_000_000);
const asked = Number(process.env['BENCH_REQUESTS'] ?? 300);
/** Warm-up requests, so that plans and connections exist. */
const warm = 20;
/** Time limit for measuring one list page, ms: a slow page shows with fewer requests. */
const longestMs = 8_000;
/** Target for a list page, ms. */
const listAim = 100;

/**
 * A kind of request: builds the nth one, and names text expected in the answer, so that an empty answer does not pass
 * as fast.
 */
interface Asked {
  readonly one: (n: number) => Promise<Answer>;
  readonly says: (n: number) => string;
}

/** Latencies, ascending, ms. */
async function timesOf({ one, says }: Asked): Promise<number[]> {
  const times: number[] = [];
  const start = performance.now();
  for (let index = 0; index < warm + asked; index += 1) {
    if (times.length > 0 && performance.now() - start > longestMs) break;
    const began = performance.now();
    const n = somebody(index);
    const { status, text } = await one(n);
    const took = performance.now() - began;
    if (status !== 200 || !text.includes(says(n)))
      throw new Error(`answered ${status} without ${says(n)}: ${text.slice(0, 300)}`);
    if (index >= warm) times.push(took);
  }
  return times.toSorted((a, b) => a - b);
}

/** A different customer each time, spread over the portfolio. */
const somebody = (index: number) => 1 + ((index * 7_919) % Math.min(many, 20_000));

const found = (n: number) => `"customer":"${base + n}"`;

const figuresOf = (what: string, times: readonly number[]): string[] => [
  what,
  ...[0.5, 0.95, 0.99].map((part) => percentile(times, part).toFixed(1)),
];

/** Measures every list, as a role that may read all of them. */
async function measureLists(port: number): Promise<void> {
  const { cookie } = await ask(port, 'POST', '/api/staff/sign-in/sandbox', '', { as_role: 'head' });
  const lists = listsOf(many, new Date());
  const rows: string[][] = [['', 'p50 ms', 'p95 ms', 'p99 ms', `over ${listAim} ms`]];
  for (const { what, path, rows: least } of lists) {
    const times = await timesOf({
      async one() {
        const answer = await ask(port, 'GET', path, cookie);
        const { result } = JSON.parse(answer.text) as { readonly result?: unknown };
        const given = Array.isArray(result) ? result.length : 0;
        if (many >= 1_000_000 && given < least) throw new Error(`${what}: ${given} rows, not ${least}`);
        return answer;
      },
      says: () => '',
    });
    rows.push([...figuresOf(what, times), percentile(times, 0.95) > listAim ? 'over' : '']);
  }
  printTable(rows);
}

async function measureCustomers(port: number): Promise<void> {
  const entered = await ask(port, 'POST', '/api/staff/sign-in/sandbox', '', { as_role: 'agent' });
  const { cookie } = entered;
  const search = (textOf: (n: number) => string, says = found): Asked => ({
    one: (n) => ask(port, 'POST', '/api/staff/search', cookie, { text: textOf(n) }),
    says,
  });
  const open = (path: (id: number) => string, says: (n: number) => string): Asked => ({
    one: (n) => ask(port, 'GET', path(base + n), cookie),
    says,
  });
  const measured: [what: string, asked: Asked][] = [
    ['Search: document', search(documentOf)],
    ['Search: e-mail', search((n) => `portfolio${n}@example.com`)],
    ['Search: phone', search((n) => `011 15-${40_000_000 + n}`)],
    ['Search: loan', search(publicIdOf)],
    ['Search: number of a loan', search((n) => `#${base + n}`)],
    // Among a million, a hundred people share this ending: twenty are shown, with a note that there are more.
    [
      'Search: end of a card',
      search(
        (n) => String((base + n) % 10_000).padStart(4, '0'),
        () => '"kind":"card"',
      ),
    ],
    [
      'Search: nobody',
      search(
        () => '99999999',
        () => '"result":[]',
      ),
    ],
    [
      'Page of a customer',
      open(
        (id) => `/api/staff/customers/${id}`,
        (n) => `"id":"${base + n}"`,
      ),
    ],
    [
      'Timeline, first page',
      open(
        (id) => `/api/staff/customers/${id}/timeline`,
        () => '"name":"login"',
      ),
    ],
  ];
  const rows: string[][] = [['', 'p50 ms', 'p95 ms', 'p99 ms']];
  for (const [what, asking] of measured) {
    rows.push(figuresOf(what, await timesOf(asking)));
  }
  printTable(rows);
}

// Checked for a million loans before the rows are generated, which takes minutes.
assertEveryList(listsOf(Math.max(many, 1_000_000), new Date()));
const database = await startDatabase();
try {
  const settings = { CONSOLE_URL: origin };
  // Generated loans are copies of this one, which the product confirms.
  const first = await startProduct(database.url, database.dataDir, undefined, settings);
  try {
    await addApplicants(database, 1);
    const { method, path, headers, body } = confirmation(1);
    const confirmed = await fetch(`http://127.0.0.1:${first.port}${path}`, {
      method,
      headers: { ...headers, 'x-forwarded-host': 'ar.localhost', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    if (!confirmed.ok) throw new Error(`the first loan was not confirmed: ${confirmed.status}`);
    const began = performance.now();
    await fillPortfolio(database, 0, many, momentOf('n', many));
    await fillConsole(database, many);
    console.error(`${many} loans in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const only = process.env['BENCH_ONLY'] ?? '';
    if (only !== 'files') await measureCustomers(first.port);
    if (only !== 'files') await measureLists(first.port);
    await measureFiles(first.port, first.peakMb);
  } finally {
    await first.stop();
  }
} finally {
  await database.stop();
}
