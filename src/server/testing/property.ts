/**
 * For tests of random orders of events: what fails in one order is a fault, and another look with other numbers would
 * hide it. The failure prints the seed that plays it again.
 */
export const randomOrders = { retry: 0, timeout: 5 * 60_000 } as const;
