import { setTimeout as pause } from 'node:timers/promises';
import { bodyOf, Wire, Wires, type Shot } from './wire.ts';

/** Result of a load round. */
export interface Round {
  readonly perSecond: number;
  /** Latency of each answer, ascending, ms. */
  readonly times: readonly number[];
}

export interface Load {
  readonly port: number;
  readonly clients: number;
  readonly seconds: number;
  /** Next request; undefined ends the round. */
  readonly next: () => Shot | undefined;
  /** Follow-up request built from each answer, if an operation takes two requests; both count as one. */
  readonly andThen?: (answer: string) => Shot;
}

/**
 * Runs `clients` clients over persistent connections, each sending its next request when the last one is answered.
 * @throws Error if an answer is not 200
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
 * Sends a fixed number of requests a second until `over` settles, whether or not earlier ones were answered. Latency
 * counts from the planned time, so a stalled server cannot hide its stall.
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

/** Percentile of ascending latencies, ms. */
export function percentile(times: readonly number[], part: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
