import { type PriceList, priceTerms } from '../../../countries/price-list.ts';
import { addMonthsAnchored, type CalendarDate, dayOfMonth } from '../../../domain/calendar-date.ts';
import type { Centavos } from '../../../domain/money.ts';
import { type Plan, type PlanDates, priceVariant } from '../../../domain/pricing.ts';

export type VariantName = keyof PriceList['variants'];

/**
 * Dates of a loan confirmed on a local date: paid out that day, first due a month later on the same day of
 * the month, or on the month's last (docs/product/loan-and-money.md#first-due-date).
 */
export function planDates(today: CalendarDate): PlanDates {
  return { disbursementDate: today, firstDueDate: addMonthsAnchored(today, 1, dayOfMonth(today)) };
}

/** Plans of both variants for an amount, in ascending number of instalments. */
export type PricedPlans = Readonly<Record<VariantName, readonly Plan[]>>;

/** Cache size: enough for a day's requests of one country; a pair of variants takes about 25 kB. */
const maxKept = 500;
const kept = new WeakMap<PriceList, Map<string, PricedPlans>>();

/**
 * Prices an amount on a local date. A pure function with cached results: most requests are for the same few
 * amounts, the segments' maximums and the slider's steps.
 */
export function pricedPlans(list: PriceList, amount: Centavos, today: CalendarDate): PricedPlans {
  const results = kept.get(list) ?? new Map<string, PricedPlans>();
  kept.set(list, results);
  const key = `${today}:${amount}`;
  const known = results.get(key);
  if (known) return known;
  const priced = {
    membership: legalPlans(list, 'membership', amount, today),
    no_membership: legalPlans(list, 'no_membership', amount, today),
  };
  const [oldest] = results.keys();
  if (results.size >= maxKept && oldest !== undefined) results.delete(oldest);
  results.set(key, priced);
  return priced;
}

/** Plans above the legal ceiling are not offered (docs/product/offer.md#price-lists). */
function legalPlans(list: PriceList, variant: VariantName, amount: Centavos, today: CalendarDate): Plan[] {
  const plans = priceVariant(priceTerms(list, variant, today), amount, planDates(today));
  const { legalCeiling } = list;
  if (legalCeiling === null) return plans;
  const ceiling = Number(legalCeiling.annualEffectiveRate);
  return plans.filter(
    ({ rates }) => (legalCeiling.counts === 'interest' ? rates.tea : rates.cfteaPeriodic12) <= ceiling,
  );
}
