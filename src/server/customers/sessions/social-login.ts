import { parseEmail } from '../../../countries/identifiers/email.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { SocialIdentity } from '../../integrations/identity/port.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failTooMany, ok, type Result } from '../../platform/http/result.ts';
import { route, type Call, type Origin, type Route } from '../../platform/http/route.ts';
import { lockCustomer, noteEmailProof } from '../service.ts';
import { proveEmail } from './first-proof.ts';
import { countUse, guessLimits, refundUse } from './limits.ts';
import type { LoginDependencies } from './followers.ts';
import { logIn } from './log-in.ts';
import {
  addSocialIdentity,
  customerByEmail,
  customerBySocialIdentity,
  type SocialProvider,
} from './queries.ts';
import { sessionAnswer, termsRefused } from './service.ts';

type SocialCall = Call<'POST /api/social/google' | 'POST /api/social/facebook'>;

interface Registration {
  readonly provider: SocialProvider;
  readonly identity: SocialIdentity;
  readonly country: CountryCode;
  readonly origin: Origin;
  readonly body: SocialCall['body'];
}

export function socialLoginRoutes(deps: LoginDependencies): Route[] {
  return [
    route('POST /api/social/google', (call) => socialLogin(deps, 'google', call)),
    route('POST /api/social/facebook', (call) => socialLogin(deps, 'facebook', call)),
  ];
}

async function socialLogin(deps: LoginDependencies, provider: SocialProvider, call: SocialCall) {
  const { body, country, origin, commit } = call;
  const limits = guessLimits(deps, 'social', origin.address);
  const wait = await countUse(deps, limits);
  if (wait !== undefined) return failTooMany(wait);
  const identity = await verified(deps, provider, body);
  if (!identity) return fail('social_token');
  await refundUse(deps, limits);
  if (identity === 'unreachable') return fail('unavailable', { retryAfterSeconds: 5 });
  return commit(async (tx) => {
    const found = await customerOf(tx, deps, { provider, identity, country, origin, body });
    if (!found.ok) return found;
    const opened = await logIn(tx, deps, { customerId: found.value, country, method: provider, origin });
    if (!opened.ok) return opened;
    await recordEvent(tx, {
      at: deps.clock.now(),
      country,
      kind: 'login',
      customerId: found.value,
      requestId: origin.requestId,
      address: origin.address,
      detail: { method: provider },
    });
    return ok(sessionAnswer(opened.value));
  });
}

/** Identity of the token, if its address is one we could write to. */
async function verified(
  { ports, log }: LoginDependencies,
  provider: SocialProvider,
  { token, nonce }: Pick<SocialCall['body'], 'token' | 'nonce'>,
): Promise<SocialIdentity | 'unreachable' | undefined> {
  try {
    const identity = await ports.identity[provider].verify(token, nonce);
    const email = identity && parseEmail(identity.email);
    return email?.ok && identity ? { ...identity, email: email.value } : undefined;
  } catch (error) {
    log.warn({ err: error, provider }, 'identity provider failed');
    return 'unreachable';
  }
}

/**
 * Customer of the identity; otherwise of its address, if the provider runs the mailbox; otherwise a new one
 * from the lead (docs/product/signup-and-login.md#social).
 */
async function customerOf(tx: Tx, deps: LoginDependencies, who: Registration): Promise<Result<number>> {
  const { provider, identity, country } = who;
  const find = () => customerBySocialIdentity(tx, country, provider, identity.subject);
  const known = await find();
  if (known) {
    await lockCustomer(tx, known.id);
    // Re-read, because a correction of the address may have unlinked the identity in the meantime and ended
    // every session.
    const present = await find();
    if (present?.disabled_at !== null) return fail('social_token');
    const isProof = identity.isEmailTheirs && present.email.toLowerCase() === identity.email;
    const isFirst = isProof && (await proveEmail(tx, deps, proofOf(who, known.id)));
    return isFirst ? link(tx, deps, who, known.id) : ok(known.id);
  }
  const found = await customerByEmail(tx, country, identity.email);
  if (found) {
    const sameAddress = await lockCustomer(tx, found.id);
    const isTheirs = sameAddress.email.toLowerCase() === identity.email;
    if (!isTheirs || sameAddress.disabled_at !== null) return fail('social_token');
    // The person who owned the address when the provider verified it may not own it, or the account, today.
    if (!identity.isEmailTheirs) return fail(who.body.hash === '' ? 'social_unproved' : 'user_exists');
    await proveEmail(tx, deps, proofOf(who, sameAddress.id));
    return link(tx, deps, who, sameAddress.id);
  }
  if (who.body.hash === '') return fail('social_commercial_offer');
  // The login turns into a registration, which requires acceptance of the terms.
  if (who.body.terms !== true) return termsRefused();
  const created = await deps.createAccount(tx, {
    email: identity.email,
    hash: who.body.hash,
    option: who.body.option,
    referrer: who.body.referrer,
    parameter: who.body.parameter,
    country,
    origin: who.origin,
  });
  if (!created.ok) return created.code === 'user_exists' ? created : fail('account_create_exception');
  const { customerId } = created.value;
  // A new account has no earlier access to end; the link for setting a password in the welcome e-mail stays.
  if (identity.isEmailTheirs)
    await noteEmailProof(tx, customerId, { at: deps.clock.now(), by: 'provider', keepsPhone: true });
  return link(tx, deps, who, customerId);
}

const proofOf = ({ country, origin }: Registration, customerId: number) =>
  ({ customerId, country, origin, by: 'provider' }) as const;

async function link(
  tx: Tx,
  deps: LoginDependencies,
  who: Registration,
  customerId: number,
): Promise<Result<number>> {
  const at = deps.clock.now();
  const { provider, country, origin } = who;
  await addSocialIdentity(tx, {
    provider,
    subject: who.identity.subject,
    country,
    customer_id: customerId,
    created_at: at,
  });
  await recordEvent(tx, {
    at,
    country,
    kind: 'social-linked',
    customerId,
    requestId: origin.requestId,
    address: origin.address,
    detail: { provider },
  });
  return ok(customerId);
}
