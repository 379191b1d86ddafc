import { localDate } from '../../../countries/local-time.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { toUnits, ZERO } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { referralSummary } from './queries.ts';
import { referralLink } from './service.ts';
import { promotionState, referralTerms } from './terms.ts';

/**
 * Referral profile, which a customer opens only with their own legal number
 * (docs/product/borrowers-area.md#landing).
 */
export function referralRoutes({ db, clock }: Dependencies): Route[] {
  return [
    route('GET /api/v3/profile/private/{legal_number}', async (call) => {
      const { params, country, origin } = call;
      const { customerId } = callerOf(call);
      const customer = await db
        .selectFrom('customer')
        .select(['first_name', 'last_name', 'document_number', 'legal_number', 'referral_code'])
        .where('id', '=', customerId)
        .executeTakeFirstOrThrow();
      // A customer without a legal number is identified by the document.
      const own = customer.legal_number || customer.document_number;
      if (params.legal_number.replaceAll(/\D/g, '') !== own) return fail('referral_profile');
      const terms = await referralTerms(db, country);
      const state = promotionState(terms, localDate(clock.now(), country));
      const { awaited, earned, applied, ...people } = await referralSummary(db, customerId);
      const { referral_code, ...person } = customer;
      return ok({
        result: {
          ...person,
          referral_link: state === 'running' ? referralLink(origin.baseUrl, referral_code) : '',
          promotion: {
            state,
            from: terms ? formatDate(terms.from) : '',
            to: terms ? formatDate(terms.to) : '',
            reward: toUnits(terms?.reward ?? ZERO),
          },
          referrals: {
            ...people,
            awaited: toUnits(awaited),
            earned: toUnits(earned),
            applied: toUnits(applied),
          },
        },
      });
    }),
  ];
}
