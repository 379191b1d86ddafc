import { within } from '../work/within.ts';

/** Gives the turn back. */
type EndTurn = () => void;

/** Requests with the same key, one after the other within this process. */
export interface KeyTurns {
  /** @returns undefined when the ones before have not ended within the limit */
  take(name: string, limitMs: number): Promise<EndTurn | undefined>;
}

export function createKeyTurns(): KeyTurns {
  /** The end of the last turn asked for, by name; gone with it. */
  const last = new Map<string, Promise<void>>();
  return {
    async take(name, limitMs) {
      const before = last.get(name);
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const line = endOf(before, ended);
      last.set(name, line);
      const forget = () => last.get(name) === line && last.delete(name);
      void line.then(forget);
      if (before === undefined || (await within(limitMs, () => before))) return end;
      // Gives up its turn so that those behind it go on.
      end();
      return undefined;
    },
  };
}

async function endOf(before: Promise<void> | undefined, ended: Promise<void>): Promise<void> {
  await before;
  await ended;
}
