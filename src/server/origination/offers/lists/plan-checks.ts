import { packOf } from '../../../../countries/index.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { formatUnits } from '../../../../domain/format-units.ts';
import { fromUnits } from '../../../../domain/money.ts';
import { formatPercentExact } from '../../../../domain/rate.ts';
import { pricedPlans, type PricedPlans, type VariantName } from '../pricing.ts';

/**
 * Above this number of steps only the ends and the segments' maximums are priced, because pricing takes time.
 */
const everyAmountUpTo = 40;

const VARIANT_NAMES: Readonly<Record<VariantName, string>> = {
  no_membership: 'sin membresía',
  membership: 'con membresía',
};

/** Amounts priced for the check: all of a short list. Failures appear at the lowest amounts first. */
function amountsOf({ minAmount, maxAmount, step, segments }: PriceList): number[] {
  const steps = (maxAmount - minAmount) / step;
  const all =
    steps <= everyAmountUpTo
      ? Array.from({ length: steps + 1 }, (_, index) => minAmount + index * step)
      : [
          minAmount,
          minAmount + step,
          minAmount + 2 * step,
          ...segments.map((each) => each.maxAmount),
          maxAmount,
        ];
  return [...new Set(all)].toSorted((a, b) => a - b);
}

/** Plans that a borrower would not be offered: above the legal ceiling, or used up by the charges. */
export function planFindings(list: PriceList, today: CalendarDate): Finding[] {
  const runs = new Map<string, { variant: VariantName; missing: number[]; from: number; to: number }>();
  for (const amount of amountsOf(list)) {
    const plans = plansOrNone(list, amount, today);
    for (const variant of ['no_membership', 'membership'] as const) {
      const offered = new Set((plans?.[variant].plans ?? []).map(({ instalments }) => instalments));
      const missing = list.variants[variant].instalmentCounts.filter((count) => !offered.has(count));
      if (missing.length === 0) continue;
      const key = `${variant} ${missing.join()}`;
      const run = runs.get(key) ?? { variant, missing, from: amount, to: amount };
      runs.set(key, { ...run, to: amount });
    }
  }
  return [...runs.values()].map((run) => missingFinding(list, run));
}

/** Undefined if the charges exceed the amount. */
function plansOrNone(list: PriceList, amount: number, today: CalendarDate): PricedPlans | undefined {
  try {
    return pricedPlans(list, fromUnits(amount), today);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function missingFinding(
  { country, variants, legalCeiling }: PriceList,
  { variant, missing, from, to }: { variant: VariantName; missing: number[]; from: number; to: number },
): Finding {
  const { currency } = packOf(country);
  const amounts =
    from === to
      ? `Con ${formatUnits(from, currency)}`
      : `De ${formatUnits(from, currency)} a ${formatUnits(to, currency)}`;
  const isAll = missing.length === variants[variant].instalmentCounts.length;
  const ceiling = legalCeiling
    ? ` superan el tope legal de ${formatPercentExact(legalCeiling.annualEffectiveRate)}`
    : ' no quedan en pie: los gastos superan el monto';
  const counts = missing.join(', ');
  const plans = isAll ? 'todos los planes' : `los planes de ${counts} ${counts === '1' ? 'cuota' : 'cuotas'}`;
  return {
    cell: `variants.${variant}.rate`,
    text: `${amounts}, ${VARIANT_NAMES[variant]}: ${plans}${ceiling}${isAll ? '.' : ' y no se ofrecen.'}`,
    kind: isAll ? 'fault' : 'hole',
  };
}

/** Fault in a cell of a price list. A `hole` is allowed, but shown to the approver. */
export interface Finding {
  readonly cell: string;
  readonly text: string;
  readonly kind: 'fault' | 'hole';
}

export const fault = (cell: string, text: string): Finding => ({ cell, text, kind: 'fault' });
export const hole = (cell: string, text: string): Finding => ({ cell, text, kind: 'hole' });

export const hasFaults = (findings: readonly Finding[]): boolean =>
  findings.some(({ kind }) => kind === 'fault');
