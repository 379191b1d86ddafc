/**
 * Tables that more than one feature still writes, all of whose writers are named. The list only shrinks:
 * scripts/check-tables.mjs refuses a writer that is not here, and one that is here and writes no more.
 */
export const SHARED = {
  // The person: signed up, confirmed by document and phone, blocked and erased in seven places.
  customer: ['accounts', 'demo', 'documents', 'drafts', 'own-data', 'profile', 'sessions'],
  address: ['demo', 'own-data', 'profile'],
  bank_account: ['demo', 'own-data', 'profile'],
  // Payments follow up on what they have paid: the loan's state, a withdrawal.
  loan: ['contracts', 'loans', 'payments'],
  withdrawal: ['own-data', 'payments', 'withdrawals'],
  // Erasure writes the tables of others instead of asking them.
  card: ['own-data', 'profile'],
  disbursement: ['loans', 'own-data'],
  lead: ['leads', 'own-data'],
  lead_feedback: ['leads', 'own-data'],
  message: ['messages', 'own-data'],
  // The port that records orders is an adapter; the files of orders are a feature.
  payout_order: ['integrations', 'own-data', 'payouts'],
  // What the sandbox's pages set and its stand-ins obey.
  sandbox: ['demo', 'integrations', 'sandbox'],
};

/** Files that write a table whose name they are given, and why. */
export const UNNAMED = {
  'src/server/platform/row-queue.ts': 'the owner of a table declares its queue',
  'src/server/operations/housekeeping.ts': 'a list of tables that are emptied in time',
  'src/server/own-data/anonymise.ts': 'a list of tables that are emptied for a person',
};
