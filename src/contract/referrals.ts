import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { attribution, money } from './fields.ts';

/**
 * Data of the referral landing page (docs/product/borrowers-area.md#landing): person, link, promotion and
 * results so far.
 */
const referralProfile = z.object({
  first_name: z.string(),
  last_name: z.string(),
  document_number: z.string(),
  legal_number: z.string(),
  /** '' if no promotion is active. */
  referral_link: z.string(),
  promotion: z.object({
    state: z.enum(['none', 'early', 'running', 'ended']),
    /** First and last day, DD-MM-YYYY; '' without a promotion. */
    from: z.string(),
    to: z.string(),
    /** Reward for the referrer, and the same for the referee. */
    reward: money,
  }),
  referrals: z.object({
    registered: z.number(),
    /** Referees with a loan that was paid out and not withdrawn from. */
    approved: z.number(),
    /** Rewards not earned yet, because the right to withdraw from the loan has not expired. */
    awaited: money,
    /** Rewards of this customer, as referrer or as referee. */
    earned: money,
    /** Part of `earned` already deducted from instalments. */
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
