import type { CalendarDate } from '../domain/calendar-date.ts';
import { COUNTRIES, type CountryCode } from './countries.ts';

/** Promotion from its first to its last day, both inclusive (docs/product/shell.md#promotion). */
export interface Promotion {
  readonly slug: 'draw' | 'referral';
  readonly countries: readonly CountryCode[];
  readonly from: string;
  readonly to: string;
}

/**
 * Prize draw: open to applicants approved between these days; the winner has 72 hours to respond
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
 * Referral programme (docs/product/borrowers-area.md#programme); its example is five referrals, 25.000.
 * Default dates and reward, until an operator sets others.
 */
export const REFERRAL: Promotion = {
  slug: 'referral',
  countries: ['AR'],
  from: '2023-08-07',
  to: '2024-12-31',
};
export const REFERRAL_EXAMPLE_COUNT = 5;

export function isRunning(promotion: Promotion, code: CountryCode, today: CalendarDate): boolean {
  return promotion.countries.includes(code) && promotion.from <= today && today <= promotion.to;
}
