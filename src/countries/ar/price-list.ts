import { calendarDate } from '../../domain/calendar-date.ts';
import type { PriceList, VariantTerms } from '../price-list.ts';

/**
 * The basis that reproduces the reference example to the peso
 * (docs/product/loan-and-money.md#reference-example): 290.000 over 12 months at TNA 260 % is 76.736 a month.
 * IVA on interest is 21 %.
 */
function atTna(tna: string): VariantTerms {
  return {
    currency: 'ARS',
    rate: { basis: 'fixed', tna, basisDays: '28.5' },
    taxRate: '0.21',
    rounding: 'half-up',
    instalmentCounts: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  };
}

/** Argentina's first price list. */
export const argentinePriceList: PriceList = {
  country: 'AR',
  version: 'ar-1',
  validFrom: calendarDate('2020-01-01'),
  minAmount: 3_000,
  maxAmount: 999_000,
  step: 1_000,
  offerLifetimeDays: 30,
  variants: { no_membership: atTna('2.60'), membership: atTna('2.20') },
  segments: [
    { name: 'sin-registro', maxAmount: 100_000 },
    { name: 'bueno-1', grade: 1, maxAmount: 150_000 },
    { name: 'bueno-2', grade: 2, maxAmount: 220_000 },
    { name: 'bueno-3', grade: 3, maxAmount: 300_000 },
    { name: 'bueno-4', grade: 4, maxAmount: 400_000 },
    { name: 'bueno-5', grade: 5, maxAmount: 500_000 },
    { name: 'bueno-6', grade: 6, maxAmount: 650_000 },
    { name: 'bueno-7', grade: 7, maxAmount: 800_000 },
    { name: 'bueno-8', grade: 8, maxAmount: 999_000 },
  ],
  legalCeiling: null,
  unitValues: [],
};
