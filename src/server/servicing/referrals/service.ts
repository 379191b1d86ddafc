import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { noteRefused } from './refused.ts';
import { sharedMark } from './shared-marks.ts';
import { promotionState, referralTerms } from './terms.ts';

export { accrueRewards } from './accrual.ts';
export { personalData } from './personal-data.ts';
export { checkReopened } from './reopened.ts';
export { scheduleRewards } from './schedule.ts';

/**
 * Campaign marks of the link, so that the browser stores it like any campaign
 * (docs/product/shell.md#campaigns).
 */
const campaign = { utm_source: 'referido', utm_medium: 'link' };

/** Sixteen hexadecimal digits; anything else is not looked up. */
const codePattern = /^[0-9a-f]{16}$/;

/** Invitation link of a customer on the given site. */
export function referralLink(baseUrl: string, code: string): string {
  return `${baseUrl}/?${new URLSearchParams({ ref: code, ...campaign }).toString()}`;
}

/** Referral code in a stored query (`parameter`); undefined without one. */
function referralCodeIn(parameter: string): string | undefined {
  const code = new URLSearchParams(parameter).get('ref') ?? '';
  return codePattern.test(code) ? code : undefined;
}

interface NewReferee {
  readonly country: CountryCode;
  readonly customerId: number;
  /** Query strings of the person's visits, most recent first. */
  readonly parameters: readonly string[];
}

/**
 * Stores a new customer's referrer, once, while the promotion runs; existing customers are never attached. A
 * person who invites themself under another document is rejected, and the shared mark is stored for the
 * staff.
 */
export async function attachReferral(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  { country, customerId, parameters }: NewReferee,
): Promise<void> {
  const code = parameters.map(referralCodeIn).find((found) => found !== undefined);
  if (code === undefined) return;
  const now = clock.now();
  const terms = await referralTerms(tx, country);
  if (promotionState(terms, localDate(now, country)) !== 'running') return;
  const referrer = await tx
    .selectFrom('customer')
    .select('id')
    .where('referral_code', '=', code)
    .where('country', '=', country)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!referrer || referrer.id === customerId) return;
  const refusal = await sharedMark(tx, referrer.id, customerId);
  await tx
    .insertInto('referral')
    .values({
      country,
      referrer_id: referrer.id,
      referee_id: customerId,
      state: refusal === undefined ? 'attached' : 'refused',
      refusal: refusal ?? '',
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('referee_id').doNothing())
    .execute();
  const detail = { referrerId: referrer.id };
  if (refusal === undefined)
    await recordEvent(tx, { at: now, country, kind: 'referral-attached', customerId, detail });
  else await noteRefused(tx, now, { country, referrerId: referrer.id, refereeId: customerId, mark: refusal });
}

/** Invitation link of the customer, available also outside the promotion. */
export async function referralLinkOf(db: Queryable, customerId: number, baseUrl: string): Promise<string> {
  const { referral_code } = await db
    .selectFrom('customer')
    .select('referral_code')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return referralLink(baseUrl, referral_code);
}
