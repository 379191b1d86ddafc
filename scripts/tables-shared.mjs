/**
 * Tables that more than one feature still writes, all of whose writers are named. The list only shrinks:
 * scripts/check-tables.mjs refuses a writer that is not here, and one that is here and writes no more.
 */
export const SHARED = {
  // Payments follow up on what they have paid: the loan's state, a withdrawal.
  loan: ['loans', 'servicing/payments'],
  withdrawal: ['servicing/payments', 'servicing/withdrawals'],
};

/** Files that write a table whose name they are given, and why. */
export const UNNAMED = {
  'src/server/platform/row-queue.ts': 'the owner of a table declares its queue',
  'src/server/platform/swept-rows.ts': 'the owner of a table declares which rows are swept',
};
