import { setTimeout as pause } from 'node:timers/promises';
import { firstSecret, ownRoot, sourcesOf, type Release } from '../product/product.ts';
import { openProduct, type Stage } from '../stage.ts';
import { run } from '../system/run.ts';
import type { Finding, Scenario } from './scenario.ts';
import { disturbed, inWords, isSound } from './under-load.ts';

const next = 'another-secret-that-takes-the-place-of-it';
/** Time for which old and new processes run together. */
const besideMs = 3_000;

/** Replaces one API and one worker at a time while the other two serve. */
async function replaceAll({ product }: Stage, release: Release): Promise<void> {
  for (const number of ['1', '2']) {
    await Promise.all(['api', 'worker'].map((kind) => product.replace(`${kind}-${number}`, release)));
    await pause(besideMs);
  }
}

/** Runs under load and fails on any unexpected answer. */
async function unnoticed(stage: Stage, disturb: () => Promise<void>): Promise<Finding> {
  const found = await disturbed(stage, disturb);
  const kinds = [...new Set(found.failures)].join(', ');
  return {
    isMet: isSound(found.checked) && found.failures.length === 0,
    figure: `${inWords(found)}${kinds ? ` (${kinds})` : ''}`,
  };
}

/** The previous release: from the settings, or else the commit before the last migration. */
async function earlierCommit(): Promise<string> {
  const given = process.env['FAULTS_PREVIOUS'];
  if (given) return given;
  const added = 'log --diff-filter=A -1 --format=%H -- src/server/migrations';
  const found = await run(['git', '-C', ownRoot, ...added.split(' ')]);
  return `${found.trim()}^`;
}

async function rollOut(stage: Stage): Promise<Finding> {
  const { folder, product, cluster, outside, release: current } = stage;
  const commit = await earlierCommit();
  const subject = await run(['git', '-C', ownRoot, 'log', '-1', '--format=%h', commit]);
  await product.stop();
  // A clean bank: orders of other databases do not count.
  outside.bank.transfers.clear();
  // Unknown to the pooler, whose file has one database.
  const release: Release = { ...current, database: 'cuota_release', isPooled: false };
  const earlier = { ...release, root: await sourcesOf(commit, folder) };
  const load = await openProduct({ folder, cluster, product }, earlier);
  const found = await unnoticed({ ...stage, load, release }, async () => {
    await product.migrate(release);
    await replaceAll(stage, release);
  });
  return { ...found, figure: `from ${subject.trim()}: ${found.figure}` };
}

async function rotate(stage: Stage): Promise<void> {
  for (const [APP_SECRET, APP_SECRETS_ACCEPTED] of [
    [firstSecret, next],
    [next, firstSecret],
  ] as const)
    await replaceAll(stage, { ...stage.release, settings: { APP_SECRET, APP_SECRETS_ACCEPTED } });
}

export const releaseScenarios: readonly Scenario[] = [
  {
    name: 'keys',
    what: 'APP_SECRET is replaced, process by process',
    aim: '0 errors',
    run: (stage) => unnoticed(stage, () => rotate(stage)),
  },
  {
    name: 'release',
    what: 'The release before the last migration, then its migration, then this release, process by process',
    aim: '0 failed requests, 0 double payouts',
    run: rollOut,
  },
];
