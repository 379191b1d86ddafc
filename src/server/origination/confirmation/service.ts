export { confirmLoan } from './confirm.ts';
