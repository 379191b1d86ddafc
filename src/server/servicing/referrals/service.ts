import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { pipeline } from '../../platform/statements.ts';
import type { JobSender } from '../../platform/work/jobs.ts';
import { lockNames } from '../../platform/work/named-locks.ts';
import { promotionState, referralTerms } from './terms.ts';

export { personalData } from './personal-data.ts';

export const rewardQueue = 'referral-reward';

export interface RewardJob {
  readonly loanId: number;
}

/**
 * Marks of the link, so that the browser keeps it as it keeps any campaign (docs/product/shell.md#campaigns).
 */
const campaign = { utm_source: 'referido', utm_medium: 'link' };

/** A code is sixteen hexadecimal digits; nothing else is looked up. */
const codePattern = /^[0-9a-f]{16}$/;

/** The invitation of a customer, below the site's address. */
export function referralLink(baseUrl: string, code: string): string {
  return `${baseUrl}/?${new URLSearchParams({ ref: code, ...campaign }).toString()}`;
}

/** The code that a stored query (`parameter`) carries; undefined without one. */
function referralCodeIn(parameter: string): string | undefined {
  const code = new URLSearchParams(parameter).get('ref') ?? '';
  return codePattern.test(code) ? code : undefined;
}

export interface NewReferee {
  readonly country: CountryCode;
  readonly customerId: number;
  /** Queries with which the person came, the most recent first. */
  readonly parameters: readonly string[];
}

/**
 * Remembers who invited a new customer, once for ever, while the promotion runs. A customer does
 * not come here again; a person who invites themself under another document is refused, and it is kept that
 * they were.
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
    .select(['id', 'cellphone'])
    .where('referral_code', '=', code)
    .where('country', '=', country)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!referrer || referrer.id === customerId) return;
  const { cellphone } = await tx
    .selectFrom('customer')
    .select('cellphone')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const isSelf = cellphone === referrer.cellphone;
  await tx
    .insertInto('referral')
    .values({
      country,
      referrer_id: referrer.id,
      referee_id: customerId,
      state: isSelf ? 'refused' : 'attached',
      refusal: isSelf ? 'self' : '',
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('referee_id').doNothing())
    .execute();
  await recordEvent(tx, {
    at: now,
    country,
    kind: isSelf ? 'referral-refused' : 'referral-attached',
    customerId,
    detail: { referrerId: referrer.id },
  });
}

/** A reward that accrues and a loan that comes in force come one after the other: the later one sees the earlier. */
export const lockRewards = (tx: Tx, customerIds: readonly number[]): Promise<void> =>
  lockNames(
    tx,
    customerIds.map((id) => `rewards ${id}`),
  );

/**
 * A loan was approved: when its customer was invited or has a reward to spend, the worker looks at it. In the
 * transaction of the approval, so that neither is without the other.
 */
export async function scheduleRewards(
  tx: Tx,
  jobs: JobSender,
  { loanId, customerId }: { readonly loanId: number; readonly customerId: number },
): Promise<void> {
  const [, concerned] = await pipeline(tx, [
    (on) => lockRewards(on, [customerId]),
    (on) => concernedBy(on, customerId),
  ]);
  if (concerned) await jobs.send(tx, rewardQueue, { loanId } satisfies RewardJob);
}

function concernedBy(tx: Tx, customerId: number) {
  return tx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('referral')
            .select('id')
            .where('referee_id', '=', customerId)
            .where('state', '=', 'attached'),
        ),
        eb.exists(eb.selectFrom('referral_reward').select('id').where('customer_id', '=', customerId)),
      ]),
    )
    .executeTakeFirst();
}

/** The customer's own invitation link, also outside the promotion. */
export async function referralLinkOf(db: Queryable, customerId: number, baseUrl: string): Promise<string> {
  const { referral_code } = await db
    .selectFrom('customer')
    .select('referral_code')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return referralLink(baseUrl, referral_code);
}
