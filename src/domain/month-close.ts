import type { Account } from './ledger.ts';

/**
 * Lines of the close that the ledger does not keep, because it books interest when it is paid
 * (docs/product/books.md).
 */
export const CLOSE_LINES = [
  'accrued-interest',
  'accrued-default-interest',
  'accrued-fees',
  'accrued-interest-income',
  'accrued-default-interest-income',
  'accrued-fees-income',
  'provision',
  'provision-expense',
] as const;
export type CloseLine = (typeof CLOSE_LINES)[number];

/** Accounts of the lender's chart: the ledger's and the close's own. */
export type CloseAccount = Account | CloseLine;
