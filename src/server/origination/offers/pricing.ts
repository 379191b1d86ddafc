import { type PriceList, priceTerms } from '../../../countries/price-list.ts';
import { addMonthsAnchored, type CalendarDate, dayOfMonth } from '../../../domain/calendar-date.ts';
import { type Centavos, fromUnits } from '../../../domain/money.ts';
import { type Plan, type PlanDates, type PriceTerms, priceVariant } from '../../../domain/pricing.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';

export type VariantName = keyof PriceList['variants'];

/** Range of an offer in centavos, and its step in currency units. */
interface AmountRange {
  readonly minAmount: Centavos;
  readonly maxAmount: Centavos;
  readonly step: number;
}

/**
 * Parses the amount in a path or id, in whole currency units, and checks that the offer includes it
 * (docs/product/offer.md#amounts).
 */
export function offeredAmount(text: string, { minAmount, maxAmount, step }: AmountRange): Result<Centavos> {
  if (!/^-?\d{1,20}$/.test(text)) return fail('amount_step');
  const units = Number(text);
  if (units * 100 < minAmount) return fail('amount_too_low');
  if (units * 100 > maxAmount) return fail('amount_too_high');
  return units % step === 0 ? ok(fromUnits(units)) : fail('amount_step');
}

/**
 * Dates of a loan confirmed on a local date: paid out that day, first due a month later on the same day of
 * the month, or on the month's last (docs/product/loan-and-money.md#first-due-date).
 */
export function planDates(today: CalendarDate): PlanDates {
  return { payoutDate: today, firstDueDate: addMonthsAnchored(today, 1, dayOfMonth(today)) };
}

/** Terms of a variant on the day of pricing, and its plans in ascending number of instalments. */
interface PricedVariant {
  readonly terms: PriceTerms;
  readonly plans: readonly Plan[];
}

export type PricedPlans = Readonly<Record<VariantName, PricedVariant>>;

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
  const dates = planDates(today);
  const priced = {
    membership: pricedVariant(list, 'membership', amount, dates),
    no_membership: pricedVariant(list, 'no_membership', amount, dates),
  };
  const [oldest] = results.keys();
  if (results.size >= maxKept && oldest !== undefined) results.delete(oldest);
  results.set(key, priced);
  return priced;
}

/** Plans above the legal ceiling are not offered (docs/product/offer.md#price-lists). */
function pricedVariant(
  list: PriceList,
  variant: VariantName,
  amount: Centavos,
  dates: PlanDates,
): PricedVariant {
  const terms = priceTerms(list, variant, dates.payoutDate);
  const plans = priceVariant(terms, amount, dates);
  const { legalCeiling } = list;
  if (legalCeiling === null) return { terms, plans };
  const ceiling = Number(legalCeiling.annualEffectiveRate);
  const isLegal = ({ rates }: Plan) =>
    (legalCeiling.counts === 'interest' ? rates.tea : rates.cfteaPeriodic12) <= ceiling;
  return { terms, plans: plans.filter(isLegal) };
}
