import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvents } from '../../platform/events.ts';
import type { SharedMark } from './shared-marks.ts';

interface Refused {
  readonly country: CountryCode;
  readonly referrerId: number;
  readonly refereeId: number;
  readonly mark: SharedMark;
}

/** Tells the staff, in the timelines of both, why a referral brings nothing. Neither of them reads it. */
export async function noteRefused(
  tx: Tx,
  at: Date,
  { country, referrerId, refereeId, mark }: Refused,
): Promise<void> {
  const about = { at, country, kind: 'referral-refused' };
  await recordEvents(tx, [
    { ...about, customerId: refereeId, detail: { referrerId, reason: mark } },
    { ...about, customerId: referrerId, detail: { refereeId, reason: mark } },
  ]);
}
