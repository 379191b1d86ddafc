/** The queue of the rows that are on their way. */
export const REFUND_QUEUE = 'credit-refund';

export function isUnderWay(state: string): boolean {
  return state === 'planned' || state === 'sent' || state === 'unknown';
}
