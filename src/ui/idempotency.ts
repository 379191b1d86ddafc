/** Keys kept for submissions without an answer; the oldest go first. More than a person can have pending. */
const maxPending = 32;

/** Keys of submissions that have no answer yet. They live in memory only: a submission may hold a card number. */
export interface IdempotencyKeys {
  /** The key of this very submission: the same until {@link settle}. */
  readonly keyFor: (submission: string) => string;
  /** An answer arrived: the same submission made again is a new one. */
  readonly settle: (submission: string) => void;
}

/** The browser keeps a key until it has an answer (docs/product/calls.md#idempotency). */
export function createIdempotencyKeys(newKey: () => string): IdempotencyKeys {
  const pending = new Map<string, string>();
  return {
    keyFor: (submission) => {
      const key = pending.get(submission) ?? newKey();
      pending.delete(submission);
      pending.set(submission, key);
      const oldest = pending.size > maxPending ? pending.keys().next().value : undefined;
      if (oldest !== undefined) pending.delete(oldest);
      return key;
    },
    settle: (submission) => void pending.delete(submission),
  };
}

/** True for a final response; after any other (in flight, too many requests, broken gateway) the key is reused. */
export function isFinalAnswer(status: number, code: string): boolean {
  return status < 500 && status !== 429 && code !== 'key_in_flight';
}
