import { priceTerms, type PriceList } from '../../../../countries/price-list.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { fromUnits } from '../../../../domain/money.ts';
import { priceVariant, type Plan } from '../../../../domain/pricing.ts';
import { formatPercentExact } from '../../../../domain/rate.ts';
import { planDates } from '../pricing.ts';
import { hole, type Finding } from './plan-checks.ts';

/** Both interpretations of the legal ceiling's base, over all plans of a list; fractions. */
export interface CeilingReadings {
  /** Highest TEA: interest alone. */
  readonly interest: number;
  /** Lowest and highest cost by periods: all charges with their tax. */
  readonly all_charges_least: number;
  readonly all_charges_most: number;
}

/**
 * Computes both interpretations for a list. Fixed charges weigh most on the smallest amount, so both ends
 * suffice. Plans above the ceiling are included, because the figures must show them. @returns null if no
 * ceiling is set, or no plan is left
 */
export function ceilingReadings(list: PriceList, today: CalendarDate): CeilingReadings | null {
  if (list.legalCeiling === null) return null;
  const plans = [list.minAmount, list.maxAmount].flatMap((units) =>
    (['membership', 'no_membership'] as const).flatMap((variant) => plansOf(list, variant, units, today)),
  );
  if (plans.length === 0) return null;
  const all = plans.map(({ rates }) => rates.cfteaPeriodic12);
  return {
    interest: Math.max(...plans.map(({ rates }) => rates.tea)),
    all_charges_least: Math.min(...all),
    all_charges_most: Math.max(...all),
  };
}

/** No plans if the charges exceed the amount. */
function plansOf(
  list: PriceList,
  variant: keyof PriceList['variants'],
  units: number,
  today: CalendarDate,
): readonly Plan[] {
  try {
    return priceVariant(priceTerms(list, variant, today), fromUnits(units), planDates(today));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** Warns about a list that meets the ceiling by interest alone but exceeds it by all charges. */
export function readingFindings(list: PriceList, today: CalendarDate): Finding[] {
  const { legalCeiling } = list;
  const readings = ceilingReadings(list, today);
  if (legalCeiling === null || readings === null || legalCeiling.counts === 'all-charges') return [];
  if (readings.all_charges_most <= Number(legalCeiling.annualEffectiveRate)) return [];
  const most = formatPercentExact(readings.all_charges_most);
  const ceiling = formatPercentExact(legalCeiling.annualEffectiveRate);
  return [
    hole(
      'ceiling_counts',
      `Contando todos los cargos, hay planes que llegan a un costo de ${most} por períodos, sobre el tope legal de ${ceiling}. En esta lista cuenta sólo el interés.`,
    ),
  ];
}

/** Summary of both interpretations for the approver; empty if no ceiling is set. */
export function readingsSummary(list: PriceList, today: CalendarDate): Readonly<Record<string, string>> {
  const readings = ceilingReadings(list, today);
  if (list.legalCeiling === null || readings === null) return {};
  const percent = formatPercentExact;
  return {
    ceiling_readings: `tope ${percent(list.legalCeiling.annualEffectiveRate)}; sólo el interés, hasta ${percent(readings.interest)}; todos los cargos, de ${percent(readings.all_charges_least)} a ${percent(readings.all_charges_most)}`,
  };
}
