// Measures the calls that matter most: node lab/bench/main.ts. Each measure runs in turns, in one run and on one
// machine: the product, a bare node:http + pg server with the product's own statements, and pgbench.
import { createLogger } from '../../src/server/platform/logger.ts';
import { parseConfig } from '../../src/server/platform/config.ts';
import { run } from '../../src/server/run.ts';
import { addApplicants, addressOf, confirmation } from './applicants.ts';
import { measureDebits } from './debits.ts';
import { fire, median, percentile, type Round } from './load.ts';
import type { Shot } from './wire.ts';
import { measurePayments, monthlyPrice, paymentShot } from './payments.ts';
import { pgbench } from './pgbench.ts';
import { measureStanding } from './portfolio-standing.ts';
import { documentOf, fillPortfolio, publicIdOf } from './portfolio.ts';
import { measureQueues } from './queues.ts';
import { startDatabase, type BenchDatabase } from './postgres.ts';
import { productSettings, startBare, startProduct, type Started } from './processes.ts';
import {
  asScript,
  facts,
  first,
  others,
  statementsOf,
  withoutNames,
  writesOf,
  type Statement,
} from './statements.ts';
import { printTable, speedTable, type Row } from './table.ts';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const few = setting('BENCH_FEW', 1_000);
const many = setting('BENCH_MANY', 1_000_000);
const rounds = setting('BENCH_ROUNDS', 5);
const seconds = setting('BENCH_SECONDS', 4);
const applicants = setting('BENCH_APPLICANTS', 100_000);
const manyClients = 16;
const fewClients = 4;

interface Plan {
  readonly read: Statement;
  readonly confirm: readonly Statement[];
}

/** Runs each call once within this process and records its database statements. */
async function takePlan(database: BenchDatabase): Promise<Plan> {
  const config = parseConfig({ ...productSettings(database.url, database.dataDir), LOG_LEVEL: 'silent' });
  const product = await run(config, database.url, createLogger('silent'), '/nowhere');
  try {
    await addApplicants(database, applicants);
    const ask = async (shot: Shot): Promise<string> => {
      const { method, path, headers, body } = shot;
      const url = `http://127.0.0.1:${product.port}${path}`;
      const answer = await fetch(url, {
        method,
        headers: { ...headers, 'x-forwarded-host': 'ar.localhost', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      });
      const { result } = (await answer.json()) as { result?: { id?: string } };
      if (!result?.id) throw new Error(`${method} ${path} failed: ${answer.status}`);
      return result.id;
    };
    let publicId = '';
    const confirmed = await statementsOf(async () => {
      publicId = await ask(confirmation(1));
    });
    const { reference } = (
      await database.fill('select reference from payout where loan_id = $1', [first.loan])
    ).rows[0] as { reference: string };
    const names = {
      ...facts(1),
      publicId,
      reference,
      loanId: String(first.loan),
    };
    const asked = await statementsOf(() => ask({ method: 'GET', path: `/api/v3/loan-new/${publicId}` }));
    const read = asked.find(({ text }) => text.includes('from loan l'));
    if (!read) throw new Error('reading a loan sent no query for it');
    return { read: withoutNames(read, { publicId }), confirm: writesOf(confirmed, names) };
  } finally {
    await product.stop();
  }
}

interface Contest {
  readonly product: Started;
  readonly bare: Started;
  readonly clients: number;
  readonly next: () => Shot | undefined;
  readonly direct: () => Promise<number | undefined>;
}

interface Outcome {
  readonly product: number;
  readonly bare: number;
  readonly direct: number | undefined;
  /** Median of the ratios of the rounds: noise in a round affects both halves. */
  readonly ratio: number;
  readonly p50: number;
  readonly p99: number;
  readonly bareP99: number;
  /** Processor time of the server per answer, ms; hardly affected by other load on the machine. */
  readonly cpu: number | undefined;
  readonly bareCpu: number | undefined;
}

interface TimedRound extends Round {
  readonly cpu: number | undefined;
}

async function fireTimed(server: Started, clients: number, next: Contest['next']): Promise<TimedRound> {
  const before = server.processorMs();
  const round = await fire({ port: server.port, clients, seconds, next });
  const after = server.processorMs();
  const cpu = before === undefined || after === undefined ? undefined : (after - before) / round.times.length;
  return { ...round, cpu };
}

/** Runs rounds in turns and takes the median of each. */
async function contest({ product, bare, clients, next, direct }: Contest): Promise<Outcome> {
  for (const { port } of [product, bare]) await fire({ port, clients, seconds: 2, next });
  const played: { readonly ours: TimedRound; readonly theirs: TimedRound }[] = [];
  const directs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ours = await fireTimed(product, clients, next);
    const theirs = await fireTimed(bare, clients, next);
    const tps = await direct();
    if (tps !== undefined) directs.push(tps);
    played.push({ ours, theirs });
  }
  const middle = (of: (each: (typeof played)[number]) => number) => median(played.map(of));
  return {
    product: middle(({ ours }) => ours.perSecond),
    bare: middle(({ theirs }) => theirs.perSecond),
    direct: directs.length > 0 ? median(directs) : undefined,
    ratio: middle(({ ours, theirs }) => ours.perSecond / theirs.perSecond),
    p50: middle(({ ours }) => percentile(ours.times, 0.5)),
    p99: middle(({ ours }) => percentile(ours.times, 0.99)),
    bareP99: middle(({ theirs }) => percentile(theirs.times, 0.99)),
    cpu: middle(({ ours }) => ours.cpu ?? 0) || undefined,
    bareCpu: middle(({ theirs }) => theirs.cpu ?? 0) || undefined,
  };
}

