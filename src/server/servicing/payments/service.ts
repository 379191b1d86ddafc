import type { Dependencies } from '../../dependencies.ts';
import type { StaffCommand } from '../../staff/actions/service.ts';
import { waitingCommands } from './money-in/commands.ts';
import { paymentCommands } from './money-in/payment-commands.ts';
import { refundCommands } from './refunds/commands.ts';
import { refundResolutionCommands } from './refunds/rule.ts';
import { fileCommands } from './settlement-files/commands.ts';

export { personalData } from './personal-data.ts';
export { paymentCharges } from './charges.ts';
export { closeWithCredit } from './credit/close-with-credit.ts';
export { adoptChargesOf, bookMembershipCharge, membershipPriceOf } from './membership-payments.ts';
export { methodAnswers } from './methods.ts';
export { targetsOf } from './money-in/targets.ts';
export { openPayment, type Price } from './open-payment.ts';
export { isSameAmount } from './price.ts';
export { refundCredit } from './credit/refund-credit.ts';
export { membershipCredit } from './refunds/contradicted.ts';
export { lockWithLoans, resolveRefund } from './refunds/freeze.ts';
export { REFUNDS } from './refunds/send.ts';
export { resumeRefunds } from './refunds/begin.ts';
export { lockTarget } from './money-in/match.ts';
export { moneyRoutes } from './money-in/routes.ts';
export { moneyWork } from './money-in/waiting.ts';
export { importCollection, type Imported } from './reports/import-collection.ts';
export { startSettlementChannel } from './settlement-files/channel.ts';
export { reportPayment } from './reports/report.ts';
export { reportReversal } from './reports/reverse-report.ts';
export { closeCovered, closeMembershipRequests, closeOfFormerPlan } from './end-requests.ts';
export { expiredOn, requestByReference, stateOn, type PaymentRequest } from './queries.ts';
export { openRequests, paidRequests } from './shown-requests.ts';
export { creditFacts } from './reports/notify.ts';
export { notifyCreditUsed } from './credit/notify-credit.ts';
export { takeNotification } from './wallet.ts';
export { DEBIT_METHOD, reserveForDebits, settleDebits } from './debit-requests.ts';

/** Staff commands for incoming money (docs/console.md#dinero-que-entra). */
export function moneyCommands(deps: Dependencies): StaffCommand[] {
  return [
    ...waitingCommands(deps),
    ...paymentCommands(deps),
    ...refundCommands(deps),
    ...refundResolutionCommands(deps),
    ...fileCommands(deps),
  ];
}
