import { afterEach, beforeEach } from 'vitest';
import { done } from './journey.ts';

const payout = (mode: 'auto' | 'manual') => done('POST /sandbox/disbursement', { body: { mode } });

/**
 * In the tests of this file or group what is confirmed waits, and goes on by `advance` alone. Set before each test:
 * one that was given up may set it back late. Each worker has a product of its own, so no other file is disturbed.
 */
export function payoutByHand(): void {
  beforeEach(() => payout('manual'));
  afterEach(() => payout('auto'));
}

/** One step of a payout that waits: the check, then the word of the rail. */
export const advance = (loanId: string, outcome: 'ok' | 'failed'): Promise<void> =>
  done(`POST /sandbox/loans/${loanId}/advance`, { body: { outcome } });
