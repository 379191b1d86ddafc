import type { LoanFollowers } from './dependencies.ts';
import { moveCredit, undoPayments } from './loans/books/service.ts';
import { contradictOwnWord } from './loans/manual-resolutions/service.ts';
import { lockedLoan, PAYOUTS } from './loans/service.ts';
import { revokeCertificates } from './servicing/certificates/service.ts';
import {
  changePlanOfReopened,
  followPaid,
  followUnpaid,
  startMembership,
  undoMembershipOf,
} from './servicing/memberships/service.ts';
import { closeCovered, REFUNDS, resumeRefunds, notifyCreditUsed } from './servicing/payments/service.ts';
import { checkReopened, scheduleRewards } from './servicing/referrals/service.ts';
import { followWithdrawn } from './servicing/withdrawals/service.ts';

export const followers: LoanFollowers = {
  async paidOut(tx, deps, { loanId, customerId }) {
    await scheduleRewards(tx, deps.jobs, { loanId, customerId });
    await startMembership(tx, deps, loanId);
    await moveCredit(tx, deps, customerId);
  },
  async neverPaidOut(tx, deps, { loanId }) {
    await undoMembershipOf(tx, deps, loanId);
    await undoPayments(tx, deps, await lockedLoan(tx, loanId));
  },
  async moved(tx, deps, loan, event) {
    await followWithdrawn(tx, deps, loan, event);
    if (event !== 'reopen') return;
    await revokeCertificates(tx, { ...loan, at: deps.clock.now() });
    if (loan.state === 'canceled') await checkReopened(tx, deps, loan);
    await scheduleRewards(tx, deps.jobs, { loanId: loan.id, customerId: loan.customerId });
    if (loan.state === 'finished') await changePlanOfReopened(tx, deps, loan.id);
  },
  covered: (tx, deps, { id }, settled) => closeCovered(tx, id, settled, deps.clock.now()),
  creditUsed: notifyCreditUsed,
  membershipPaid: (tx, deps, { id }, price, isMeant) => followPaid(tx, deps, id, price, isMeant),
  membershipUnpaid: (tx, deps, { id }, price) => followUnpaid(tx, deps, id, price),
  async contradicted(tx, deps, order) {
    await contradictOwnWord(tx, deps, PAYOUTS, order);
    await contradictOwnWord(tx, deps, REFUNDS, order);
  },
  answered: (tx, { jobs }, references) => resumeRefunds(tx, jobs, references),
};
