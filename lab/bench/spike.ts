// Measures ten times the load that the product can carry, and a network that drops bytes for two seconds: node
// lab/bench/spike.ts. One run covers load limits on and off. BENCH_ASKED=<a second> fixes the request rate, to compare
// runs on a machine whose speed varies.
import { setTimeout as pause } from 'node:timers/promises';
import { silentProxy } from '../../src/server/testing/silent-proxy.ts';
import { addApplicants, confirmation } from './applicants.ts';
import { fire, percentile } from './load.ts';
import { startDatabase, type BenchDatabase } from './postgres.ts';
import { startProduct } from './processes.ts';
import { tokenOf } from './statements.ts';
import { printTable } from './table.ts';
import { Wires, type Shot } from './wire.ts';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const seconds = setting('BENCH_SECONDS', 4);
const applicants = setting('BENCH_APPLICANTS', 20_000);
const times = 10;
/** Connections of the clients. */
const maxWires = 2_000;
const silenceMs = 2_000;

let asked = 0;
let applicant = 0;
/** Three reads of own data per confirmation. */
function next(): Shot {
  asked += 1;
  if (asked % 4 !== 0) {
    const authorization = `Bearer ${tokenOf(1 + (asked % applicants))}`;
    return { method: 'GET', path: '/api/v3/account-new', headers: { authorization } };
  }
  applicant += 1;
  return confirmation(1 + (applicant % applicants));
}

/** Status 0 means the connection broke. */
interface Answered {
  readonly status: number;
  readonly ms: number;
}

async function answerTo(wires: Wires, shot: Shot): Promise<Answered> {
  const began = performance.now();
  const { status } = await wires.ask(shot);
  return { status, ms: performance.now() - began };
}

/** Sends a fixed number of requests a second for a while, whether or not earlier ones were answered. */
async function rush(port: number, perSecond: number): Promise<readonly Answered[]> {
  const wires = new Wires(port, maxWires);
  const answers: Promise<Answered>[] = [];
  const began = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - began) {
    while (answers.length < (elapsed / 1000) * perSecond) answers.push(answerTo(wires, next()));
    await pause(5);
  }
  const all = await Promise.all(answers);
  wires.close();
  return all;
}

const ms = (value: number | undefined) => (value === undefined ? '' : String(Math.round(value)));

async function measureSpike(database: BenchDatabase, name: string, more: Record<string, string>) {
  const product = await startProduct(database.url, database.dataDir, undefined, more);
  try {
    const { port } = product;
    const load = { port, clients: 16, seconds: 2, next };
    await fire(load);
    const { perSecond } = await fire(load);
    const answers = await rush(port, setting('BENCH_ASKED', perSecond * times));
    const of = (wanted: (status: number) => boolean) =>
      answers
        .filter(({ status }) => wanted(status))
        .map((answer) => answer.ms)
        .toSorted((a, b) => a - b);
    const accepted = of((status) => status === 200 || status === 409);
    const refused = of((status) => status === 503);
    return [
      name,
      ms(perSecond),
      ms(answers.length / seconds),
      ms(accepted.length),
      ms(refused.length),
      ms(answers.length - accepted.length - refused.length),
      ms(percentile(accepted, 0.5)),
      ms(percentile(accepted, 0.99)),
      ms(refused.length > 0 ? percentile(refused, 0.99) : undefined),
    ];
  } finally {
    await product.stop();
  }
}

/** Measures how long the product takes to answer again after a silent network, and then to stop. */
async function measureSilence(database: BenchDatabase): Promise<string[][]> {
  const proxy = await silentProxy(Number(new URL(database.networkUrl).port));
  const url = Object.assign(new URL(database.networkUrl), {
    hostname: '127.0.0.1',
    port: String(proxy.port),
  }).href;
  const product = await startProduct(url, database.dataDir);
  const wires = new Wires(product.port, maxWires);
  const ask = () => answerTo(wires, next());
  await Promise.all(Array.from({ length: 16 }, ask));
  proxy.setSilent(true);
  const caught = Promise.all(Array.from({ length: 16 }, ask));
  await pause(silenceMs);
  proxy.setSilent(false);
  const began = performance.now();
  while ((await answerTo(wires, { method: 'GET', path: '/readyz' })).status !== 200) await pause(50);
  const recovered = performance.now() - began;
  await caught;
  proxy.setSilent(true);
  void Promise.all(Array.from({ length: 16 }, ask));
  await pause(100);
  const stopping = performance.now();
  await product.stop();
  const stopped = performance.now() - stopping;
  wires.close();
  await proxy.close();
  return [
    ['Silence of 2 s', 'ms'],
    ['ready again after the silence', ms(recovered)],
    ['SIGTERM while silent', ms(stopped)],
  ];
}

const database = await startDatabase();
try {
  // Creates the schema and the price lists that applicants need.
  await (await startProduct(database.url, database.dataDir)).stop();
  await addApplicants(database, applicants);
  printTable([
    [
      'Ten times the load',
      'carried /s',
      'asked /s',
      'accepted',
      '503',
      'other',
      'p50 ms',
      'p99 ms',
      'p99 of 503',
    ],
    await measureSpike(database, 'without limits', { LOAD_MAX_WAIT_MS: '600000', LOAD_MAX_CALLS: '1000000' }),
    await measureSpike(database, 'with limits', { LOAD_MAX_WAIT_MS: '200' }),
  ]);
  printTable(await measureSilence(database));
} finally {
  await database.stop();
}
