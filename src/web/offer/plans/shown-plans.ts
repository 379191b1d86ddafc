import { lossOf } from '../../membership/sum.ts';
import type { Plan, PlanOptions } from '../../plan.ts';

export type VariantName = keyof PlanOptions;

/** Advantage of a flagged plan: its place in the list (docs/product/offer.md#flagging). */
export type FlagKind = 'first' | 'middle' | 'last';

/** The reason of a flagged plan's tag; null for a plan without the flag. */
export function flagOf(plan: Plan, plans: readonly Plan[]): FlagKind | null {
  if (!plan.moreProfitable) return null;
  const flagged = plans.filter(({ moreProfitable }) => moreProfitable);
  if (plan === flagged[0]) return 'first';
  return plan === flagged.at(-1) ? 'last' : 'middle';
}

/** Plans that the screen lists before 'Ver más cuotas'; a plan chosen elsewhere joins them. */
const maxListed = 3;

/**
 * The few plans that are listed: the flagged counts, in both variants the same so that they compare; where
 * nothing is flagged, the first, the middle and the last. The chosen one is always among them.
 */
export function listedPlans(
  options: PlanOptions,
  variant: VariantName,
  chosen: number | null,
): readonly Plan[] {
  const { plans } = options[variant];
  const counts = new Set(
    options.membership.plans
      .filter(({ moreProfitable }) => moreProfitable)
      .map(({ installmentsQuantity }) => installmentsQuantity),
  );
  const few = plans.filter(({ installmentsQuantity }) => counts.has(installmentsQuantity));
  const listed = few.length > 0 ? few.slice(0, maxListed) : spread(plans);
  return plans.filter((plan) => listed.includes(plan) || plan.installmentsQuantity === chosen);
}

function spread(plans: readonly Plan[]): readonly Plan[] {
  const middle = Math.floor((plans.length - 1) / 2);
  return plans.filter((_, index) => index === 0 || index === middle || index === plans.length - 1);
}

/** The plan with that many instalments. */
export function planOf(options: PlanOptions, variant: VariantName, count: number | null): Plan | undefined {
  return options[variant].plans.find(({ installmentsQuantity }) => installmentsQuantity === count);
}

/** More than the plan costs without the membership, currency units. */
export function lossIn(options: PlanOptions, variant: VariantName, plan: Plan): number {
  const basic = variant === 'membership' && planOf(options, 'no_membership', plan.installmentsQuantity);
  return basic ? lossOf(plan, basic) : 0;
}

/** Initial choice: the lowest instalment. */
export function defaultCount(options: PlanOptions, variant: VariantName): number | null {
  const counts = options[variant].plans.map(({ installmentsQuantity }) => installmentsQuantity);
  return counts.length > 0 ? Math.max(...counts) : null;
}

/** The instalments that a person may choose, fewest first. */
export function plansByCount(plans: readonly Plan[]): readonly Plan[] {
  return plans.toSorted((a, b) => a.installmentsQuantity - b.installmentsQuantity);
}
