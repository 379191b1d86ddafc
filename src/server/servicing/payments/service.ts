export { personalData } from './personal-data.ts';
export { paymentCharges } from './charges.ts';
export { closeWithCredit } from './credit/close-with-credit.ts';
export { adoptChargesOf, bookMembershipCharge, membershipPriceOf } from './membership-payments.ts';
export { openPayment, type Price } from './open-payment.ts';
export { isSameAmount } from './price.ts';
export { refundCredit } from './credit/refund-credit.ts';
export { membershipCredit } from './refunds/contradicted.ts';
export { lockWithLoans, resolveRefund } from './refunds/freeze.ts';
export { REFUNDS } from './refunds/rule.ts';
export { resumeRefunds } from './refunds/resume.ts';
export { lockTarget } from './money-in/match.ts';
export { moneyCommands } from './money-commands.ts';
export { moneyRoutes } from './money-in/routes.ts';
export { importCollection, type Imported } from './reports/import-collection.ts';
export { reportPayment } from './reports/report.ts';
export { reportReversal } from './reports/reverse-report.ts';
export {
  closeCovered,
  closeMembershipRequests,
  expiredOn,
  requestByReference,
  stateOn,
  type PaymentRequest,
} from './queries.ts';
export { openRequests, paidRequests } from './shown-requests.ts';
export { creditFacts } from './reports/tell.ts';
export { tellCreditUsed } from './credit/tell-credit.ts';
export { takeNotification } from './wallet.ts';
export { DEBIT_METHOD, reserveForDebits, settleDebits } from './debit-requests.ts';
