// Measures the product with a whole country's instalments: node lab/bench/scale.ts --instalments 100000000. It uses a
// temporary database; a hundred million instalments take about 40 GB and most of an hour.
import { parseArgs } from 'node:util';
import { addDays, calendarDate, type CalendarDate } from '../../src/domain/calendar-date.ts';
import { takeSnapshot } from '../../src/server/operations/portfolio/snapshot.ts';
import { portfolioOn, totalsOf } from '../../src/server/operations/portfolio/service.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { addApplicants, addressOf, confirmation } from './applicants.ts';
import { fire, percentile, type Load } from './load.ts';
import { monthlyPrice, paymentShot, settlementOf } from './payments.ts';
import { base, documentOf } from './portfolio.ts';
import { startDatabase, type BenchDatabase } from './postgres.ts';
import { startProduct, type Started } from './processes.ts';
import { fillToScale, sizeOf, tableSizes, timed } from './scale-fill.ts';
import { usesOf, type Uses } from './scale-uses.ts';
import { askAsStaff, consoleOrigin } from './staff.ts';
import { startReplica } from './replica.ts';
import { first } from './statements.ts';
import { printTable } from './table.ts';

const { values } = parseArgs({
  options: {
    instalments: { type: 'string', default: '2000000' },
    seconds: { type: 'string', default: '20' },
    clients: { type: 'string', default: '4' },
    /** Database size at which the fill aborts. */
    'most-gb': { type: 'string', default: '45' },
    /** Also writes the daily snapshot, which takes minutes with many loans. */
    snapshot: { type: 'boolean', default: false },
    /** Measures the standing of all loans only, on a database with nothing else. */
    standing: { type: 'boolean', default: false },
    /** Repeats it on a replica, which needs the same disk space again. */
    replica: { type: 'boolean', default: false },
    /** Loan slices added concurrently. */
    'at-once': { type: 'string', default: '2' },
  },
});
const loans = Math.ceil(Number(values.instalments) / 12);
const seconds = Number(values.seconds);
const clients = Number(values.clients);
const atOnce = Number(values['at-once']);
const country = 'AR';
const applicants = 20_000;
/** By then three instalments are past due; seven of ten customers have paid one. */
const daysAhead = 100;

/** Visits loans far apart in turn, so that no page is cached because of a neighbour. */
let turn = 0;
function anyLoan(): number {
  turn += 1;
  return 1 + ((turn * 7_368_787) % loans);
}

type Asked = Pick<Load, 'next' | 'andThen'>;

const balances: Asked = {
  next: () => ({
    method: 'POST',
    path: '/api/v3/balance',
    headers: { 'x-forwarded-for': addressOf(turn) },
    body: JSON.stringify({ document_number: documentOf(anyLoan()) }),
  }),
};
const payments = (price: number): Asked => ({
  next: () => paymentShot(anyLoan(), 2, price),
  andThen: settlementOf,
});
let applicant = 1;
const confirmations: Asked = {
  next: () => {
    applicant += 1;
    return applicant > applicants ? undefined : confirmation(applicant);
  },
};

