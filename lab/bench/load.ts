import { setTimeout as pause } from 'node:timers/promises';
import { bodyOf, Wire, Wires, type Shot } from './wire.ts';

/** What came of a round. */
export interface Round {
  readonly perSecond: number;
  /** Milliseconds of each answer, ascending. */
  readonly times: readonly number[];
}

export interface Load {
  readonly port: number;
  readonly clients: number;
  readonly seconds: number;
  /** The next request; undefined when there is nothing left to ask, which ends the round. */
  readonly next: () => Shot | undefined;
  /** What is asked after each answer, where one thing takes two requests; both count as one. */
  readonly andThen?: (answer: string) => Shot;
}

/**
 * So many clients, each asking again as soon as it was answered, over connections that stay open.
 * @throws when an answer is not 200
 */
export async function fire({ port, clients, seconds, next, andThen }: Load): Promise<Round> {
  const times: number[] = [];
  const began = performance.now();
  const endsAt = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const wire = new Wire(port);
      const ask = async (shot: Shot) => bodyOf(await wire.ask(shot), shot);
      while (performance.now() < endsAt) {
        const shot = next();
        if (!shot) break;
        const asked = performance.now();
        const answer = await ask(shot);
        if (andThen) await ask(andThen(answer));
        times.push(performance.now() - asked);
      }
      wire.close();
    }),
  );
  const took = (performance.now() - began) / 1000;
  return { perSecond: times.length / took, times: times.toSorted((a, b) => a - b) };
}

/**
 * So many requests a second, whether the earlier ones were answered or not, until `over` is settled. A request's
 * time counts from the moment it was planned for, so a stalled server cannot hide its stall.
 */
export async function pace(
  { port, perSecond, next }: { readonly port: number; readonly perSecond: number; readonly next: () => Shot },
  over: Promise<unknown>,
): Promise<Round> {
  const wires = new Wires(port, 64);
  const ask = async (shot: Shot) => bodyOf(await wires.ask(shot), shot);
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const began = performance.now();
  const ended = over.then(
    () => true,
    () => true,
  );
  for (let count = 0; ; count += 1) {
    const planned = began + (count * 1000) / perSecond;
    const early = Math.max(0, planned - performance.now());
    if (await Promise.race([ended, pause(early, false)])) break;
    asked.push(ask(next()).then(() => void times.push(performance.now() - planned)));
  }
  await Promise.all(asked);
  const took = (performance.now() - began) / 1000;
  wires.close();
  return { perSecond: times.length / took, times: times.toSorted((a, b) => a - b) };
}

/** A percentile of ascending times, milliseconds. */
export function percentile(times: readonly number[], part: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
