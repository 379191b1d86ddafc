import { within } from '../work/within.ts';

type EndTurn = () => void;

export interface KeyTurns {
  /** @returns undefined if the earlier turns have not ended within `limitMs` */
  take(name: string, limitMs: number): Promise<EndTurn | undefined>;
}

export function createKeyTurns(): KeyTurns {
  /** End of the last requested turn, by name; removed when it ends. */
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
      // Releases the turn, so that the requests behind it continue.
      end();
      return undefined;
    },
  };
}

async function endOf(before: Promise<void> | undefined, ended: Promise<void>): Promise<void> {
  await before;
  await ended;
}
