import { setTimeout as pause } from 'node:timers/promises';
import { dataFolder } from '../cluster/cluster.ts';
import { check, type Checked } from '../load/check.ts';
import { nameOf, type Wish } from '../load/journal.ts';
import type { Stage } from '../stage.ts';
import type { Machine } from '../system/machine.ts';
import { run, until } from '../system/run.ts';
import type { Finding, Scenario } from './scenario.ts';

const longestLossMs = 60_000;
const bin = '/usr/lib/postgresql/15/bin';

/** Runs the commands of docs/operations.md#backups. */
async function backUp(machine: Machine): Promise<void> {
  for (const command of [['check'], ['--type=full', 'backup']])
    await run(machine.as('postgres', ['pgbackrest', '--stanza=cuota', ...command]));
}

/** Runs the commands of docs/operations.md#restoring, up to the one that starts Patroni. */
async function restoreOn(machine: Machine): Promise<void> {
  const shell = (command: string) => run(machine.as('postgres', ['sh', '-c', command]));
  await shell(`rm -rf ${dataFolder} && mkdir -p -m 700 ${dataFolder}`);
  await run(machine.as('postgres', ['pgbackrest', '--stanza=cuota', 'restore']));
  const alone = `-c listen_addresses='' -c synchronous_standby_names='' -c archive_mode=off`;
  await shell(`${bin}/pg_ctl -D ${dataFolder} -w -t 600 -l ${dataFolder}/restore.log -o "${alone}" start`);
  await until(
    'the end of the archive',
    async () => {
      const [answer] = [await shell(`psql -h /run/postgresql -d postgres -Atc 'select pg_is_in_recovery()'`)];
      return answer.trim() === 'f';
    },
    300_000,
  );
  await shell(`${bin}/pg_ctl -D ${dataFolder} -w -m fast stop`);
}

interface Recovered {
  /** Time from the loss back to the last acknowledged write that survived, ms. */
  readonly lossMs: number;
  readonly upMs: number;
  readonly productMs: number;
}

/** Only the archive is left. */
async function recover({ cluster, product, release }: Stage): Promise<Omit<Recovered, 'lossMs'>> {
  const began = Date.now();
  await cluster.wipe();
  const [first] = cluster.machines;
  if (!first) throw new Error('no machine');
  await restoreOn(first);
  await cluster.startFrom(first);
  const upMs = Date.now() - began;
  await product.start(release);
  return { upMs, productMs: Date.now() - began };
}

async function loseAndRecover(stage: Stage): Promise<Finding> {
  const { cluster, load, product, outside, release } = stage;
  const { journal } = load;
  await backUp(await cluster.primary());
  load.start();
  // Longer than the archive's maximum delay.
  await pause(40_000);
  const lostAt = Date.now();
  cluster.loseAll();
  load.giveUp();
  await product.stop();
  const recovered = await recover(stage);
  const checked = await check(cluster, release.database, journal.wishes, outside.bank);
  const at = Date.now();
  load.start();
  const goesOn = await load.flowsAfter(at);
  await load.stop();
  const lossMs = Math.max(0, lostAt - lastKept(journal.acknowledged(), checked.lost, at));
  // Later scenarios start from the surviving data.
  journal.forget(checked.lost);
  for (const reference of checked.paidTwice) outside.bank.transfers.delete(reference);
  const isSound = checked.doubled.length + checked.broken.length === 0;
  return {
    isMet: lossMs <= longestLossMs && isSound && goesOn,
    figure: inWords({ ...recovered, lossMs }, checked, goesOn),
  };
}

function lastKept(acknowledged: readonly Wish[], lost: readonly string[], before: number): number {
  const kept = acknowledged.filter(
    (wish) => (wish.doneAt ?? before) < before && !lost.includes(nameOf(wish)),
  );
  return Math.max(0, ...kept.map(({ doneAt = 0 }) => doneAt));
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;

function inWords({ lossMs, upMs, productMs }: Recovered, checked: Checked, goesOn: boolean): string {
  const { lost, doubled, broken, paidTwice } = checked;
  return [
    `the last ${(lossMs / 1_000).toFixed(1)} s lost (${lost.length} acknowledged, ${paidTwice.length} of them paid out)`,
    `cluster up after ${seconds(upMs)}, product after ${seconds(productMs)}`,
    `ledger ${broken.length === 0 ? 'zero' : broken.join(', ')}, ${doubled.length} doubled`,
    goesOn ? 'service resumed' : 'no requests served',
  ].join('; ');
}

export const restoreScenario: Scenario = {
  name: 'restore',
  what: 'All three machines end at once with their disks; they are restored from the archive of pgBackRest',
  aim: 'lost ≤ 1 min; time to recover',
  run: loseAndRecover,
};
