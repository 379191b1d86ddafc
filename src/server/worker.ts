import { contractJobs } from './contracts/jobs.ts';
import { debitDays, debitJobs } from './debits/jobs.ts';
import type { Dependencies } from './dependencies.ts';
import { documentJobs } from './documents/jobs.ts';
import { disbursementJobs } from './loans/jobs.ts';
import { chargeMemberships } from './memberships/charge.ts';
import { messageJobs } from './messages/jobs.ts';
import { dailyKind, type DailyJob } from './platform/daily.ts';
import type { JobKind } from './platform/jobs.ts';
import { offerJobs } from './offers/jobs.ts';
import { paymentJobs } from './payments/jobs.ts';
import { lapseReturns } from './payments/service.ts';
import { profileJobs } from './profile/jobs.ts';
import { referralJobs } from './referrals/jobs.ts';
import { reminderDays } from './reminders/jobs.ts';
import { sessionJobs } from './sessions/jobs.ts';
import { withdrawalJobs } from './withdrawals/jobs.ts';

/** Every kind of job; all processes declare them, the worker runs them. */
export function jobKinds(deps: Dependencies): JobKind<never>[] {
  return [
    ...messageJobs(deps),
    ...disbursementJobs(deps),
    ...paymentJobs(deps),
    ...referralJobs(deps),
    ...contractJobs(deps),
    ...withdrawalJobs(deps),
    ...profileJobs(deps),
    ...documentJobs(deps),
    ...sessionJobs(deps),
    ...offerJobs(deps),
    ...debitJobs(deps),
    dailyKind(deps, dailyJobs(deps)),
  ];
}

/** What every day brings, in the order in which it is looked at. */
export function dailyJobs(deps: Dependencies): DailyJob[] {
  return [
    ...debitDays(deps),
    ...reminderDays(deps),
    { name: 'withdrawal-returns', run: (day) => lapseReturns(deps, day) },
    { name: 'membership-charges', run: (day) => chargeMemberships(deps, day) },
  ];
}
