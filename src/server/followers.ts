import type { LoanFollowers } from './dependencies.ts';
import { moveCredit } from './loans/books/service.ts';
import { revokeCertificates } from './servicing/certificates/service.ts';
import { followPaid, followUnpaid, startMembership } from './servicing/memberships/service.ts';
import { closeCovered, resumeRefunds, tellCreditUsed } from './servicing/payments/service.ts';
import { checkReopened, scheduleRewards } from './servicing/referrals/service.ts';
import { followWithdrawn } from './servicing/withdrawals/service.ts';

/** What follows from what happens to a loan. */
export const followers: LoanFollowers = {
  async paidOut(tx, deps, { loanId, customerId }) {
    await scheduleRewards(tx, deps.jobs, { loanId, customerId });
    await startMembership(tx, deps, loanId);
    await moveCredit(tx, deps, customerId);
  },
  async moved(tx, deps, loan, event) {
    await followWithdrawn(tx, deps, loan, event);
    if (event !== 'reopen') return;
    await revokeCertificates(tx, { ...loan, at: deps.clock.now() });
    if (loan.state === 'canceled') await checkReopened(tx, deps, loan);
    await scheduleRewards(tx, deps.jobs, { loanId: loan.id, customerId: loan.customerId });
  },
  covered: (tx, deps, { id }, { settled }) => closeCovered(tx, id, settled, deps.clock.now()),
  creditUsed: tellCreditUsed,
  membershipPaid: (tx, deps, { id }, price, isMeant) => followPaid(tx, deps, id, price, isMeant),
  membershipUnpaid: (tx, deps, { id }, price) => followUnpaid(tx, deps, id, price),
  answered: (tx, { jobs }, references) => resumeRefunds(tx, jobs, references),
};