const lines: string[][] = [];
const note = (what: string, found: string) => {
  lines.push([what, found]);
  console.error(`${what}: ${found}`);
};
const spread = (times: readonly number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, ${times.length} asked`;

interface Stage {
  readonly database: BenchDatabase;
  readonly product: Started;
}

/** Sends requests for a while and reports the cost per answer. */
async function measure(what: string, { database, product }: Stage, asked: Asked): Promise<Uses> {
  const load = { port: product.port, clients, ...asked };
  await fire({ ...load, seconds: Math.min(seconds, 5) });
  const before = await usesOf(database);
  const cpu = product.processorMs() ?? 0;
  const { times, perSecond } = await fire({ ...load, seconds });
  const uses = (await usesOf(database)).since(before, times.length);
  const processor = `${(((product.processorMs() ?? 0) - cpu) / times.length).toFixed(2)} ms of processor, PostgreSQL ${uses.processorMs.toFixed(2)}`;
  note(
    what,
    `${perSecond.toFixed(0)} a second, ${spread(times)}; each ${processor}, ${uses.read.toFixed(1)} pages from disk or cache of the kernel, ${(uses.wal / 1024).toFixed(1)} kB of WAL`,
  );
  return uses;
}

/** Keeps paying while `work` runs. */
async function beside(what: string, { product }: Stage, asked: Asked, work: () => Promise<unknown>) {
  const cpu = product.processorMs() ?? 0;
  const state = { isOver: false };
  const next = () => (state.isOver ? undefined : asked.next());
  const load = fire({ port: product.port, clients, seconds: 7_200, ...asked, next });
  let took = 0;
  try {
    took = await timed(work);
  } finally {
    state.isOver = true;
  }
  const { times, perSecond } = await load;
  note(
    what,
    `${took.toFixed(1)} s; payments meanwhile ${perSecond.toFixed(0)} a second, ${spread(times)}; each ${(((product.processorMs() ?? 0) - cpu) / times.length).toFixed(2)} ms of processor`,
  );
}

async function openPages({ product: { port } }: Stage): Promise<void> {
  const { cookie } = await askAsStaff(port, 'POST', '/api/staff/sign-in/sandbox', '', { as_role: 'agent' });
  const times: number[] = [];
  for (let round = 0; round < 320; round += 1) {
    const id = String(base + anyLoan());
    const began = performance.now();
    const { status, text } = await askAsStaff(port, 'GET', `/api/staff/customers/${id}`, cookie);
    if (status !== 200 || !text.includes(`"id":"${id}"`)) throw new Error(`page of a customer: ${status}`);
    if (round >= 20) times.push(performance.now() - began);
  }
  note('Page of a customer in the console, one after another', spread(times.toSorted((a, b) => a - b)));
}

async function standingDate({ fill }: BenchDatabase) {
  const { rows } = await fill('select interest_from::text as day from loan where id = $1', [first.loan]);
  return addDays(calendarDate((rows[0] as { day: string }).day), daysAhead);
}

/** Writes the daily snapshot of every loan's standing. */
async function takeDay({ database }: Stage): Promise<void> {
  const date = await standingDate(database);
  const { db, ...handle } = openDatabase(database.url, 4, 3_600);
  try {
    const took = await timed(() => takeSnapshot(db, country, date));
    note('The day’s portfolio, loan by loan', `${took.toFixed(1)} s`);
  } finally {
    await handle.close();
  }
}

/** Database to measure standing on: the primary or a replica. */
type Standing = Pick<BenchDatabase, 'url' | 'processorMs'>;

async function takeStanding(
  where: string,
  { url, processorMs }: Standing,
  date: CalendarDate,
): Promise<void> {
  const { db, ...handle } = openDatabase(url, Math.max(atOnce, 4), 3_600);
  try {
    let counted = 0;
    const before = processorMs();
    const took = await timed(async () => {
      counted = totalsOf(await portfolioOn(db, date, atOnce)).get('ARS')?.loans ?? 0;
    });
    if (counted < loans) throw new Error(`${counted} of ${loans} loans were counted`);
    note(
      `Standing of ${counted} loans ${where}, ${atOnce} slices at a time`,
      `${took.toFixed(1)} s, ${((took * 1e6) / counted).toFixed(1)} µs a loan; ${secondsSince(before, processorMs())} of PostgreSQL’s processor`,
    );
  } finally {
    await handle.close();
  }
}

function secondsSince(before: number | undefined, now: number | undefined): string {
  return now === undefined || before === undefined
    ? 'an unknown part'
    : `${((now - before) / 1000).toFixed(1)} s`;
}

/** Two rounds: the second finds in memory what the first read from disk. */
async function measureStanding(database: BenchDatabase): Promise<void> {
  const date = await standingDate(database);
  for (let round = 0; round < 2; round += 1) await takeStanding('on the primary', database, date);
  if (values.replica) await measureOnReplica(database, date);
  printTable([['', `${loans} loans, ${loans * 12} instalments`], ...lines]);
}

async function measureOnReplica(database: BenchDatabase, date: CalendarDate): Promise<void> {
  const replica = await startReplica(database);
  try {
    await replica.caughtUp();
    for (let round = 0; round < 2; round += 1) await takeStanding('on a replica', replica, date);
  } finally {
    await replica.stop();
  }
}

async function measureAll(stage: Stage): Promise<void> {
  const { database } = stage;
  const price = await monthlyPrice(database);
  const rows: string[][] = [];
  const count = async (what: string, asked: Asked) => {
    const { inserted } = await measure(what, stage, asked);
    for (const [table, number] of inserted) rows.push([what, table, number.toFixed(2)]);
  };
  await measure('Balance', stage, balances);
  await count('Payment, request to booking (two requests)', payments(price));
  await count('Confirming a loan', confirmations);
  await openPages(stage);
  await takeStanding('on the primary', database, await standingDate(database));
  const besidePayments = (what: string, statement: string) =>
    beside(what, stage, payments(price), () => database.fill(statement));
  await besidePayments('Vacuum of instalment', 'vacuum instalment');
  await besidePayments(
    'Vacuum of instalment, every page',
    'vacuum (disable_page_skipping, freeze) instalment',
  );
  await besidePayments(
    'An index of instalment, built concurrently',
    'create index concurrently bench_new on instalment (due_date, number, loan_id)',
  );
  if (values.snapshot) await takeDay(stage);
  await database.fill('analyze');
  printTable([['', `${loans} loans, ${loans * 12} instalments`], ...lines]);
  printTable([['One', 'writes rows of', 'so many'], ...rows]);
  printTable([['Table', 'Rows', 'GB', 'Indexes GB', 'Bytes a row'], ...(await tableSizes(database.fill))]);
}

async function confirmFirst(database: BenchDatabase): Promise<void> {
  const product = await startProduct(database.url, database.dataDir);
  try {
    await addApplicants(database, applicants);
    await fire({ port: product.port, clients: 1, seconds: 1, next: once(() => confirmation(1)) });
  } finally {
    await product.stop();
  }
}

function once<Shot>(make: () => Shot): () => Shot | undefined {
  let isDone = false;
  return () => {
    if (isDone) return undefined;
    isDone = true;
    return make();
  };
}

async function measureWithProduct(database: BenchDatabase): Promise<void> {
  const product = await startProduct(database.url, database.dataDir, undefined, {
    CONSOLE_URL: consoleOrigin,
  });
  try {
    await measureAll({ database, product });
  } finally {
    await product.stop();
  }
}

const database = await startDatabase();
try {
  await confirmFirst(database);
  const scale = { loans, mostGb: Number(values['most-gb']), isForStanding: values.standing };
  const times = await fillToScale(database, scale);
  note(
    'Filling',
    `rows ${times.rows.toFixed(0)} s, indexes ${times.indexes.toFixed(0)} s, first vacuum of instalment ${times.vacuum.toFixed(1)} s; ${((await sizeOf(database.fill)) / 1024 ** 3).toFixed(1)} GB`,
  );
  await (values.standing ? measureStanding(database) : measureWithProduct(database));
} finally {
  await database.stop();
}
