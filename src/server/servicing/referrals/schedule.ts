import type { Tx } from '../../platform/database.ts';
import { pipeline } from '../../platform/statements.ts';
import type { JobSender } from '../../platform/work/jobs.ts';
import { lockNames } from '../../platform/work/named-locks.ts';

export const rewardQueue = 'referral-reward';

export interface RewardJob {
  readonly loanId: number;
}

/**
 * Locks the rewards of customers, after the locks of loans. It serializes accruing, spending and restoring a
 * reward.
 */
export const lockRewards = (tx: Tx, customerIds: readonly number[]): Promise<void> =>
  lockNames(
    tx,
    customerIds.map((id) => `rewards ${id}`),
  );

/**
 * Schedules referral work for a loan that was paid out or reopened, if its customer was invited or has a
 * reward to spend. Uses the caller's transaction, so that both commit together.
 */
export async function scheduleRewards(
  tx: Tx,
  jobs: JobSender,
  { loanId, customerId }: { readonly loanId: number; readonly customerId: number },
): Promise<void> {
  const [, concerned] = await pipeline(tx, [
    (on) => lockRewards(on, [customerId]),
    (on) => concernedBy(on, customerId),
  ]);
  if (concerned) await jobs.send(tx, rewardQueue, { loanId } satisfies RewardJob);
}

function concernedBy(tx: Tx, customerId: number) {
  return tx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('referral')
            .select('id')
            .where('referee_id', '=', customerId)
            .where('state', 'in', ['attached', 'pending']),
        ),
        eb.exists(eb.selectFrom('referral_reward').select('id').where('customer_id', '=', customerId)),
      ]),
    )
    .executeTakeFirst();
}
