import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { attribution, money } from './fields.ts';

/**
 * What the referral landing shows (docs/product/borrowers-area.md#landing): the person, the link, the
 * promotion, and how it has gone so far.
 */
const referralProfile = z.object({
  first_name: z.string(),
  last_name: z.string(),
  document_number: z.string(),
  legal_number: z.string(),
  /** '' while the promotion does not run. */
  referral_link: z.string(),
  promotion: z.object({
    state: z.enum(['none', 'early', 'running', 'ended']),
    /** First and last day, DD-MM-YYYY; '' where there is no promotion. */
    from: z.string(),
    to: z.string(),
    /** Of the referrer and of the referee each. */
    reward: money,
  }),
  referrals: z.object({
    /** Who opened an account by the link. */
    registered: z.number(),
    /** Of these, whose loan was paid out and not undone. */
    approved: z.number(),
    /** Rewards whose loans can still be withdrawn from: they are not earned yet. */
    awaited: money,
    /** Rewards of this customer, as referrer or referee. */
    earned: money,
    /** Of these, what has been taken off instalments. */
    applied: money,
  }),
});

/** The referral programme (docs/product/borrowers-area.md#programme). */
export const referrals = {
  'GET /api/v3/profile/private/{legal_number}': endpoint({
    summary: "The customer's referral profile, by their own legal number",
    access: 'customer',
    params: z.object({ legal_number: z.string().min(1).max(40) }),
    query: z.object(attribution),
    response: z.object({ result: referralProfile }),
    failures: ['referral_profile'],
  }),
};