const anyLoan = (size: number) => 1 + Math.floor(Math.random() * size);

function readLoan(): Shot {
  return { method: 'GET', path: `/api/v3/loan-new/${publicIdOf(anyLoan(few))}` };
}

/** A document new to its address: the most expensive case, because it is counted. */
let visitor = 0;
function balance(size: number): Shot {
  visitor += 1;
  return {
    method: 'POST',
    path: '/api/v3/balance',
    headers: { 'x-forwarded-for': addressOf(visitor) },
    body: JSON.stringify({ document_number: documentOf(anyLoan(size)) }),
  };
}

async function measureBalance(port: number, size: number) {
  const next = () => balance(size);
  await fire({ port, clients: fewClients, seconds: 2, next });
  const times = [];
  for (let round = 0; round < rounds; round += 1)
    times.push(await fire({ port, clients: fewClients, seconds, next }));
  return {
    perSecond: median(times.map(({ perSecond }) => perSecond)),
    p50: median(times.map((round) => percentile(round.times, 0.5))),
    p99: median(times.map((round) => percentile(round.times, 0.99))),
  };
}

/** Applicants from here on are reserved for pgbench. */
const pgbenchFrom = Math.ceil(applicants / 2);
let applicant = 1;
function nextApplicant(): Shot | undefined {
  applicant += 1;
  return applicant >= pgbenchFrom ? undefined : confirmation(applicant);
}

