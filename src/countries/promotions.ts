import type { CalendarDate } from '../domain/calendar-date.ts';
import { COUNTRIES, type CountryCode } from './countries.ts';

/** A promotion runs from its first to its last day, both included (docs/product/shell.md#promotion). */
export interface Promotion {
  readonly slug: 'draw' | 'referral';
  readonly countries: readonly CountryCode[];
  readonly from: string;
  readonly to: string;
}

/**
 * The prize draw: open to applicants approved between these days; the winner has 72 hours
 * (docs/product/shell.md#promotion).
 */
export const DRAW: Promotion = {
  slug: 'draw',
  countries: COUNTRIES,
  from: '2020-12-01',
  to: '2020-12-29',
};
export const DRAW_CLAIM_HOURS = 72;

/**
 * The referral programme (docs/product/borrowers-area.md#programme): the example is five referrals, 25.000.
 * What its settings are until an operator gives it other dates or another reward.
 */
export const REFERRAL: Promotion = {
  slug: 'referral',
  countries: ['AR'],
  from: '2023-08-07',
  to: '2024-12-31',
};
export const REFERRAL_EXAMPLE_COUNT = 5;

/** True if a promotion runs in a country on its local date. */
export function isRunning(promotion: Promotion, code: CountryCode, today: CalendarDate): boolean {
  return promotion.countries.includes(code) && promotion.from <= today && today <= promotion.to;
}
