/** Business clock, the only source of time for business code. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Clock with an offset in milliseconds from system time, moved by the sandbox and tests. */
export interface MovableClock extends Clock {
  readonly offsetMs: number;
  setOffset(offsetMs: number): void;
}

export function movableClock(offsetMs = 0): MovableClock {
  let current = offsetMs;
  return {
    now: () => new Date(Date.now() + current),
    get offsetMs() {
      return current;
    },
    setOffset(next) {
      current = next;
    },
  };
}

/** Adds a whole number of units to an instant. A day is 24 hours. */
export function after(instant: Date, amount: number, unit: keyof typeof unitMs): Date {
  return new Date(instant.getTime() + amount * unitMs[unit]);
}

const unitMs = { ms: 1, seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
