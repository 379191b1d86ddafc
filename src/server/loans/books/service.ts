export { personalData } from './personal-data.ts';
export { auditBooks, compareBooks, type BooksComparison, type Contradiction } from './audit.ts';
export { booksOf } from './books.ts';
export type { LoanBooks } from './loan-books.ts';
export { applyWithdrawal, undoPayments } from './apply.ts';
export { changePlan } from './change-plan.ts';
export { correctBooks, differences, type Difference } from './correct.ts';
export {
  bookPayments,
  PaymentRefused,
  readForPayments,
  receivePayment,
  receivePayments,
  type IncomingPayment,
  type ReadForPayments,
} from './receive.ts';
export { paymentUse, type PaymentUse } from './payment-use.ts';
export { adoptPricePaid, payPriceFromCredit, unpayPrice } from './membership-price.ts';
export { reversePayment } from './reverse.ts';
export type { ReversalReason } from './replaced.ts';
export { takeBack } from './take-back.ts';
export { moveCredit, moveCredits } from './move-credit.ts';
export { bookDueCredits, settleDueCredit, settleDueCreditOf } from './settle-due-credit.ts';
export { writtenBooks, writtenOf, type Written } from './written.ts';
export { waivable, waiveDebt, type NewWaiver } from './waive.ts';
