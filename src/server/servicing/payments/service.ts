export { personalData } from './personal-data.ts';
export { paymentCharges } from './charges.ts';
export { rejectInSandbox, reverseInSandbox, settleInSandbox } from './sandbox-reports.ts';
export { closeWithCredit } from './close-with-credit.ts';
export { openPayment, type OpenedPayment, type Price } from './open-payment.ts';
export { isSameAmount } from './price.ts';
export { refundCredit } from './refund-credit.ts';
export { importCollection, type Imported } from './import-collection.ts';
export type { PaymentReport } from './book-report.ts';
export { reportPayment } from './report.ts';
export { reportReversal, type ReversalReport } from './reverse-report.ts';
export {
  closeCovered,
  expiredOn,
  openRequests,
  paidRequests,
  requestByReference,
  stateOn,
  type PaymentRequest,
} from './queries.ts';
export { creditFacts } from './tell.ts';
export { tellCreditUsed } from './tell-credit.ts';
export { takeNotification } from './wallet.ts';
export {
  DEBIT_METHOD,
  reserveForDebits,
  settleDebits,
  type DebitOutcome,
  type DebitRequest,
} from './debit-requests.ts';
