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

const names = ['this version', 'other version'] as const;

interface Version {
  readonly name: (typeof names)[number];
  readonly database: BenchDatabase;
  readonly product: Started;
  readonly asked: Asked;
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

async function startVersion(name: Version['name'], prepare: Prepare, root?: string): Promise<Version> {
  const database = await startDatabase();
  if (root !== undefined && !isOfBatch(root)) database.leaveBatch();
  const { url } = database;
  const product = await startProduct(url, database.dataDir, root);
  return { name, database, product, asked: await prepare(database, product) };
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

function lineOf(name: Version['name'], played: readonly Figures[]): string[] {
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
function ratioLine(own: readonly Figures[], other: readonly Figures[]): string {
  const ratios = own
    .map(({ perSecond }, round) => perSecond / (other[round]?.perSecond ?? NaN))
    .toSorted((a, b) => a - b);
  const at = (share: number) => percentile(ratios, share).toFixed(2);
  return `${names.join(' / ')}, by round: ${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
}

/**
 * Measures this version, in turns with the one in the folder `BENCH_BESIDE` if set, with 16 clients and a database
 * each; prints the median round of each.
 * @param prepare creates the data to request
 */
export async function compareVersions(title: string, prepare: Prepare): Promise<void> {
  const beside = process.env['BENCH_BESIDE'];
  const played: Record<Version['name'], Figures[]> = { 'this version': [], 'other version': [] };
  const own = () => startVersion('this version', prepare);
  const other = () => startVersion('other version', prepare, beside);
  // Starts both twice, since the version started first is up to 5 % slower.
  const halves = beside
    ? [
        [own, other],
        [other, own],
      ]
    : [[own]];
  for (const half of halves) {
    const versions: Version[] = [];
    try {
      for (const start of half) versions.push(await start());
      await playInTurns(versions, Math.ceil(rounds / halves.length), played);
    } finally {
      for (const { product, database } of versions) {
        await product.stop();
        await database.stop();
      }
    }
  }
  const head = [title, '/s', 'p50 ms', 'p99 ms', 'CPU product ms', 'CPU PostgreSQL ms', 'Disk busy'];
  const measured = names.filter((name) => played[name].length > 0);
  printTable([head, ...measured.map((name) => lineOf(name, played[name]))]);
  if (beside) console.log(ratioLine(played['this version'], played['other version']));
}

async function playInTurns(
  versions: readonly Version[],
  count: number,
  played: Record<Version['name'], Figures[]>,
): Promise<void> {
  for (const version of versions) {
    await play(version, 3);
    // Statistics as of a database in use; autovacuum would gather them in the middle of a round.
    await version.database.fill('analyze');
  }
  for (let round = 0; round < count; round += 1) {
    // Takes turns in going first, because the second one finds a warmer machine.
    const inTurn = round % 2 === 0 ? versions : versions.toReversed();
    for (const version of inTurn) played[version.name].push(await play(version, seconds));
  }
}
