import { setTimeout as pause } from 'node:timers/promises';
import { check, payoutsEnd } from '../load/check.ts';
import type { Stage } from '../stage.ts';
import type { Finding, Scenario } from './scenario.ts';
import {
  disturbed,
  inWords,
  isSound,
  longestPauseMs,
  survived,
  usualAim,
  type Disturbed,
} from './under-load.ts';

/** A step in progress when its worker is killed is picked up by another within its lease. */
const longestPayoutsMs = 120_000;

/** Kills each in turn; each is restarted, as its unit says. */
async function killInTurn({ product }: Stage, kind: string): Promise<void> {
  for (const name of product.names.filter((each) => each.startsWith(kind))) {
    product.service(name).kill();
    await pause(2_000);
    await product.isReady(name);
  }
}

/** Makes the bank slow, then wrong, then silent. */
async function troubleBank({ outside: { bank, wayToBank } }: Stage): Promise<void> {
  wayToBank.setDelay(3_000);
  await pause(8_000);
  wayToBank.setDelay(0);
  // Transfers are accepted, but the bank's gateway answers with an error.
  const wrong = setInterval(() => (bank.breakNext = true), 100);
  await pause(8_000);
  clearInterval(wrong);
  bank.breakNext = false;
  wayToBank.setSilent(true);
  await pause(10_000);
  wayToBank.setSilent(false);
  wayToBank.cut();
}

export const processScenarios: readonly Scenario[] = [
  {
    name: 'worker-killed',
    what: 'Each worker is killed in turn (SIGKILL) while it pays out',
    aim: `${usualAim}, all paid out within 2 min`,
    async run(stage) {
      const found = await disturbed(stage, () => killInTurn(stage, 'worker'));
      return paidOut(stage, found);
    },
  },
  {
    name: 'api-killed',
    what: 'Each API is killed in turn (SIGKILL)',
    aim: usualAim,
    run: (stage) => survived(stage, () => killInTurn(stage, 'api')),
  },
  {
    name: 'pooler-killed',
    what: 'PgBouncer is killed (SIGKILL) and started again',
    aim: usualAim,
    async run(stage) {
      const { pooler } = stage;
      if (!pooler)
        return {
          isMet: false,
          figure:
            'not run: no PgBouncer ≥ 1.21 here (its command in PGBOUNCER, or a newer Debian in FAULTS_DEBIAN)',
        };
      return survived(stage, async () => {
        pooler.kill();
        await pause(6_000);
      });
    },
  },
  {
    name: 'provider',
    what: 'The bank is slow (8 s), answers with errors after accepting transfers (8 s), is silent (10 s)',
    aim: `${usualAim}, all paid out within 2 min`,
    async run(stage) {
      const found = await disturbed(stage, () => troubleBank(stage));
      return paidOut(stage, found);
    },
  },
];

async function paidOut(stage: Stage, found: Disturbed): Promise<Finding> {
  const { cluster, release, load, outside } = stage;
  const began = performance.now();
  const isPaidOut = await payoutsEnd(cluster, release.database, longestPayoutsMs);
  const took = Math.round((performance.now() - began) / 1_000);
  // The bank receives nothing more.
  const checked = await check(cluster, release.database, load.journal.wishes, outside.bank);
  const end = isPaidOut ? `all paid out ${took} s later` : `${checked.open} not paid out after ${took} s`;
  return {
    isMet: isSound(checked) && found.pauseMs <= longestPauseMs && isPaidOut,
    figure: `${inWords({ ...found, checked })}; ${end}`,
  };
}
