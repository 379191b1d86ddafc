import { clock } from './commands/servicing.ts';
import { TRIES } from './commands/all.ts';
import { drawCommand, INSTEAD, type Command } from './commands/command.ts';
import { compareCustomers, compareEverything, isAlive } from './compare.ts';
import { Difference } from './difference.ts';
import { Play, type Actor, firstDay } from './play.ts';
import type { Stage } from './product/stage.ts';
import { diceOf } from './random.ts';

/** What a run is made of. The same gives the same stream. */
export interface Stream {
  readonly customers: number;
  readonly commands: readonly Command[];
}

/** How often each command came to what. */
export type Tally = Map<string, number>;

export interface Ran {
  readonly steps: number;
  readonly checks: number;
  readonly tally: Tally;
  /** What came of each command, in words. */
  readonly outcomes: readonly string[];
  /** Set when model and product differ. */
  readonly failure?: Failure;
}

export interface Failure {
  /** Place of the command in the stream; that of the last one where the whole is wrong only. */
  readonly at: number;
  /** Whose command or loan it was; undefined where it is about everybody's. */
  readonly who: number | undefined;
  readonly error: Error;
}

/** What is done between commands, for tests that break something on purpose. */
export interface Interference {
  readonly after?: (play: Play, at: number) => Promise<void>;
}

export function streamOf(seed: string, steps: number, customers: number): Stream {
  const dice = diceOf(seed);
  return { customers, commands: Array.from({ length: steps }, () => drawCommand(dice, customers)) };
}

/** So many customers act at once. */
const together = 16;
/** Everything is compared after so many commands. */
const everySteps = 500;

/**
 * Plays a stream on a database of its own. Commands of different customers that follow each other are tried together,
 * those of one customer one after the other; after them each customer's figures are compared.
 */
export async function runStream(stage: Stage, stream: Stream, interference: Interference = {}): Promise<Ran> {
  const product = await stage.open(firstDay);
  const outcomes: string[] = [];
  let [steps, checks, compared] = [0, 0, 0];
  let failure: Failure | undefined;
  try {
    const play = await Play.begin(product, stream.customers);
    for (const round of roundsOf(stream)) {
      failure = await playRound(play, round, outcomes);
      if (failure) break;
      steps += round.length;
      await interference.after?.(play, steps - 1);
      const isEverything = steps - compared >= everySteps || steps === stream.commands.length;
      if (isEverything) compared = steps;
      try {
        checks += await compareAfter(play, round, isEverything);
      } catch (error) {
        const who = error instanceof Difference ? error.who : undefined;
        failure = { at: steps - 1, who, error: asError(error) };
        break;
      }
    }
    return { steps, checks, tally: tallyOf(outcomes), outcomes, ...(failure ? { failure } : {}) };
  } finally {
    await product.close();
  }
}

/** The customers whose turn it was, everybody when days have gone by, or all there is. @returns figures compared */
function compareAfter(play: Play, round: readonly Turn[], isEverything: boolean): Promise<number> {
  if (isEverything) return compareEverything(play);
  if (isClock(round)) return compareCustomers(play, play.actors, isAlive);
  return compareCustomers(
    play,
    round.map(({ command }) => play.actor(command.who)),
  );
}

function tallyOf(outcomes: readonly string[]): Tally {
  const tally: Tally = new Map();
  for (const name of outcomes) tally.set(name, (tally.get(name) ?? 0) + 1);
  return tally;
}

interface Turn {
  readonly command: Command;
  readonly at: number;
}

const isClock = ([turn]: readonly Turn[]) => turn?.command.kind === 'clock';

/** Commands that are tried together: of different customers, and none while the clock moves. */
function* roundsOf({ commands, customers }: Stream): Generator<readonly Turn[]> {
  let round: Turn[] = [];
  const busy = new Set<number>();
  for (const [at, command] of commands.entries()) {
    const who = command.who % customers;
    if (round.length > 0 && (command.kind === 'clock' || busy.has(who) || round.length === together)) {
      yield round;
      round = [];
      busy.clear();
    }
    round.push({ command, at });
    busy.add(who);
    if (command.kind === 'clock') {
      yield round;
      round = [];
      busy.clear();
    }
  }
  if (round.length > 0) yield round;
}

async function playRound(
  play: Play,
  round: readonly Turn[],
  outcomes: string[],
): Promise<Failure | undefined> {
  const failures = await Promise.all(
    round.map(async ({ command, at }): Promise<Failure | undefined> => {
      try {
        outcomes[at] = await playOne(play, play.actor(command.who), command);
        return undefined;
      } catch (error) {
        return { at, who: command.who, error: asError(error) };
      }
    }),
  );
  return failures.find((failure) => failure !== undefined);
}

/** @returns what was tried in the end, and what came of it */
async function playOne(play: Play, actor: Actor, command: Command): Promise<string> {
  const { kind } = command;
  if (kind === 'clock') return `${kind}\t${await clock(play, command)}`;
  const outcome = await TRIES[kind](play, actor, command);
  const next = INSTEAD[kind];
  if (outcome === undefined && next !== undefined) return playOne(play, actor, { ...command, kind: next });
  return `${kind}\t${outcome ?? 'nothing to do'}`;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** What a failure is about, so that a shorter stream fails by the same. */
export function kindOf({ error }: Failure): string {
  if (!(error instanceof Difference)) return error.message;
  const parts = error.what.split(' › ').map((part) => (/^(?:\d+|[\w-]{32})$/.test(part) ? '#' : part));
  return parts.join(' › ').replaceAll(/customer \d+ \(\w+\), loan \d+/g, '#');
}
