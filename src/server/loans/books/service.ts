export { personalData } from './personal-data.ts';
export { auditBooks, compareBooks, type BooksComparison, type Contradiction } from './audit.ts';
export { booksOf, capitalOn, recoveryOn } from './books.ts';
export type { LoanBooks } from './loan-books.ts';
export { applyChanges, applyWithdrawal, bookWriteOff, changePlan, undoPayments } from './apply.ts';
export { correctBooks, differences, type Difference } from './correct.ts';
export {
  bookPayments,
  PaymentRefused,
  paymentUse,
  readForPayments,
  receivePayment,
  receivePayments,
  type IncomingPayment,
  type PaymentUse,
  type ReadForPayments,
} from './receive.ts';
export { adoptPricePaid, payPriceFromCredit, unpayPrice } from './membership-price.ts';
export type { ReversalReason } from './replaced.ts';
export { reversePayment, takeBack } from './take-back.ts';
export { moveCredit, moveCredits } from './move-credit.ts';
export { bookDueCredits, settleDueCredit, settleDueCreditOf } from './settle-due-credit.ts';
export { bookDueTaxes, bookDueTaxesOf } from './due-tax.ts';
export { writtenBooks, writtenOf, type Written } from './written.ts';
