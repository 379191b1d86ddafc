import type { Logger } from '../logger.ts';
import { fail, type Failure } from './result.ts';

/** Time constant of the decaying average, milliseconds. */
const memoryMs = 1_000;

/** Average time that a call holds database connections, over the last moments. */
class CallCost {
  readonly #lentMs: () => number;
  #calls = 0;
  #sum = 0;
  #lent: number;
  #at = performance.now();

  /** @param lentMs total time that connections have been checked out so far */
  constructor(lentMs: () => number) {
    this.#lentMs = lentMs;
    this.#lent = lentMs();
  }

  count(): void {
    const [now, lent] = [performance.now(), this.#lentMs()];
    const passed = (now - this.#at) / memoryMs;
    const kept = Math.exp(-passed);
    this.#calls = this.#calls * kept + 1;
    // After a long time without calls, the checked-out time is spread over that period.
    this.#sum = this.#sum * kept + (lent - this.#lent) * (passed > 0 ? (1 - kept) / passed : 1);
    [this.#at, this.#lent] = [now, lent];
  }

  /** Milliseconds; 0 until a call has ended. */
  get ms(): number {
    return this.#calls > 0 ? this.#sum / this.#calls : 0;
  }
}

/** Load that a process accepts before it refuses calls; see docs/decisions/0043. */
interface LoadLimits {
  readonly maxCalls: number;
  /**
   * Largest number of concurrent photo uploads, counted separately, so that slow senders do not block other
   * calls.
   */
  readonly maxUploads: number;
  /**
   * Longest expected wait for the database or the event loop, milliseconds; beyond it new calls are refused.
   */
  readonly maxWaitMs: number;
  /**
   * Size of the connection pool: up to this many callers only wait for a connection to be opened, not for
   * each other.
   */
  readonly connections: number;
}

interface Waits {
  /** Longest current wait for a database connection, milliseconds. */
  databaseMs(): number;
  /** Number of callers that hold a connection or wait for one. */
  callers(): number;
  /** Total time that connections have been checked out so far, milliseconds. */
  lentMs(): number;
  /** Delay of the event loop, milliseconds. */
  lagMs(): number;
}

type CallSort = 'calls' | 'uploads';

/** Admits calls, or refuses them with 503 at once. */
export interface Admission {
  /**
   * Returns undefined if the call is refused; otherwise a function to call once all of its work is done.
   * @param bytes size of an upload, which is held in memory meanwhile
   */
  enter(sort: CallSort, bytes?: number): (() => void) | undefined;
  /** True if a new call is refused; refusals are counted and logged. */
  isClosed(): boolean;
}

export function refusal(): Failure {
  return fail('unavailable', { retryAfterSeconds: retrySeconds });
}

/** Peaks are short, so a refused call may retry soon. */
const retrySeconds = 2;
const tellEveryMs = 10_000;
/** Total size of concurrent uploads, bytes; each is briefly held twice. */
const maxUploadBytes = 32 * 1024 * 1024;

/**
 * Refuses new calls while admitted ones wait too long: a response after many seconds is of no use, and
 * producing it delays other calls. Admitted calls are always served.
 */
export function createAdmission(
  { maxCalls, maxUploads, maxWaitMs, connections }: LoadLimits,
  waits: Waits,
  log: Logger,
  onRefused?: () => void,
): Admission {
  const most = { calls: maxCalls, uploads: maxUploads };
  const underWay = { calls: 0, uploads: 0, uploadBytes: 0 };
  let refused = 0;
  let toldAt = -Infinity;
  const tell = () => {
    refused += 1;
    onRefused?.();
    const now = performance.now();
    if (now - toldAt < tellEveryMs) return;
    log.warn(
      {
        refused,
        ...underWay,
        databaseMs: waits.databaseMs(),
        expectedMs: expectedMs(),
        lagMs: waits.lagMs(),
      },
      'calls are refused',
    );
    toldAt = now;
    refused = 0;
  };
  const cost = new CallCost(() => waits.lentMs());
  /** Expected total wait of a new call for connections, milliseconds. */
  const expectedMs = () => (waits.callers() * cost.ms) / connections;
  const isDatabaseLate = () =>
    underWay.calls + underWay.uploads >= connections &&
    (waits.databaseMs() > maxWaitMs || expectedMs() > maxWaitMs);
  const isFull = (sort: CallSort) =>
    underWay[sort] >= most[sort] || isDatabaseLate() || waits.lagMs() > maxWaitMs;
  return {
    enter(sort, bytes = 0) {
      if (isFull(sort) || (bytes > 0 && underWay.uploadBytes + bytes > maxUploadBytes)) {
        tell();
        return undefined;
      }
      underWay[sort] += 1;
      underWay.uploadBytes += bytes;
      return () => {
        underWay[sort] -= 1;
        underWay.uploadBytes -= bytes;
        cost.count();
      };
    },
    isClosed() {
      if (!isFull('calls')) return false;
      tell();
      return true;
    },
  };
}
