import { changePaperRows } from './loans/actions/paper-rows.ts';
import { changePaperWork } from './loans/actions/write-paper.ts';
import { docketWork } from './origination/agreements/jobs.ts';
import { docketRows } from './origination/agreements/service.ts';
import { debitDays } from './servicing/debits/jobs.ts';
import { chargeRows, chargeWork } from './charges/jobs.ts';
import type { Dependencies } from './dependencies.ts';
import { documentJobs } from './customers/documents/jobs.ts';
import { payoutRows } from './loans/payout-record.ts';
import { bookDueCredits, bookDueTaxes, moveCredits } from './loans/books/service.ts';
import { resolutionWork, RULINGS } from './loans/manual-resolutions/service.ts';
import { cancelUndelivered, PAYOUTS } from './loans/service.ts';
import { payoutWork } from './loans/payout.ts';
import { chargeMemberships, membershipCharges } from './servicing/memberships/charge.ts';
import { messageRows, messageWork } from './messages/jobs.ts';
import { webhookRows, webhookWork } from './partners/webhooks/jobs.ts';
import { dailyKind, type DailyJob } from './platform/work/daily.ts';
import type { RowWork } from './platform/work/dispatcher.ts';
import type { JobKind } from './platform/work/jobs.ts';
import type { RowQueue } from './platform/work/row-queue.ts';
import { figureDays } from './operations/figures/figures.ts';
import { collectionDays } from './operations/collections/figures.ts';
import { snapshotDays } from './operations/portfolio/snapshot.ts';
import { closeJobs } from './operations/closes/freeze.ts';
import { checkDays } from './operations/running/checks.ts';
import { exceptionDays } from './operations/exceptions/days.ts';
import { holdDays } from './operations/holds/days.ts';
import { debtorDays, debtorsOf } from './operations/debtors/compare.ts';
import { screeningDays } from './operations/screening/days.ts';
import { monthDays } from './operations/table-months.ts';
import { identityJobs } from './operations/identity/jobs.ts';
import { reconciliationDays } from './operations/reconciliation/service.ts';
import { claimJobs } from './origination/claims/jobs.ts';
import { offerJobs } from './origination/offers/jobs.ts';
import {
  paymentJobs,
  refundRows,
  refundWork,
  walletCheckRows,
  walletCheckWork,
} from './servicing/payments/jobs.ts';
import { profileJobs } from './customers/profile/jobs.ts';
import { ticketJobs } from './support/tickets/service.ts';
import { invoiceDays, invoiceRows, invoiceWork } from './servicing/invoices/service.ts';
import { referralJobs } from './servicing/referrals/jobs.ts';
import { accrueRewards } from './servicing/referrals/service.ts';
import { reminderDays } from './servicing/reminders/jobs.ts';
import { sessionJobs } from './customers/sessions/jobs.ts';
import { withdrawalJobs } from './servicing/withdrawals/jobs.ts';
import { lapseReturns, unconfirmedDay, undoMemberships } from './servicing/withdrawals/service.ts';
import type { ChargePurposes } from './charges/service.ts';
import { registrationCharges } from './customers/profile/service.ts';
import { debitCharges } from './servicing/debits/service.ts';
import { paymentCharges, REFUNDS } from './servicing/payments/service.ts';

/** Features that charge cards, by purpose. */
export const chargePurposes: ChargePurposes = {
  payment: paymentCharges,
  instalment: debitCharges,
  membership: membershipCharges,
  registration: registrationCharges,
};

/** Row queues: tables with the due time of their own work. */
export const rowQueues: readonly RowQueue[] = [
  messageRows,
  payoutRows,
  RULINGS['pay-out'],
  docketRows,
  changePaperRows,
  walletCheckRows,
  chargeRows,
  refundRows,
  RULINGS.refund,
  webhookRows,
  invoiceRows,
];

export function rowWork(deps: Dependencies): RowWork[] {
  const isPaused = async () => deps.config.SANDBOX && (await modeInSandbox(deps)) === 'manual';
  return [
    messageWork(deps),
    payoutWork(deps, isPaused),
    resolutionWork(deps, PAYOUTS, isPaused),
    docketWork(deps),
    changePaperWork(deps),
    walletCheckWork(deps),
    chargeWork(deps, chargePurposes),
    refundWork(deps),
    resolutionWork(deps, REFUNDS, isPaused),
    webhookWork(deps),
    invoiceWork(deps),
  ];
}

/** Imported only with the sandbox on. */
async function modeInSandbox({ db }: Dependencies): Promise<string> {
  const { payoutMode } = await import('./integrations/payouts/sandbox.ts');
  return payoutMode(db);
}

/** Every kind of queued job. All processes declare them; the worker runs them. */
export function jobKinds(deps: Dependencies, daily = dailyJobs(deps)): JobKind<never>[] {
  return [
    ...paymentJobs(deps),
    ...referralJobs(deps),
    ...withdrawalJobs(deps),
    ...profileJobs(deps),
    ...ticketJobs(deps),
    ...documentJobs(deps),
    ...identityJobs(deps),
    ...sessionJobs(deps),
    ...claimJobs(deps),
    ...offerJobs(deps),
    ...closeJobs(deps, (country) => debtorsOf(deps, country)),
    dailyKind(deps, daily),
  ];
}

/** Daily jobs, in the order of checking. */
export function dailyJobs(deps: Dependencies): DailyJob[] {
  return [
    // First, because money that ended holds kept back belongs to the same day.
    ...holdDays(deps),
    ...screeningDays(deps),
    { name: 'undelivered', run: (day) => cancelUndelivered(deps, day) },
    { name: 'credits', run: (day) => bookDueCredits(deps, day) },
    { name: 'tax-points', run: (day) => bookDueTaxes(deps, day) },
    { name: 'credit-moves', run: (day) => moveCredits(deps, day) },
    ...exceptionDays(deps),
    ...debitDays(deps),
    ...reminderDays(deps),
    unconfirmedDay(deps),
    {
      name: 'withdrawal-returns',
      run: async (day) => ({ ...(await lapseReturns(deps, day)), ...(await undoMemberships(deps, day)) }),
    },
    { name: 'referral-rewards', after: 'withdrawal-returns', run: (day) => accrueRewards(deps, day) },
    { name: 'membership-charges', run: (day) => chargeMemberships(deps, day) },
    ...invoiceDays(deps),
    ...reconciliationDays(deps),
    ...checkDays(deps),
    ...monthDays(deps),
    ...snapshotDays(deps),
    ...collectionDays(deps),
    ...figureDays(deps),
    ...debtorDays(deps),
  ];
}
