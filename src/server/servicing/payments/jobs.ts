import type { Dependencies } from '../../dependencies.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import { settlementJobs } from './settlement-files/jobs.ts';
import { walletQueue, walletReports, type WalletJob } from './wallet.ts';

export { refundRows } from './refunds/begin.ts';
export { refundWork } from './refunds/send.ts';
export { walletCheckRows, walletCheckWork } from './wallet.ts';

export function paymentJobs(deps: Dependencies): JobKind<never>[] {
  const notification: JobKind<WalletJob> = {
    name: walletQueue,
    isMoney: true,
    shown: ['paymentId'],
    policy: {
      // The provider may be down for hours: twelve tries, doubling up to an hour, cover most of a day. After
      // that the job stays in the queue's archive, and the customer's own refresh queries the provider too.
      retryLimit: 12,
      retryDelaySeconds: 2,
      retryDelayMaxSeconds: 3600,
      // Longer than the provider's own timeout.
      expireSeconds: 60,
      concurrency: 8,
    },
    run: ({ paymentId }) => walletReports(deps, paymentId),
  };
  return [notification, ...settlementJobs(deps)];
}
