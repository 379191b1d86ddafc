import { useSyncExternalStore } from 'react';

/** A call that waits until the person has shown that it is still them. */
interface Waiting {
  readonly settle: (isProven: boolean) => void;
}

let waiting: Waiting | undefined;
const listeners = new Set<() => void>();

function set(next: Waiting | undefined): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks the person; calls that ask meanwhile share the answer. @returns false when they let it be */
export function askForProof(): Promise<boolean> {
  return new Promise((resolve) => {
    const earlier = waiting;
    set({
      settle: (isProven) => {
        earlier?.settle(isProven);
        resolve(isProven);
      },
    });
  });
}

/** Calls waiting for the re-authentication. */
export function useWaitingProof(): Waiting | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => waiting,
  );
}

export function settleProof(isProven: boolean): void {
  const asked = waiting;
  set(undefined);
  asked?.settle(isProven);
}
