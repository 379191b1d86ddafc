import { sql, type RawBuilder } from 'kysely';
import { centavos, type Centavos } from '../../../domain/money.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

/**
 * A referee's loan that was undone by a withdrawal was no approval in the end. What of the rewards was spent by then
 * stays spent: a referrer does not owe more because the referee withdrew. Derived, so that a loan that is put
 * in force again brings the rewards back.
 */
const undone = sql`exists (
  select from referral r join loan l on l.id = r.loan_id
  where r.id = w.referral_id and l.state = 'canceled' and l.cancel_reason = 'withdrawn')`;

/** What was spent of the reward `w`: a discount on a loan that was undone was taken back with it, and is free again. */
const spent = sql`coalesce((
  select sum(d.amount) from referral_discount d join payment p on p.id = d.payment_id join loan l on l.id = p.loan_id
  where d.reward_id = w.id and l.cancel_reason <> 'withdrawn'), 0)`;

/** What a reward comes to. */
const worth = sql`case when ${undone} then ${spent} else w.amount end`;

/** How an invitation has gone so far. Amounts in centavos. */
interface ReferralSummary {
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
      (select coalesce(sum(${worth}), 0) from referral_reward w where w.customer_id = ${customerId})::bigint as earned,
      (select coalesce(sum(${spent}), 0) from referral_reward w where w.customer_id = ${customerId})::bigint as applied
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
    select w.id, (${worth} - ${spent})::bigint as left,
      (select count(*) from referral_discount d where d.reward_id = w.id)::int as discounts
    from referral_reward w
    where w.customer_id = ${customerId} and ${worth} > ${spent}
    order by w.id
  `.execute(tx);
  return rows.map((row) => ({ ...row, left: centavos(row.left) }));
}

/** Selects the customer's loan that is being paid back; the older of two. */
export function loanInForce(customerId: number): RawBuilder<unknown> {
  return sql`select id from loan where customer_id = ${customerId} and state = 'approved' order by id limit 1`;
}
