import { ownPath } from '../../../contract/access/own-path.ts';
import { FORM_MESSAGES } from '../../../countries/fields/form-messages.ts';
import { parseEmail } from '../../../countries/identifiers/email.ts';
import { parseCellPhone } from '../../../countries/identifiers/phones.ts';
import { packOf } from '../../../countries/index.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fail, failFields, failTooMany, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { route, type Call, type Route } from '../../platform/http/route.ts';
import { smsCapWait } from '../../messages/service.ts';
import { sendLinkQueue, type SendLinkJob } from './jobs.ts';
import { countUse, sendLimits } from './limits.ts';

const wrong = 'El dato ingresado no es válido.';
const smsSent = 'Te enviamos un link de acceso por SMS. Vale por 3 horas.';
const mailSent = 'Te enviamos un mail con instrucciones.';

type Origin = Call<'POST /api/auth/sendpin'>['origin'];
type Done = { messages: string[] };

/**
 * Calls that send a link. The worker looks the person up, so that the response takes equally long and says
 * the same for everybody (docs/security.md#same-answer).
 */
export function sendLinkRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /api/auth/sendpin', async ({ body, country, origin, commit }) => {
      const phone = parseCellPhone(country, body.cellphone);
      if (!phone.ok) return failFields({ cellphone: phone.message });
      const prefix = body.cellphone_prefix?.replace(/^\+/, '') ?? '';
      if (prefix !== '' && prefix !== packOf(country).prefix) return failFields({ cellphone_prefix: wrong });
      if (!isAcceptable(body.redirectTo)) return failFields({ redirectTo: wrong });
      const wait = await smsCapWait(deps, country);
      if (wait !== undefined) return failTooMany(wait);
      const job = { ...jobOf(country, body.redirectTo, origin), kind: 'sms', to: phone.value } as const;
      return request(deps, job, origin, smsSent, commit);
    }),
    route('POST /api/auth/magic-link', async ({ body, country, origin, commit }) => {
      const email = parseEmail(body.email);
      if (!email.ok) return failFields({ email: email.message });
      if (!isAcceptable(body.redirectTo)) return failFields({ redirectTo: wrong });
      const job = { ...jobOf(country, body.redirectTo, origin), kind: 'magic', to: email.value } as const;
      return request(deps, job, origin, mailSent, commit);
    }),
    route('GET /api/recovery', async ({ query, country, origin, commit }) => {
      const email = parseEmail(query.email);
      if (!email.ok) return refuseRecovery(query.email, email.message);
      const job = { ...jobOf(country, '', origin), kind: 'recovery', to: email.value } as const;
      return request(deps, job, origin, mailSent, commit);
    }),
  ];
}

/** Reports the reason for the whole form too, because there is no address. */
function refuseRecovery(email: string, reason: string): Failure {
  const fields = { email: reason };
  return email.trim() === ''
    ? fail('invalid', { message: FORM_MESSAGES.completeFields, fields })
    : failFields(fields);
}

// Browsers remove tabs and line breaks before they parse an address.
const forbidden = /[\p{Cc}\s\\]/u;

/** Checks whether an address is empty or a path of this site (docs/product/signup-and-login.md#redirects). */
export function isAcceptable(redirectTo: string): boolean {
  return redirectTo === '' || (!forbidden.test(redirectTo) && ownPath(redirectTo) !== null);
}

function jobOf(
  country: SendLinkJob['country'],
  redirectTo: string,
  { baseUrl, requestId, address }: Origin,
): Omit<SendLinkJob, 'kind' | 'to'> {
  return { country, redirectTo, baseUrl, requestId, address };
}

async function request(
  deps: Dependencies,
  job: SendLinkJob,
  origin: Origin,
  message: string,
  commit: Call<'POST /api/auth/sendpin'>['commit'],
): Promise<Result<Done>> {
  const wait = await countUse(deps, sendLimits(deps, job.kind, job.country, job.to, origin.address));
  if (wait !== undefined) return failTooMany(wait);
  return commit(async (tx) => {
    await deps.jobs.send(tx, sendLinkQueue, job);
    return ok({ messages: [message] });
  });
}
