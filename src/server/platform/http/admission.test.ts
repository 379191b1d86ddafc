import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAdmission, type Admission } from './load-limit.ts';

const limits = { maxCalls: 200, maxUploads: 20, maxWaitMs: 200, connections: 10 };

let waits: { database: number; callers: number; lent: number; lag: number };
let admission: Admission;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  waits = { database: 0, callers: 0, lent: 0, lag: 0 };
  admission = createAdmission(
    limits,
    {
      databaseMs: () => waits.database,
      callers: () => waits.callers,
      lentMs: () => waits.lent,
      lagMs: () => waits.lag,
    },
    pino({ level: 'silent' }),
  );
});
afterEach(() => void vi.useRealTimers());

/** Calls that had a connection for so long each, one after the other. */
function haveEnded(calls: number, lentMs: number, everyMs = 1): void {
  for (let count = 0; count < calls; count += 1) {
    const leave = admission.enter('calls');
    vi.advanceTimersByTime(everyMs);
    waits.lent += lentMs;
    leave?.();
  }
}

function haveEntered(calls: number): void {
  for (let count = 0; count < calls; count += 1) expect(admission.enter('calls')).toBeDefined();
}

describe('calls are refused while those under way would have to wait for too long', () => {
  test('each as long as calls last had a connection, as many at a time as there are connections', () => {
    haveEnded(50, 40);
    haveEntered(60);
    waits.callers = 50;
    expect(admission.isClosed()).toBe(false);
    // 60 calls of 40 ms on 10 connections: 240 ms.
    waits.callers = 60;
    expect(admission.isClosed()).toBe(true);
    expect(admission.enter('calls')).toBeUndefined();
  });

  test('not for calls that wait for a provider: they need no connection meanwhile', () => {
    haveEnded(50, 40);
    haveEntered(150);
    waits.callers = 3;
    expect(admission.isClosed()).toBe(false);
  });

  test('not while there is a connection for each', () => {
    haveEnded(50, 5_000);
    haveEntered(9);
    waits.callers = 9;
    expect(admission.isClosed()).toBe(false);
  });

  test('what was lent to others through a night without calls does not count as that of the first call', () => {
    haveEnded(1, 5);
    vi.advanceTimersByTime(8 * 3_600_000);
    waits.lent += 300_000;
    haveEnded(1, 5);
    haveEntered(40);
    waits.callers = 40;
    expect(admission.isClosed()).toBe(false);
  });
});

test('calls are refused while one waits for a connection, or the event loop is late', () => {
  haveEntered(20);
  waits.database = 201;
  expect(admission.isClosed()).toBe(true);
  waits.database = 0;
  expect(admission.isClosed()).toBe(false);
  waits.lag = 201;
  expect(admission.isClosed()).toBe(true);
});
