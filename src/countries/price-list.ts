import type { CalendarDate } from '../domain/calendar-date.ts';
import type { DefaultBounds, FeeTerms, PriceTerms } from '../domain/pricing.ts';
import type { Decimal } from '../domain/rate.ts';
import type { CountryCode } from './country-pack.ts';
import { derivedDefaultCeiling } from './law/default-interest.ts';
import { LAWS } from './law/laws.ts';

/** Maximum loan by the bureau's result. */
export interface Segment {
  readonly name: string;
  /** Score of a good record, 1 (worst) to 8 (best); absent for people without a record. */
  readonly grade?: number;
  /** Currency units, a multiple of the step. */
  readonly maxAmount: number;
}

/** Terms of one variant, except the value of the index unit on the day of pricing. */
export type VariantTerms = Omit<PriceTerms, 'fees' | 'defaultBounds'> & {
  readonly fees?: Omit<FeeTerms, 'unitValue'>;
};

/**
 * Price list as stored: plain JSON, decimals as text, so that an administrator can add one without a release.
 * A new list never changes an existing offer (docs/product/offer.md#price-lists).
 */
export interface PriceList {
  readonly country: CountryCode;
  readonly version: string;
  /** First local date on which it prices new offers. */
  readonly validFrom: CalendarDate;
  /** Currency units. */
  readonly minAmount: number;
  readonly maxAmount: number;
  readonly step: number;
  readonly offerLifetimeDays: number;
  readonly variants: { readonly membership: VariantTerms; readonly no_membership: VariantTerms };
  readonly segments: readonly Segment[];
  /**
   * Highest annual effective rate the law allows, a fraction, and its base. It is a legal question if taxes
   * and index-unit fees count in Uruguay (docs/product/loan-and-money.md#legal-ceiling); this field decides
   * it. Null if the country has no ceiling.
   */
  readonly legalCeiling: {
    readonly annualEffectiveRate: Decimal;
    readonly counts: 'interest' | 'all-charges';
    /** Ceiling of default rates, if one was entered for the day; otherwise derived from the ordinary one. */
    readonly defaultAnnualEffectiveRate?: Decimal;
  } | null;
  /** Values of the fees' index unit by first day, ascending; empty without fees. */
  readonly unitValues: readonly { readonly from: CalendarDate; readonly value: Decimal }[];
}

/** Bureau's result for a person, reduced to the price lists' inputs. */
export type BureauRecord =
  | { readonly record: 'bad' }
  | { readonly record: 'none' }
  | { readonly record: 'good'; readonly grade: number };

/** Display name of a segment; built-in lists use single words. */
export function segmentLabel(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

/** Segment of a person; undefined is a rejection. A grade between two segments takes the lower. */
export function segmentOf(list: PriceList, bureau: BureauRecord): Segment | undefined {
  switch (bureau.record) {
    case 'bad':
      return undefined;
    case 'none':
      return list.segments.find(({ grade }) => grade === undefined);
    case 'good':
      return list.segments.findLast(({ grade }) => grade !== undefined && grade <= bureau.grade);
  }
}

/**
 * Terms of a variant on a local date, with the index unit's latest value by then, or its first if the date
 * precedes all.
 */
export function priceTerms(
  list: PriceList,
  variant: keyof PriceList['variants'],
  date: CalendarDate,
): PriceTerms {
  const { fees, ...terms } = list.variants[variant];
  const { unitValues } = list;
  const unit = unitValues.findLast(({ from }) => from <= date) ?? unitValues[0];
  const bounds = defaultBoundsOf(list);
  return {
    ...terms,
    ...(bounds === undefined ? {} : { defaultBounds: bounds }),
    ...(fees === undefined || unit === undefined ? {} : { fees: { ...fees, unitValue: unit.value } }),
  };
}

/** Legal limit of default interest under the list's ceiling. */
export function defaultBoundsOf({ country, legalCeiling }: PriceList): DefaultBounds | undefined {
  const law = LAWS[country].defaultInterest;
  if (law === null || legalCeiling === null) return undefined;
  const { annualEffectiveRate, defaultAnnualEffectiveRate } = legalCeiling;
  return {
    ceiling: defaultAnnualEffectiveRate ?? derivedDefaultCeiling(law, annualEffectiveRate),
    endsAfterMonths: law.endsAfterMonths,
  };
}
