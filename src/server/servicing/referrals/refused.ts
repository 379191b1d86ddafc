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

/** Records on both timelines, for staff only, why a referral earns no reward. */
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
