export { checkLedger, ledgerBalances } from './check.ts';
