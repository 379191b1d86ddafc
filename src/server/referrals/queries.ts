import { sql } from 'kysely';
import { centavos, type Centavos } from '../../domain/money.ts';
import type { Queryable, Tx } from '../platform/database.ts';

/** How an invitation has gone so far. Amounts in centavos. */
export interface ReferralSummary {
  readonly registered: number;
  readonly approved: number;
  readonly earned: Centavos;
  readonly applied: Centavos;
}

export async function referralSummary(db: Queryable, customerId: number): Promise<ReferralSummary> {
  const { rows } = await sql<{ registered: number; approved: number; earned: number; applied: number }>`
    select
      (select count(*) from referral where referrer_id = ${customerId} and state <> 'refused')::int as registered,
      (select count(*) from referral where referrer_id = ${customerId} and state = 'rewarded')::int as approved,
      (select coalesce(sum(amount), 0) from referral_reward where customer_id = ${customerId})::bigint as earned,
      (select coalesce(sum(d.amount), 0) from referral_discount d join referral_reward w on w.id = d.reward_id
        where w.customer_id = ${customerId})::bigint as applied
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate always answers');
  return { ...row, earned: centavos(row.earned), applied: centavos(row.applied) };
}

/** A reward with what is left of it. */
export interface OpenReward {
  readonly id: number;
  readonly left: Centavos;
  /** Discounts made of it so far. */
  readonly discounts: number;
}

/** Rewards that are not spent, oldest first. */
export async function openRewards(tx: Tx, customerId: number): Promise<readonly OpenReward[]> {
  const { rows } = await sql<{ id: number; left: number; discounts: number }>`
    select w.id, (w.amount - coalesce(sum(d.amount), 0))::bigint as left, count(d.payment_id)::int as discounts
    from referral_reward w left join referral_discount d on d.reward_id = w.id
    where w.customer_id = ${customerId}
    group by w.id having w.amount > coalesce(sum(d.amount), 0)
    order by w.id
  `.execute(tx);
  return rows.map((row) => ({ ...row, left: centavos(row.left) }));
}

/** The customer's loan that is being paid back, locked; the older of two, undefined without one. */
export function lockLoanInForce(tx: Tx, customerId: number) {
  return tx
    .selectFrom('loan')
    .select(['id', 'public_id', 'country', 'currency', 'customer_id'])
    .where('customer_id', '=', customerId)
    .where('state', '=', 'approved')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}
