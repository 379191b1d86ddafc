import { z } from 'zod';
import { PROOF_CODE_LIFETIME_MINUTES } from '../../../countries/constants.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { toE164 } from '../../../countries/identifiers/phones.ts';
import { packOf } from '../../../countries/index.ts';
import { paths } from '../../../contract/paths.ts';
import { proofCodeEmail, proofCodeSms } from '../../../countries/messages/access-messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage, smsCapWait, type OutgoingMessage } from '../../messages/service.ts';
import { after } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failTooMany, ok, type Result } from '../../platform/http/result.ts';
import type { Identity, Origin } from '../../platform/http/route.ts';
import { digestOf, sameBytes, type Vault } from '../../platform/secrets.ts';
import { shortMessageTo } from '../preferences/service.ts';
import { countUse, proofTries, refundUse, sendLimits } from './limits.ts';
import { takeChallengeOnce } from './passkey-rows.ts';
import { customerById, phoneOfProof } from './queries.ts';

const purpose = 'proof-code';
const digitsOfCode = 6;

/** Sealed state of a sent code, held by the page, so that only the requesting session can answer it. */
const sealed = z.object({
  session: z.string(),
  digest: z.string(),
  channel: z.enum(['sms', 'email']),
  until: z.number(),
});
type Sent = z.output<typeof sealed>;

/** Input of the code's keyed digest. */
const saidBy = ({ customerId }: Identity, session: string, code: string, subject: string) =>
  `${customerId}:${session}:${code}${subject === '' ? '' : `:${subject}`}`;
const nameOf = ({ sessionDigest }: Identity) => sessionDigest.toString('base64url');

/** Logged-in person requesting a code or answering one. */
interface Asking {
  readonly caller: Identity;
  readonly country: CountryCode;
  readonly origin: Origin;
  /** Text that the code accepts; '' for a re-authentication. */
  readonly subject?: string;
}

/**
 * Counts a code that is asked for. @returns what sends it within a transaction and answers with its sealed
 * state, or the refusal
 */
export async function prepareCode(
  deps: Dependencies,
  { caller, country, origin, subject = '' }: Asking,
  channel: Sent['channel'],
): Promise<Result<(tx: Tx) => Promise<string>>> {
  const { clock, random, vault } = deps;
  const { customerId } = caller;
  const to = await receiverOf(deps, caller, channel);
  if (to === undefined) return fail('not_found');
  const limits = sendLimits(deps, purpose, country, String(customerId), origin.address);
  const wait =
    (await countUse(deps, limits)) ?? (channel === 'sms' ? await smsCapWait(deps, country) : undefined);
  if (wait !== undefined) return failTooMany(wait);
  const code = random.digits(digitsOfCode);
  const session = nameOf(caller);
  const digest = vault.seal(purpose, saidBy(caller, session, code, subject)).toString('base64url');
  const until = after(clock.now(), PROOF_CODE_LIFETIME_MINUTES, 'minutes').getTime();
  const sent: Sent = { session, digest, channel, until };
  return ok(async (tx) => {
    const message = await messageWith(deps, { code, country, origin, ...to });
    await enqueueMessage(tx, deps, country, { ...message, customerId, isUrgent: true });
    const { requestId, address } = origin;
    const event = { at: clock.now(), country, kind: 'proof-code-sent', customerId, requestId, address };
    await recordEvent(tx, { ...event, detail: { channel } });
    return vault.encrypt(purpose, JSON.stringify(sent)).toString('base64url');
  });
}

/**
 * Checks a code. @returns what takes it within a transaction, once, and answers with its channel; or the
 * refusal
 */
export async function checkCode(
  deps: Dependencies,
  { caller, country, origin, subject = '' }: Asking,
  answer: { readonly state: string; readonly code: string },
): Promise<Result<(tx: Tx) => Promise<Result<Sent['channel']>>>> {
  const { clock, vault } = deps;
  const { customerId } = caller;
  const limits = proofTries(customerId);
  // Counted before the check, over all codes sent, so that resending gives no further attempt.
  const wait = await countUse(deps, limits);
  if (wait !== undefined) return failTooMany(wait);
  const sent = openState(vault, answer.state);
  const session = nameOf(caller);
  const isLive = sent?.session === session && sent.until > clock.now().getTime();
  const digest = Buffer.from(isLive ? sent.digest : '', 'base64url');
  const seals = vault.seals(purpose, saidBy(caller, session, answer.code, subject));
  if (!isLive || !seals.some((seal) => sameBytes(seal, digest))) {
    const { requestId, address } = origin;
    const at = clock.now();
    await recordEvent(deps.db, { at, country, kind: 'proof-code-wrong', customerId, requestId, address });
    return fail('proof_code', {
      fields: { code: 'El código no es correcto o ya venció. Revisalo o pedí otro.' },
    });
  }
  await refundUse(deps, limits);
  return ok(async (tx) =>
    (await takeChallengeOnce(tx, digestOf(answer.state), clock.now()))
      ? ok(sent.channel)
      : fail('proof_code'),
  );
}

/** Sentence after a code was sent. */
export const CODE_SENT = 'Te enviamos un código.';

interface Receiver {
  readonly customerId: number;
  readonly firstName: string;
  readonly email: string;
  /** '' for a code by e-mail. */
  readonly phone: Awaited<ReturnType<typeof phoneOfProof>>;
}

async function receiverOf(
  { db }: Pick<Dependencies, 'db'>,
  caller: Identity,
  channel: Sent['channel'],
): Promise<Receiver | undefined> {
  const customer = await customerById(db, caller.customerId);
  if (!customer) return undefined;
  const phone = channel === 'sms' ? await phoneOfProof(db, caller) : '';
  if (channel === 'sms' && phone === '') return undefined;
  return { customerId: customer.id, firstName: customer.first_name, email: customer.email, phone };
}

async function messageWith(
  deps: Dependencies,
  {
    code,
    country,
    origin,
    customerId,
    firstName,
    email,
    phone,
  }: Receiver & { readonly code: string; readonly country: CountryCode; readonly origin: Origin },
): Promise<OutgoingMessage> {
  const sender = { brand: deps.config.BRAND, pack: packOf(country) };
  if (phone === '') {
    const url = origin.baseUrl + paths.login({ reset: '1' });
    return { channel: 'email', to: email, ...proofCodeEmail(sender, { firstName, code, url }) };
  }
  const said = await shortMessageTo(deps.db, deps, { country, customerId }, proofCodeSms(sender, { code }));
  return { channel: 'sms', to: toE164(country, phone), ...said };
}

function openState(vault: Vault, state: string): Sent | undefined {
  try {
    return sealed.safeParse(JSON.parse(vault.decrypt(purpose, Buffer.from(state, 'base64url')))).data;
  } catch {
    return undefined;
  }
}
