import { setTimeout as pause } from 'node:timers/promises';
import type { Stage } from '../stage.ts';
import { run, until } from '../system/run.ts';
import type { Scenario } from './scenario.ts';
import { survived, usualAim } from './under-load.ts';

/** A machine that returns follows the new primary. */
const longestReturnMs = 180_000;
/** Long enough for the isolated primary to demote itself and for the others to notice. */
const cutMs = 25_000;

const whole = ({ cluster }: Stage) => until('the cluster', () => cluster.isWhole(), longestReturnMs);

/** @param onlyPeers keeps the product's connection and cuts only the other PostgreSQL machines */
async function cutOff(stage: Stage, onlyPeers: boolean): Promise<void> {
  const { cluster } = stage;
  const primary = await cluster.primary();
  const others = cluster.machines.filter((each) => each !== primary).map(({ address }) => address);
  await primary.cut(onlyPeers ? others : undefined);
  await pause(cutMs);
  await primary.heal();
  await whole(stage);
}

/** Fills a machine's disk almost completely and makes PostgreSQL need more. */
async function fillDisk(stage: Stage): Promise<void> {
  const { cluster } = stage;
  const primary = await cluster.primary();
  const shell = (command: string) => run(primary.as('postgres', ['sh', '-c', command]));
  const folder = '/var/lib/postgresql';
  await shell(`fallocate -l $(($(df --output=avail -B1 ${folder} | tail -1) - 2097152)) ${folder}/full`);
  try {
    for (let segment = 0; segment < 100; segment += 1)
      await cluster.admin((client) =>
        client.query(`select pg_switch_wal() from pg_logical_emit_message(true, 'faults', 'x')`),
      );
  } catch {
    // PostgreSQL has found its disk full.
  }
  await until('another primary', async () => (await cluster.primary().catch(() => primary)) !== primary);
  await pause(5_000);
  await shell(`rm ${folder}/full`);
  await whole(stage);
}

export const primaryScenarios: readonly Scenario[] = [
  {
    name: 'primary-killed',
    what: 'The primary’s machine is killed (SIGKILL to PostgreSQL, Patroni and etcd) and returns',
    aim: usualAim,
    run: (stage) =>
      survived(stage, async () => {
        const { cluster, load } = stage;
        const primary = await cluster.primary();
        const at = Date.now();
        cluster.lose(primary);
        await load.flowsAfter(at + 1_000);
        await pause(3_000);
        cluster.bringBack(primary);
        await whole(stage);
      }),
  },
  {
    name: 'primary-cut-off',
    what: 'All packets of the primary’s machine are dropped for 25 s',
    aim: usualAim,
    run: (stage) => survived(stage, () => cutOff(stage, false)),
  },
  {
    name: 'primary-without-peers',
    what: 'The product reaches the primary, but etcd and the standbys do not, for 25 s',
    aim: usualAim,
    run: (stage) => survived(stage, () => cutOff(stage, true)),
  },
  {
    name: 'disk-full',
    what: 'The primary’s disk is full, then freed',
    aim: usualAim,
    run: (stage) => survived(stage, () => fillDisk(stage)),
  },
];
