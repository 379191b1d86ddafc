import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { attribution, money } from './fields.ts';

/**
 * Data of the referral landing (docs/product/borrowers-area.md#landing): the person, the link, the promotion,
 * and the results so far.
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
    /** For the referrer and the referee each. */
    reward: money,
  }),
  referrals: z.object({
    /** Number of accounts opened by the link. */
    registered: z.number(),
    /** Referees with a loan that was paid out and not undone. */
    approved: z.number(),
    /** Rewards not earned yet, because the loan can still be withdrawn from. */
    awaited: money,
    /** Rewards of this customer, as referrer or referee. */
    earned: money,
    /** Part of these already deducted from instalments. */
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
