export { personalData } from './personal-data.ts';
export { withdrawBeforePayOut } from './withdraw.ts';
export { confirmLoan } from './confirm.ts';
export type { Confirmation, ConfirmationBody } from './confirmation.ts';
export {
  conditionsOf,
  paymentsOf,
  type InstalmentColumns,
  type PaymentColumns,
  type StoredTerms,
} from './conditions.ts';
export { guardDocument, type DocumentCall } from './document-guard.ts';
export { maskName } from './masks.ts';
export { loansByPayoutReference, resumeByReference } from './paid-by-reference.ts';
export { isOwners, pdfAddress } from './coupon-address.ts';
export { openPaymentAnswers, openPaymentsOn, paymentUrl } from './open-payments.ts';
export { openReturnOf, returnAnswer, rightToWithdraw } from './return.ts';
export {
  accountStatusOf,
  loanByPublicId,
  loansById,
  loansOfDocument,
  lockLoans,
  markDocketWritten,
  type LoanRow,
} from './queries.ts';
export { dueTodayOf, instalmentId } from './instalment-answers.ts';
export { standingOf } from './view.ts';
export { cancelUncheckedLoan, takeStep, takeStepWithin, type StepDependencies } from './disbursement.ts';
