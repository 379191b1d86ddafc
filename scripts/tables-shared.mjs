/**
 * Tables that more than one feature still writes, all of whose writers are named. The list only shrinks:
 * scripts/check-tables.mjs refuses a writer that is not here, and one that is here and writes no more.
 */
export const SHARED = {};

/** Files that write a table whose name they are given, and why. */
export const UNNAMED = {
  'src/server/loans/outgoing-orders/service.ts': 'payouts and refunds are sent alike',
  'src/server/loans/outgoing-orders/responses.ts': 'answers about payouts and about refunds are kept alike',
  'src/server/loans/manual-resolutions/service.ts': 'payouts and refunds are settled alike',
  'src/server/origination/versioned-lists/rows.ts': 'the kind of list declares its tables',
  'src/server/platform/work/claims.ts': 'the owner of a table declares which rows are claimed',
  'src/server/platform/work/row-queue.ts': 'the owner of a table declares its queue',
  'src/server/platform/swept-rows.ts': 'the owner of a table declares which rows are swept',
  'src/server/platform/encrypted-rows.ts': 'the owner of a table declares which column is encrypted',
};
