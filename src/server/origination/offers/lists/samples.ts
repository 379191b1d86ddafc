import type { PriceList } from '../../../../countries/price-list.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { fromUnits, toUnits } from '../../../../domain/money.ts';
import type { Plan } from '../../../../domain/pricing.ts';
import { ok } from '../../../platform/http/result.ts';
import { offeredAmount } from '../amount.ts';
import { pricedPlans } from '../pricing.ts';

/** The plans of both lists for an amount, as a borrower would be offered them today. */
export function samplesOf(
  { present, prepared }: { readonly present: PriceList; readonly prepared: PriceList },
  amount: string,
  today: CalendarDate,
) {
  const asked = offeredAmount(amount, boundsOf(prepared));
  if (!asked.ok) return asked;
  const isInPresent = offeredAmount(amount, boundsOf(present)).ok;
  return ok({
    amount: toUnits(asked.value),
    present_name: present.version,
    result: (['no_membership', 'membership'] as const).flatMap((variant) => {
      const plansOf = (list: PriceList) => byCount(pricedPlans(list, asked.value, today)[variant]);
      const [now, then] = [isInPresent ? plansOf(present) : new Map<number, Plan>(), plansOf(prepared)];
      const counts = [...new Set([...now.keys(), ...then.keys()])].toSorted((a, b) => a - b);
      return counts.map((instalments) => ({
        membership: variant === 'membership',
        instalments,
        present: figuresOf(now.get(instalments)),
        prepared: figuresOf(then.get(instalments)),
      }));
    }),
  });
}

const boundsOf = ({ minAmount, maxAmount, step }: PriceList) => ({
  minAmount: fromUnits(minAmount),
  maxAmount: fromUnits(maxAmount),
  step,
});

const byCount = (plans: readonly Plan[]) => new Map(plans.map((plan) => [plan.instalments, plan]));

function figuresOf(plan: Plan | undefined) {
  if (!plan) return null;
  const { rates } = plan;
  return {
    payment: toUnits(plan.payment),
    amount_delivered: toUnits(plan.amountDelivered),
    final_amount: toUnits(plan.finalAmount),
    tna: rates.tna,
    tea: rates.tea,
    cftna: rates.cftna,
    cftea: rates.cfteaActual365,
    cftea_dated: rates.cfteaActual365,
  };
}
