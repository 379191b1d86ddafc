import type { REFUND_STATES } from '../../../../contract/staff/credits.ts';

/** The queue of the rows that are on their way. */
export const REFUND_QUEUE = 'credit-refund';

export type RefundState = (typeof REFUND_STATES)[number];

export function isUnderWay(state: string): boolean {
  return state === 'planned' || state === 'sent' || state === 'unknown';
}