/** Measures a portfolio of full size: plain requests, then background work while requests continue. */
async function measureLarge(database: BenchDatabase, product: Started, smallP50: number): Promise<Row[]> {
  console.error(`Creating ${many} loans…`);
  const began = performance.now();
  await fillPortfolio(database, few, many);
  console.error(`…took ${Math.round((performance.now() - began) / 1000)} s. Requesting balances…`);
  const { perSecond, p50, p99 } = await measureBalance(product.port, many);
  console.error('Paying…');
  const load = { loans: many, rounds, seconds, clients: manyClients };
  const payments = await measurePayments({ database, product, ...load });
  console.error('Computing the portfolio’s standing…');
  const price = await monthlyPrice(database);
  let payer = 0;
  // Alternates balances and payments; each customer pays once.
  const next = () => {
    payer += 1;
    return payer % 2 === 0 ? balance(many) : paymentShot(1 + (payer % many), 11, price);
  };
  const { port } = product;
  const standing = await measureStanding(database, { port, loans: many, next });
  console.error('Debiting…');
  const debits = await measureDebits(database, {
    port,
    // Excludes the last loan, which pgbench has paid repeatedly.
    debits: Math.min(setting('BENCH_DEBITS', 100_000), many - 1),
    next,
  });
  const isMet = p99 < 20 && p50 <= (smallP50 * 4) / 3;
  const aim = `p99 < 20 ms, p50 ≤ 4/3 of ${few}'s`;
  const balances = { measure: `Balance, ${many} loans`, product: perSecond, p50, p99, aim, isMet };
  return [balances, payments, ...standing, ...debits];
}

async function measureAll(database: BenchDatabase): Promise<Row[]> {
  const plan = await takePlan(database);
  await fillPortfolio(database, 0, few);
  const product = await startProduct(database.url, database.dataDir);
  const bare = await startBare(database.url, database.dataDir, plan);
  const direct = (script: string, mode: 'prepared' | 'simple') => () =>
    pgbench(database, script, { clients: manyClients, seconds, mode });
  const portfolioLoan = "('portfolio-loan-' || lpad(:n::text, 9, '0'))";
  const readScript = `\\set n random(1, ${few})\n${asScript(plan.read).replaceAll("':publicId'", portfolioLoan)}`;
  const both = { product, bare, clients: manyClients };
  try {
    console.error('Reading loans…');
    const read = await contest({ ...both, next: readLoan, direct: direct(readScript, 'prepared') });
    console.error('Confirming loans…');
    await database.fill(`alter sequence bench_applicant restart with ${pgbenchFrom}`);
    const confirm = await contest({
      ...both,
      next: nextApplicant,
      direct: direct(confirmScript(plan), 'simple'),
    });
    console.error('Requesting balances…');
    const small = await measureBalance(product.port, few);
    const large = await measureLarge(database, product, small.p50);
    return [
      rowOf('Loan with 12 instalments', read),
      rowOf('Confirming a loan', confirm, 50),
      {
        measure: `Balance, ${few} loans`,
        product: small.perSecond,
        p50: small.p50,
        p99: small.p99,
        aim: 'p99 < 20 ms',
        isMet: small.p99 < 20,
      },
      ...large,
    ];
  } finally {
    await bare.stop();
    await product.stop();
  }
}

function confirmScript({ confirm }: Plan): string {
  const setup = [
    "select nextval('bench_applicant') as n \\gset",
    ...Object.entries({
      customerId: first.customer,
      offerId: first.offer,
      accountId: first.account,
      loanId: others.loan,
    }).map(([name, base]) => `\\set ${name} ${base} + :n`),
    '\\set publicId :n',
    '\\set reference :n',
    '\\set key :n',
  ];
  return ['begin;', ...setup, ...confirm.map(asScript), 'commit;'].join('\n');
}

function rowOf(measure: string, { direct, ratio, p99, ...outcome }: Outcome, longest?: number): Row {
  const isMet = ratio >= 0.7 && (longest === undefined || p99 < longest);
  const aim = longest === undefined ? '≥ 70 % of bare' : `≥ 70 % of bare, p99 < ${longest} ms`;
  return { measure, ...outcome, ratio, p99, direct: direct ?? 'not installed', aim, isMet };
}

const database = await startDatabase();
const rows: Row[] = [];
try {
  rows.push(...(await measureAll(database)));
} finally {
  await database.stop();
}
console.error('Sending and paying out…');
rows.push(...(await measureQueues()));
printTable(speedTable(rows));
console.error('Sending ten times the load…');
// Prints its own tables.
await import('./spike.ts');
