import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fire, median, percentile, type Load } from './load.ts';
import { startDatabase, type BenchDatabase } from './postgres.ts';
import { startProduct, type Started } from './processes.ts';
import { diskBusyMs } from './processor.ts';
import { printTable } from './table.ts';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const rounds = setting('BENCH_ROUNDS', 5);
const seconds = setting('BENCH_SECONDS', 4);
const clients = 16;

/** What is asked of a version; one thing may take two requests. */
export type Asked = Pick<Load, 'next' | 'andThen'>;

interface Version {
  readonly name: string;
  readonly database: BenchDatabase;
  readonly product: Started;
  readonly asked: Asked;
  readonly rounds: Figures[];
}

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of each answer, ms. */
  readonly product: number;
  readonly postgres: number;
  /** Part of the time in which the disk was busy. */
  readonly disk: number;
}

type Prepare = (database: BenchDatabase, product: Started) => Promise<Asked>;

/** Whether a version puts its PostgreSQL into the batch class. */
const isOfBatch = (root: string) => existsSync(join(root, 'docs/decisions/0095-postgres-in-batch.md'));

async function startVersion(name: string, prepare: Prepare, root?: string): Promise<Version> {
  const database = await startDatabase();
  if (root !== undefined && !isOfBatch(root)) database.leaveBatch();
  // A version that does not know of the socket file connects by the port.
  const url = root === undefined ? database.url : database.networkUrl;
  const product = await startProduct(url, database.dataDir, root);
  return { name, database, product, asked: await prepare(database, product), rounds: [] };
}

async function play({ product, database, asked }: Version, length: number): Promise<Figures> {
  const read = () => [product.processorMs(), database.processorMs(), diskBusyMs()].map((ms) => ms ?? NaN);
  const before = read();
  const began = performance.now();
  const { times, perSecond } = await fire({ port: product.port, clients, seconds: length, ...asked });
  const took = performance.now() - began;
  const [productMs = NaN, postgresMs = NaN, diskMs = NaN] = read().map(
    (ms, index) => ms - (before[index] ?? NaN),
  );
  return {
    perSecond,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    product: productMs / times.length,
    postgres: postgresMs / times.length,
    disk: diskMs / took,
  };
}

function lineOf({ name, rounds: played }: Version): string[] {
  const middle = (of: (round: Figures) => number) => median(played.map(of));
  return [
    name,
    middle(({ perSecond }) => perSecond).toFixed(0),
    middle(({ p50 }) => p50).toFixed(1),
    middle(({ p99 }) => p99).toFixed(1),
    middle(({ product }) => product).toFixed(2),
    middle(({ postgres }) => postgres).toFixed(2),
    `${(middle(({ disk }) => disk) * 100).toFixed(0)} %`,
  ];
}

/**
 * Asks this version, in turns with the one whose sources lie in the folder `BENCH_BESIDE` where there is one, 16
 * clients, each version on a database of its own; prints the middle round of each.
 * @param prepare makes what the version is asked about
 */
export async function compareVersions(title: string, prepare: Prepare): Promise<void> {
  const beside = process.env['BENCH_BESIDE'];
  const versions = [await startVersion('this version', prepare)];
  try {
    if (beside) versions.push(await startVersion('beside it', prepare, beside));
    for (const version of versions) await play(version, 3);
    for (let round = 0; round < rounds; round += 1)
      for (const version of versions) version.rounds.push(await play(version, seconds));
    const head = [title, '/s', 'p50 ms', 'p99 ms', 'CPU product ms', 'CPU PostgreSQL ms', 'Disk busy'];
    printTable([head, ...versions.map(lineOf)]);
  } finally {
    for (const { product, database } of versions) {
      await product.stop();
      await database.stop();
    }
  }
}
