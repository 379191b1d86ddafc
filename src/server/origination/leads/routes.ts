import { localDate } from '../../../countries/local-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { offerOfLead, leadPlans } from '../offers/service.ts';
import { fail, failTooMany, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { addressFactor, overAny } from '../../platform/limits/limits.ts';
import { createLead, decideLead } from './create-lead.ts';
import { leadByHash, leadIdForFeedback } from './queries.ts';
import { createServiceToken } from './service-token.ts';
import { checkSignUp } from './sign-up.ts';

/** Routes for leads, before they have an account (docs/product/signup-and-login.md). */
export function leadRoutes(deps: Dependencies): Route[] {
  return [signUp(deps), serviceToken(deps), leadOffer(deps), plansOfLead(deps), feedback(deps)];
}

const hourSeconds = 3600;

/**
 * Always creates a lead: a known document or e-mail gets the same response, so the call does not reveal
 * customers.
 */
function signUp(deps: Dependencies): Route {
  const { db, clock, config } = deps;
  const maxPerHour = config.LIMIT_SIGNUP_ADDRESS * addressFactor(config);
  return route('POST /vendors-api/v1/leads', async ({ body, country, origin, commit }) => {
    const checked = checkSignUp(body, country, localDate(clock.now(), country));
    if (!checked.ok) return checked;
    const limits = addressLimits('signup', origin.address, { max: maxPerHour, windowSeconds: hourSeconds });
    const wait = await overAny(db, limits, clock.now());
    if (wait !== undefined) return failTooMany(wait);
    const decided = await decideLead(deps, country, checked.value);
    return commit(async (tx) => {
      const { suitable, hash } = await createLead(tx, deps, decided, { body, origin });
      return ok({ model: { suitable, hash, document_number: checked.value.documentNumber } });
    });
  });
}

function serviceToken(deps: Dependencies): Route {
  return route('POST /vendors-api/v2/token/creditrisk', async ({ origin }) => {
    const { token, expired } = createServiceToken(deps, origin.channel);
    const session = { token, expired: expired.toISOString() };
    return ok({ result: session, ...session });
  });
}

function leadOffer(deps: Dependencies): Route {
  return route('GET /vendors-api/v1/leads/{hash}', async ({ params, country }) => {
    const lead = await leadByHash(deps.db, country, params.hash);
    if (!lead) return fail('not_found');
    const offer = await offerOfLead(deps, country, lead.id);
    if (!offer.ok) return offer;
    const {
      first_name,
      last_name,
      email,
      phone,
      document_number,
      birthdate,
      gender,
      origin,
      suitable,
      hash,
    } = lead;
    const { max_amount } = offer.value;
    return ok({
      result: {
        ...offer.value,
        profile: {
          first_name,
          last_name,
          email,
          phone,
          document_number,
          birthdate,
          gender,
          amount: max_amount,
          origin,
          suitable,
          hash,
          max_amount,
        },
      },
    });
  });
}

function plansOfLead(deps: Dependencies): Route {
  return route('GET /vendors-api/v1/leads/{hash}/loan-options/{amount}', async ({ params, country }) => {
    const lead = await leadByHash(deps.db, country, params.hash);
    if (!lead) return fail('not_found');
    const plans = await leadPlans(deps, country, lead.id, params.amount);
    return plans.ok ? ok({ result: plans.value }) : plans;
  });
}

function feedback({ db, clock, config }: Dependencies): Route {
  return route('POST /api/v3/lead/feedback/{hash}', async ({ params, body, country, origin, commit }) => {
    if (body.feedback === 'other' && body.comment === '') return fail('feedback_reason');
    if (body.hash !== '' && body.hash !== params.hash) return fail('not_found');
    const limits = addressLimits('feedback', origin.address, {
      max: config.LIMIT_OPINIONS_ADDRESS,
      windowSeconds: hourSeconds,
    });
    const wait = await overAny(db, limits, clock.now());
    if (wait !== undefined) return failTooMany(wait);
    const leadId = await leadIdForFeedback(db, country, params.hash);
    if (leadId === undefined) return fail('not_found');
    return commit(async (tx) => {
      await tx
        .insertInto('lead_feedback')
        .values({ lead_id: leadId, reason: body.feedback, comment: body.comment, created_at: clock.now() })
        .execute();
      return ok({ messages: ['Gracias por contarnos tu opinión.'] });
    });
  });
}
