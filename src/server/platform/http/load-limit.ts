import type { Logger } from '../logger.ts';
import { fail, type Failure } from './result.ts';

/** Time constant of the decaying average, milliseconds. */
const memoryMs = 1_000;

/** For how long a call has a connection to the database, as those of the last moments had. */
class CallCost {
  readonly #lentMs: () => number;
  #calls = 0;
  #sum = 0;
  #lent: number;
  #at = performance.now();

  /** @param lentMs for how long connections have been lent so far, all of them together */
  constructor(lentMs: () => number) {
    this.#lentMs = lentMs;
    this.#lent = lentMs();
  }

  /** A call has ended. */
  count(): void {
    const [now, lent] = [performance.now(), this.#lentMs()];
    const passed = (now - this.#at) / memoryMs;
    const kept = Math.exp(-passed);
    this.#calls = this.#calls * kept + 1;
    // After a long time without calls, the connections lent count as old as that time.
    this.#sum = this.#sum * kept + (lent - this.#lent) * (passed > 0 ? (1 - kept) / passed : 1);
    [this.#at, this.#lent] = [now, lent];
  }

  /** Milliseconds; 0 as long as no call has ended. */
  get ms(): number {
    return this.#calls > 0 ? this.#sum / this.#calls : 0;
  }
}

/** Load a process accepts before it refuses more; see docs/decisions/0043. */
interface LoadLimits {
  /** Calls under way at most. */
  readonly maxCalls: number;
  /** Calls with a photo under way at most, counted apart: a slow sender takes no other call's place. */
  readonly maxUploads: number;
  /**
   * Longest expected wait for the database or the event loop, milliseconds; above it new calls are refused.
   */
  readonly maxWaitMs: number;
  /** Connections to the database: so many calls wait for one to be opened, not for one another. */
  readonly connections: number;
}

/** Waits of the process. */
interface Waits {
  /** The call that has waited longest for a connection to the database, milliseconds. */
  databaseMs(): number;
  /** Number of callers that have a connection or wait for one. */
  callers(): number;
  /** For how long connections have been lent so far, all of them together, milliseconds. */
  lentMs(): number;
  /** The event loop, milliseconds. */
  lagMs(): number;
}

type CallSort = 'calls' | 'uploads';

/** Lets calls in, or refuses them with 503 at once. */
export interface Admission {
  /**
   * Undefined when the call is refused; otherwise a function to call once all of its work is done.
   * @param bytes size of an upload, which is held in memory meanwhile
   */
  enter(sort: CallSort, bytes?: number): (() => void) | undefined;
  /** True when a call that comes now is to be refused, which is counted and logged. */
  isClosed(): boolean;
}

/** The refusal of a call that was not let in. */
export function refusal(): Failure {
  return fail('unavailable', { retryAfterSeconds: retrySeconds });
}

/** A peak is over in moments, so a refused call may come again soon. */
const retrySeconds = 2;
const tellEveryMs = 10_000;
/** Total size of concurrent uploads; each is held twice for a moment. */
const maxUploadBytes = 32 * 1024 * 1024;

/**
 * Refuses new calls while those that were let in wait for too long already: an answer that comes after many seconds
 * is of no use, and the work for it delays other calls. A call that was let in is served.
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
