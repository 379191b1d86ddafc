import { afterEach, beforeEach } from 'vitest';
import { done } from './journey.ts';

const payout = (mode: 'auto' | 'manual') => done('POST /sandbox/disbursement', { body: { mode } });

/**
 * Payouts in this file or group wait, and continue by `advance` only. Set before each test, because a timed-out test
 * may reset it late. Each worker has its own product, so no other file is affected.
 */
export function payoutByHand(): void {
  beforeEach(() => payout('manual'));
  afterEach(() => payout('auto'));
}

/** One step of a waiting payout: first the check, then the rail's result. */
export const advance = (loanId: string, outcome: 'ok' | 'failed'): Promise<void> =>
  done(`POST /sandbox/loans/${loanId}/advance`, { body: { outcome } });
