import type { CountryCode } from '../../../countries/country-pack.ts';
import { parseIsoDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { parseUnits, type Centavos } from '../../../domain/money.ts';
import { readSetting } from '../../content/service.ts';
import type { Queryable } from '../../platform/database.ts';

/**
 * Referral programme of a country, from first to last day, both inclusive
 * (docs/product/borrowers-area.md#programme).
 */
interface ReferralTerms {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** Reward for referrer and referee each, centavos. */
  readonly reward: Centavos;
}

type PromotionState = 'none' | 'early' | 'running' | 'ended';

/** Programme by its current settings; undefined if they cannot be read. */
export async function referralTerms(db: Queryable, country: CountryCode): Promise<ReferralTerms | undefined> {
  const from = parseIsoDate(await readSetting(db, country, 'referral-from'));
  const to = parseIsoDate(await readSetting(db, country, 'referral-to'));
  const reward = parseUnits((await readSetting(db, country, 'referral-reward')).trim());
  if (from === undefined || to === undefined || reward === undefined || reward <= 0) return undefined;
  return { from, to, reward };
}

/** State of the programme on a local day. */
export function promotionState(terms: ReferralTerms | undefined, today: CalendarDate): PromotionState {
  if (!terms) return 'none';
  if (today < terms.from) return 'early';
  return today > terms.to ? 'ended' : 'running';
}
