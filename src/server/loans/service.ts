import { localDate } from '../../countries/local-time.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import { negativeInformation, type NegativeInformation } from '../../domain/negative-information.ts';
import { loanStanding } from '../../domain/standing/standing.ts';
import type { Loan } from './loan.ts';

export { personalData } from './personal-data.ts';
export { defaultMonths, lawfulAnnualRate } from './default-interest/service.ts';
export { defaultInterestOf, ratesOf, unnestedRows } from './conditions.ts';
export { basicPlanOf, notePlanChange, type BasicPlan, type StoredBasicPlan } from './basic-plan.ts';
export { storeLoan, type Delivery } from './store-loan.ts';
export {
  cameToNothing,
  CREDIT_REFUND,
  CREDIT_TRANSFER,
  DISCOUNT_SOURCE,
  lockedLoan,
  lockedLoans,
  lockLoans,
  loansAfter,
  loansById,
  markDocketWritten,
  moveLoan,
  noteCredit,
  noteTax,
  withNewPayments,
  withPayments,
  type CountedPayment,
  type Loan,
  type Loans,
} from './loan.ts';
export { loansKnownAt } from './known-at.ts';
export { balanceOf } from './account-status.ts';
export { loanFigures } from './figures.ts';
export { loanAsAgreed, loanByPublicId, loanInDetail, loansOfCustomer, type LoanDetails } from './details.ts';
export { accountOf } from './account.ts';
export { actionsOf, areReplaced, type ActionBody, type StoredAction } from './stored-actions.ts';
export {
  everyInstalment,
  laterDays,
  loansOfDocument,
  owesByPlan,
  payableUntil,
  payableUntilOfMany,
} from './queries.ts';
export { guardDocument, isOwnDocument } from './document-guard/service.ts';
export { loansByPayoutReference, resumeByReference } from './paid-by-reference.ts';
export { isOwners, pdfAddress } from './links.ts';
export {
  everyOpenPayment,
  loanSeenBy,
  openPaymentAnswers,
  openPaymentsOn,
  paymentUrl,
} from './open-payments.ts';
export {
  creditMovedTo,
  isDiscount,
  notReturned,
  openReturnOf,
  returnAnswer,
  rightToWithdraw,
  withdrawalEnds,
} from './return.ts';
export { pricedStanding } from './held-prices.ts';
export { dueTodayOf, instalmentId } from './instalment-answers.ts';
export {
  cancelForIdentity,
  holdForIdentity,
  lockHeldPayout,
  releaseReviewedPayout,
  notifyPhotosAsked,
  withdrawBeforePayout,
} from './before-payout.ts';
export { arrivalAnswer, loanAnswer, maskName, standingOf, type LoanAnswer } from './view.ts';
export { cancelUncheckedLoan, PAYOUTS, takeStep, takeStepWithin } from './payout.ts';
export { sentOn } from './payout-checks/service.ts';
export { recordCanceled, recordNeverPaid, recordPaidOut } from './payout-outcome.ts';
export {
  approveAboveCap,
  heldForPaid,
  holdPayout,
  holdPlannedOf,
  lockOrdersOf,
  releaseHeldPayout,
  resumeHeld,
  resumeWaiting,
} from './payout-holds.ts';
export { cancelUndelivered } from './late-delivery.ts';
export { lockDelivery, lockPayout, type LockedPayout } from './payout-record.ts';

/** Days on which a loan's arrears may be reported to others; undefined for a loan without any. */
export function negativeInformationOf(
  { country, state, conditions, payments }: Loan,
  now: Date,
): NegativeInformation | undefined {
  if (state !== 'approved' && state !== 'finished') return undefined;
  const today = localDate(now, country);
  const standing = loanStanding(conditions, payments, today);
  return negativeInformation(standing, SERVER_ENTRIES[country].negativeInformation.terms, today);
}
