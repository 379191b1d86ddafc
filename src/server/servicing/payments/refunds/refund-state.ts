/** The queue of the rows that are on their way. */
export const REFUND_QUEUE = 'credit-refund';
