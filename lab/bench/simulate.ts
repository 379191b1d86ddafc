// Runs random money commands against the product and a model (docs/simulation.md): npm run simulate -- --seed S --steps
// N.
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../src/server/platform/embedded-postgres/embedded-postgres.ts';
import { newClusterFolder, sweepLeftClusters } from '../../src/server/testing/left-clusters.ts';
import { turnOffFsync } from '../../src/server/testing/postgres-without-fsync.ts';
import { openStage, type Stage } from '../../src/server/testing/simulation/product/stage.ts';
import {
  runStream,
  streamOf,
  type Failure,
  type Stream,
  type Tally,
} from '../../src/server/testing/simulation/run.ts';
import { shrink } from '../../src/server/testing/simulation/shrink.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'cuota' },
    steps: { type: 'string', default: '10000' },
    customers: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '0' },
    /** Runs only this part of the seed's stream. */
    part: { type: 'string' },
    /** Resumes at this part. */
    'from-part': { type: 'string', default: '0' },
    'shrink-minutes': { type: 'string', default: '3' },
  },
});

/** A stream is cut into parts, each with its own customers and database, so that tables stay small. */
const partSteps = 5000;

const started = Date.now();
const minutesGone = () => (Date.now() - started) / 60_000;

interface Total {
  steps: number;
  checks: number;
  seconds: number;
  readonly tally: Tally;
}

async function withStage(work: (stage: Stage) => Promise<boolean>): Promise<boolean> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return onStage(given, work);
  await sweepLeftClusters();
  const dataDir = await newClusterFolder();
  const embedded = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => undefined, warn: console.error },
  });
  try {
    await turnOffFsync(dataDir, embedded.url);
    return await onStage(embedded.localUrl, work);
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function onStage(url: string, work: (stage: Stage) => Promise<boolean>): Promise<boolean> {
  const stage = await openStage(url);
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
}

/** @returns whether model and product agreed throughout */
async function simulate(stage: Stage): Promise<boolean> {
  const total: Total = { steps: 0, checks: 0, seconds: 0, tally: new Map() };
  const [wanted, customers] = [Number(values.steps), Number(values.customers)];
  const only = values.part === undefined ? undefined : Number(values.part);
  const most = Number(values.minutes) || Infinity;
  const isWanted = (part: number) => part * partSteps < wanted && minutesGone() < most;
  for (let part = only ?? Number(values['from-part']); isWanted(part); part += 1) {
    const steps = Math.min(partSteps, wanted - part * partSteps);
    const stream = streamOf(`${values.seed} ${part}`, steps, customers);
    const began = Date.now();
    const ran = await runStream(stage, stream);
    const took = (Date.now() - began) / 1000;
    total.seconds += took;
    total.steps += ran.steps;
    total.checks += ran.checks;
    for (const [name, count] of ran.tally) total.tally.set(name, (total.tally.get(name) ?? 0) + count);
    if (ran.failure) {
      await reportFailure(stage, stream, ran.failure, part);
      return false;
    }
    if (only !== undefined) break;
    // A million steps take hours: results print as they come, so that a crash loses none.
    console.error(
      `part ${part}: ${ran.steps} steps in ${Math.round(took)} s, ${ran.checks} figures compared`,
    );
  }
  tellTotal(total);
  return true;
}

async function reportFailure(stage: Stage, stream: Stream, failure: Failure, part: number): Promise<void> {
  const { seed, customers, steps } = values;
  console.log(`step ${part * partSteps + failure.at + 1} of seed ${seed}: ${failure.error.message}`);
  if (failure.error.name === 'Error' && failure.error.constructor === Error) console.log(failure.error.stack);
  const until = Date.now() + Number(values['shrink-minutes']) * 60_000;
  const shrunk = await shrink(stage, stream, failure, { isOver: () => Date.now() > until });
  console.log(`\nthe shortest stream found that still fails (${shrunk.runs} tried):`);
  for (const [at, { kind, who, pick, share }] of shrunk.stream.commands.entries()) {
    const outcome = shrunk.outcomes[at]?.replace('\t', ': ') ?? 'refused';
    console.log(`  ${String(at + 1).padStart(3)}  ${kind} (customer ${who}, ${pick}, ${share}) → ${outcome}`);
  }
  console.log(`  ${shrunk.failure.error.message}`);
  console.log(
    `\nreplay: npm run simulate -- --seed ${seed} --steps ${steps} --customers ${customers} --part ${part}`,
  );
}

function tellTotal({ steps, checks, seconds, tally }: Total): void {
  const rows = [...tally].toSorted(([one], [other]) => (one < other ? -1 : 1));
  console.log(`${'command'.padEnd(16)}${'outcome'.padEnd(34)}times`);
  for (const [name, count] of rows) {
    const [kind = '', outcome = ''] = name.split('\t');
    console.log(`${kind.padEnd(16)}${outcome.padEnd(34)}${String(count).padStart(5)}`);
  }
  const rate = Math.round(steps / seconds);
  console.log(
    `\n${steps} steps in ${Math.round(seconds)} s, ${rate} a second; ${checks} figures compared, no difference`,
  );
}

process.exitCode = (await withStage(simulate)) ? 0 : 1;
