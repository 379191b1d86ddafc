import { type MembershipSum, membershipSum } from '../../domain/membership.ts';
import { add, fromUnits, toUnits } from '../../domain/money.ts';
import type { Plan } from '../plan.ts';

/** Figures of a plan used here, currency units. */
export type PlanTotals = Pick<Plan, 'final_amount' | 'amount_delivery' | 'membership_price'>;

/** The price in a plan; a proposal that an older release kept on the device knows none. */
const priceIn = ({ membership_price: price }: PlanTotals) => fromUnits(price || 0);

const totalsOf = ({ final_amount, amount_delivery }: PlanTotals) => ({
  finalAmount: fromUnits(final_amount),
  amountDelivered: fromUnits(amount_delivery),
});

/** Gain or loss of a loan by the membership, in currency units to the centavo. */
export function sumOf(
  withMembership: PlanTotals,
  without: PlanTotals,
): Readonly<Record<keyof MembershipSum, number>> {
  const { price, saved, gain, total } = membershipSum(
    totalsOf(withMembership),
    totalsOf(without),
    priceIn(withMembership),
  );
  return { price: toUnits(price), saved: toUnits(saved), gain: toUnits(gain), total: toUnits(total) };
}

/** Extra total of a loan with the membership; 0 if it costs no more than without. Currency units. */
export function lossOf(withMembership: PlanTotals, without: PlanTotals): number {
  return Math.max(0, -sumOf(withMembership, without).gain);
}

/** All that is paid with a plan: its instalments and, with the membership, its price. Currency units. */
export function totalPaid(plan: PlanTotals): number {
  return toUnits(add(fromUnits(plan.final_amount), priceIn(plan)));
}
