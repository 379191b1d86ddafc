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

/** Requests to a version; an operation may take two. */
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
  /** Processor time per answer, ms. */
  readonly product: number;
  readonly postgres: number;
  /** Share of the time in which the disk was busy. */
  readonly disk: number;
}

type Prepare = (database: BenchDatabase, product: Started) => Promise<Asked>;

/** True if a version runs its PostgreSQL in the batch class. */
const isOfBatch = (root: string) => existsSync(join(root, 'docs/decisions/0095-postgres-in-batch.md'));

async function startVersion(name: string, prepare: Prepare, root?: string): Promise<Version> {
  const database = await startDatabase();
  if (root !== undefined && !isOfBatch(root)) database.leaveBatch();
  const { url } = database;
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

/** Ratio of two versions' answers a second: median and quartiles over the rounds. */
function ratioLine(own: Version, other: Version): string {
  const ratios = own.rounds
    .map(({ perSecond }, round) => perSecond / (other.rounds[round]?.perSecond ?? NaN))
    .toSorted((a, b) => a - b);
  const at = (share: number) => percentile(ratios, share).toFixed(2);
  return `${own.name} / ${other.name}, by round: ${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
}

/**
 * Measures this version, in turns with the one in the folder `BENCH_BESIDE` if set, with 16 clients and a database
 * each; prints the median round of each.
 * @param prepare creates the data to request
 */
export async function compareVersions(title: string, prepare: Prepare): Promise<void> {
  const beside = process.env['BENCH_BESIDE'];
  const versions = [await startVersion('this version', prepare)];
  try {
    if (beside) versions.push(await startVersion('other version', prepare, beside));
    for (const version of versions) {
      await play(version, 3);
      // Statistics as of a database in use; autovacuum would gather them in the middle of a round.
      await version.database.fill('analyze');
    }
    for (let round = 0; round < rounds; round += 1) {
      // Takes turns in going first, because the second one finds a warmer machine.
      const inTurn = round % 2 === 0 ? versions : versions.toReversed();
      for (const version of inTurn) version.rounds.push(await play(version, seconds));
    }
    const head = [title, '/s', 'p50 ms', 'p99 ms', 'CPU product ms', 'CPU PostgreSQL ms', 'Disk busy'];
    printTable([head, ...versions.map(lineOf)]);
    const [own, other] = versions;
    if (own && other) console.log(ratioLine(own, other));
  } finally {
    for (const { product, database } of versions) {
      await product.stop();
      await database.stop();
    }
  }
}
