/** Sources of payments that no network reports: no money comes in for them. */

/** A discount of the referral programme. */
export const DISCOUNT_SOURCE = 'referral-discount';

/** Money in favour that goes from one loan of a customer to another: a payment of each. */
export const CREDIT_TRANSFER = 'credit-transfer';

/** Money in favour that is given back: a payment below zero. */
export const CREDIT_REFUND = 'credit-refund';
