import { priceTerms, type PriceList } from '../../../../countries/price-list.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { fromUnits } from '../../../../domain/money.ts';
import { priceVariant, type Plan } from '../../../../domain/pricing.ts';
import { formatPercentExact } from '../../../../domain/rate.ts';
import { planDates } from '../pricing.ts';
import { hole, type Finding } from './plan-checks.ts';

/** Both readings of the legal ceiling's base, over all plans of a list; fractions. */
export interface CeilingReadings {
  /** The highest TEA: interest alone. */
  readonly interest: number;
  /** The lowest and the highest cost by periods: all charges with their tax. */
  readonly all_charges_least: number;
  readonly all_charges_most: number;
}

/**
 * Reads a list both ways. Fixed charges weigh most on the smallest amount, so both ends suffice. Includes plans above
 * the ceiling, which the readings are meant to show.
 * @returns null where no ceiling is set, or no plan is left
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

/** Charges that are higher than the amount make no plan. */
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

/** A list that meets the ceiling by its interest alone may exceed it by all charges: warn of it. */
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

/** Both readings in a few words, for who approves; nothing where no ceiling is set. */
export function readingsSummary(list: PriceList, today: CalendarDate): Readonly<Record<string, string>> {
  const readings = ceilingReadings(list, today);
  if (list.legalCeiling === null || readings === null) return {};
  const percent = formatPercentExact;
  return {
    ceiling_readings: `tope ${percent(list.legalCeiling.annualEffectiveRate)}; sólo el interés, hasta ${percent(readings.interest)}; todos los cargos, de ${percent(readings.all_charges_least)} a ${percent(readings.all_charges_most)}`,
  };
}
