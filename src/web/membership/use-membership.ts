import { useCountry } from '../country.tsx';
import type { Plan } from '../plan.ts';
import { useSettings } from '../settings.ts';
import { useRoundMoney } from '../ui/use-money.ts';

/** Price of the membership, currency units: that of the plan, else the setting `membership-price`, else the pack's. */
export function useMembershipPrice(plan?: Pick<Plan, 'membership_price'>): number {
  const { price } = useCountry().membership;
  const set = Number(useSettings()['membership-price']);
  return plan?.membership_price || (set > 0 ? set : price);
}

/**
 * The membership's benefits; the limit of the zero-rate advance is a setting
 * (docs/product/borrowers-area.md#membership).
 */
export function useMembershipBenefits(): readonly string[] {
  const money = useRoundMoney();
  const limit = Number(useSettings()['zero-rate-advance-limit']);
  const [advance = '', ...others] = useCountry().membership.benefits;
  return limit > 0 ? [`${advance}, hasta ${money(limit)}`, ...others] : [advance, ...others];
}
