import { setTimeout as pause } from 'node:timers/promises';
import { check, type Checked } from '../load/check.ts';
import { longestPause, type Wish } from '../load/journal.ts';
import type { Stage } from '../stage.ts';
import type { Finding } from './scenario.ts';

export const longestPauseMs = 15_000;
export const usualAim = '0 lost or doubled, ledger zero, writes pause ≤ 15 s, 0 double payouts';
const [beforeMs, afterMs] = [4_000, 3_000];

export interface Disturbed {
  readonly checked: Checked;
  readonly pauseMs: number;
  readonly loans: number;
  readonly payments: number;
  /** Unexpected answers. */
  readonly failures: readonly string[];
}

/** Runs the load with a disturbance, and compares the acknowledgements with the database. */
export async function disturbed(stage: Stage, disturb: () => Promise<void>): Promise<Disturbed> {
  const { cluster, load, outside, release } = stage;
  const { journal } = load;
  const from = Date.now();
  load.start();
  await pause(beforeMs);
  await disturb();
  await load.flowsAfter(Date.now());
  await pause(afterMs);
  const to = Date.now();
  await load.stop();
  const done = journal.acknowledged().filter(({ doneAt = 0 }) => doneAt >= from && doneAt <= to);
  const count = (kind: Wish['kind']) => done.filter((wish) => wish.kind === kind).length;
  return {
    checked: await check(cluster, release.database, journal.wishes, outside.bank),
    pauseMs: longestPause(done, from, to),
    loans: count('loan'),
    payments: count('payment'),
    failures: journal.failures(from, to),
  };
}

/** True if nothing is lost or duplicated, the ledger balances and nothing was paid out twice. */
export function isSound({ lost, doubled, broken, paidTwice }: Checked): boolean {
  return lost.length + doubled.length + broken.length + paidTwice.length === 0;
}

/** Figures as a sentence; names the first of each kind of failure. */
export function inWords({ checked, pauseMs, loans, payments, failures }: Disturbed): string {
  const { lost, doubled, broken, paidTwice } = checked;
  const wrong = [...lost.slice(0, 3), ...doubled.slice(0, 3), ...broken, ...paidTwice.slice(0, 3)];
  return [
    `${loans} loans and ${payments} payments acknowledged`,
    `${lost.length} lost, ${doubled.length} doubled, ledger ${broken.length === 0 ? 'zero' : 'broken'}`,
    `longest pause ${(pauseMs / 1_000).toFixed(1)} s`,
    `${paidTwice.length} double payouts`,
    `${failures.length} requests retried`,
    ...(wrong.length > 0 ? [`wrong: ${wrong.join(', ')}`] : []),
  ].join('; ');
}

/** Passes if clients that retry get over the disturbance within the longest pause. */
export async function survived(stage: Stage, disturb: () => Promise<void>): Promise<Finding> {
  const found = await disturbed(stage, disturb);
  return { isMet: isSound(found.checked) && found.pauseMs <= longestPauseMs, figure: inWords(found) };
}
