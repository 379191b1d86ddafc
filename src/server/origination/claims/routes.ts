import { parseEmail } from '../../../countries/identifiers/email.ts';
import { sessionAnswer, termsRefused } from '../../customers/sessions/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { failFields, failTooMany, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { addressFactor, type Limit, overAny, uncount } from '../../platform/limits/limits.ts';
import { digestOf } from '../../platform/secrets.ts';
import { maskDocument } from '../../staff/masks/service.ts';
import { claimQueue, type ClaimJob } from './jobs.ts';
import { claimOf, finishClaim, openClaim } from './service.ts';

const hourS = 3600;
const quarterHourS = 900;

const SENT =
  'Te mandamos un mail con un link para pedir tu documento. Si ya tenés una cuenta con ese mail, el link es para ingresar.';
const WAITING =
  'Recibimos tu pedido. Miramos tus fotos y te avisamos por mail: si es tu documento, pasa a tu cuenta.';

export function claimRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /api/v3/document-claim', async ({ body, country, origin, commit }) => {
      const email = parseEmail(body.email);
      if (!email.ok) return failFields({ email: email.message });
      if (body.terms === false) return termsRefused();
      const asked = { country, hash: body.hash, email: email.value };
      const wait = await overAny(deps.db, claimLimits(deps, asked, origin.address), deps.clock.now());
      if (wait !== undefined) return failTooMany(wait);
      const { baseUrl, requestId, address } = origin;
      return commit(async (tx) => {
        // The worker looks up the accounts, so that the response takes equally long for everyone.
        await deps.jobs.send(tx, claimQueue, { ...asked, baseUrl, requestId, address } satisfies ClaimJob);
        return ok({ messages: [SENT] });
      });
    }),
    route('POST /api/v3/document-claim/open', async ({ body, country, origin, commit }) => {
      const max = deps.config.LIMIT_PASSWORD_ADDRESS;
      const limits = addressLimits('claim-link', origin.address, { max, windowSeconds: quarterHourS });
      const wait = await overAny(deps.db, limits, deps.clock.now());
      if (wait !== undefined) return failTooMany(wait);
      const result = await commit(async (tx) => {
        const opened = await openClaim(tx, deps, { code: body.code, country, origin });
        return opened.ok ? ok(sessionAnswer(opened.value)) : opened;
      });
      // A valid link does not count as a guess.
      if (result.ok)
        await uncount(
          deps.db,
          limits.map(({ key }) => key),
        );
      return result;
    }),
    route('GET /api/v3/document-claim', async (call) => {
      const claim = await claimOf(deps.db, callerOf(call).customerId);
      if (!claim || claim.state === 'sent')
        return ok({ result: { state: 'none' as const, document: '', phone: false, photos: false } });
      const { state, document, isPhoneProved: phone, hasPhotos: photos } = claim;
      return ok({ result: { state, document: maskDocument(document), phone, photos } });
    }),
    route('POST /api/v3/document-claim/finish', async (call) => {
      const { customerId } = callerOf(call);
      return call.commit(async (tx) => {
        const finished = await finishClaim(tx, deps, { customerId, country: call.country });
        return finished.ok ? ok({ messages: [WAITING] }) : finished;
      });
    }),
  ];
}

/** Limits on letters by network address, and by mailbox and sign-up; only digests of these are stored. */
function claimLimits(
  { config }: Dependencies,
  { country, hash, email }: Pick<ClaimJob, 'country' | 'hash' | 'email'>,
  address: string,
): Limit[] {
  const of = (what: string, whom: string): Limit => ({
    key: `claim-${what}:${digestOf(`${country} ${whom}`).toString('base64url')}`,
    max: config.LIMIT_LINKS_PERSON,
    windowSeconds: hourS,
  });
  const max = config.LIMIT_LINKS_ADDRESS * addressFactor(config);
  return [
    ...addressLimits('claim', address, { max, windowSeconds: hourS }),
    of('mailbox', email),
    of('lead', hash),
  ];
}
