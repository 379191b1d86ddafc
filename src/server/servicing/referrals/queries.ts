import { sql, type RawBuilder } from 'kysely';
import { centavos, type Centavos } from '../../../domain/money.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Loan } from '../../loans/service.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

/**
 * True if a withdrawal undid the referee's loan, which then does not count as approved. Rewards spent by then
 * stay spent: a referrer does not owe more because the referee withdrew. Derived, so that reopening the loan
 * restores the rewards.
 */
const undone = sql`exists (
  select from referral r join loan l on l.id = r.loan_id
  where r.id = w.referral_id and l.state = 'canceled' and l.cancel_reason = 'withdrawn')`;

/** Valid discounts `d` of rewards: not reversed, and not of an undone loan, which frees them. */
const countingDiscounts = sql`referral_discount d join payment p on p.id = d.payment_id join loan l on l.id = p.loan_id
    and l.cancel_reason <> 'withdrawn' and not exists (select from payment_reversal v where v.payment_id = p.id)`;

/** Amount spent of the reward `w`, centavos. */
const spent = sql`coalesce((select sum(d.amount) from ${countingDiscounts} where d.reward_id = w.id), 0)`;

/** Value of the reward `w`, centavos. */
const worth = sql`case when ${undone} then ${spent} else w.amount end`;

/** Results of an invitation so far. Amounts in centavos. */
interface ReferralSummary {
  readonly registered: number;
  readonly approved: number;
  /** Rewards pending until the withdrawal term ends. */
  readonly awaited: Centavos;
  readonly earned: Centavos;
  readonly applied: Centavos;
}

export async function referralSummary(db: Queryable, customerId: number): Promise<ReferralSummary> {
  const rewards = sql`from referral_reward w where w.customer_id = ${customerId}`;
  const { rows } = await sql<ReferralSummary>`
    select
      (select count(*) from referral where referrer_id = ${customerId} and state <> 'refused')::int as registered,
      (select count(*) from referral r join loan l on l.id = r.loan_id
        where r.referrer_id = ${customerId} and l.state <> 'canceled')::int as approved,
      (select coalesce(sum(r.reward), 0) from referral r join loan l on l.id = r.loan_id
        where ${customerId}::bigint in (r.referrer_id, r.referee_id)
          and r.state = 'pending' and l.state <> 'canceled')::bigint as awaited,
      (select coalesce(sum(${worth}), 0) ${rewards})::bigint as earned,
      (select coalesce(sum(${spent}), 0) ${rewards})::bigint as applied
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate always answers');
  const { awaited, earned, applied } = row;
  return { ...row, awaited: centavos(awaited), earned: centavos(earned), applied: centavos(applied) };
}

export interface OpenReward {
  readonly id: number;
  readonly left: Centavos;
  readonly discounts: number;
}

/** Unspent rewards, oldest first. */
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

/** Discount of a loan, with the amount its reward still covers after discounts of other loans. */
export interface LoanDiscount {
  readonly paymentId: number;
  readonly rewardId: number;
  readonly amount: Centavos;
  readonly bears: Centavos;
}

/** Valid discounts of a loan, oldest first. */
export async function discountsOf(tx: Tx, loanId: number): Promise<readonly LoanDiscount[]> {
  const { rows } = await sql<LoanDiscount>`
    select d.payment_id as "paymentId", d.reward_id as "rewardId", d.amount,
      (case when ${undone} then 0 else greatest(0, w.amount - coalesce((
        select sum(d.amount) from ${countingDiscounts} where d.reward_id = w.id and l.id <> ${loanId}), 0))
      end)::bigint as bears
    from ${countingDiscounts} join referral_reward w on w.id = d.reward_id
    where l.id = ${loanId}
    order by d.payment_id
  `.execute(tx);
  return rows.map((row) => ({ ...row, amount: centavos(row.amount), bears: centavos(row.bears) }));
}

/** Id of the customer's active loan; the older one of two. */
export function loanInForce(customerId: number): RawBuilder<unknown> {
  return sql`select id from loan where customer_id = ${customerId} and state = 'approved' order by id limit 1`;
}

export interface ReferralRow {
  readonly id: number;
  readonly country: CountryCode;
  readonly referrer_id: number;
  readonly referee_id: number;
  readonly state: 'attached' | 'pending' | 'rewarded' | 'refused';
  readonly loan_id: number | null;
  /** Centavos for each side; null before a loan was paid out. */
  readonly reward: number | null;
  /** True if its loan was withdrawn from and the money returned. */
  readonly is_undone: boolean;
}

export async function referralOf(tx: Tx, refereeId: number): Promise<ReferralRow | undefined> {
  await sql`select from referral where referee_id = ${refereeId} for update`.execute(tx);
  const { rows } = await sql<ReferralRow>`
    select r.id, r.country, r.referrer_id, r.referee_id, r.state, r.loan_id, r.reward,
      coalesce(l.state = 'canceled', false) as is_undone
    from referral r left join loan l on l.id = r.loan_id
    where r.referee_id = ${refereeId}`.execute(tx);
  return rows[0];
}

/** Referrals after an id, with a reward pending until the withdrawal period ends. */
export async function pendingReferrals(
  db: Queryable,
  country: CountryCode,
  after: number,
  limit: number,
): Promise<readonly { readonly id: number; readonly loan_id: number }[]> {
  const { rows } = await sql<{ id: number; loan_id: number }>`
    select r.id, r.loan_id from referral r join loan l on l.id = r.loan_id
    where r.country = ${country} and r.state = 'pending' and r.id > ${after} and l.state in ('approved', 'finished')
    order by r.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * True if a withdrawal awaits its money, or one requested in time awaits its decision. @param until last day
 * of the right
 */
export async function hasOpenWithdrawal(
  tx: Tx,
  { id, publicId, customerId, country }: Pick<Loan, 'id' | 'publicId' | 'customerId' | 'country'>,
  until: CalendarDate,
): Promise<boolean> {
  const { rows } = await sql<{ state: 'return-due' | 'received'; requested_at: Date }>`
    select w.state, w.requested_at from withdrawal w where w.customer_id = ${customerId} and w.kind = 'loan' and (
      w.state = 'return-due' and w.loan_id = ${id} or w.state = 'received' and w.asked_loan in ('', ${publicId}))
  `.execute(tx);
  return rows.some(
    ({ state, requested_at: at }) => state === 'return-due' || localDate(at, country) <= until,
  );
}
