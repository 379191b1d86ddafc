/** Who 'reports' a payment below zero that gives money in favour back. */
export const CREDIT_REFUND = 'credit-refund';
