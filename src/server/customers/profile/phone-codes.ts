import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import { paths } from '../../../contract/paths.ts';
import { PHONE_CODE_LIFETIME_MINUTES } from '../../../countries/constants.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { FORM_MESSAGES } from '../../../countries/fields/form-messages.ts';
import { parseCellPhone, toE164, type CellPhone } from '../../../countries/identifiers/phones.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { phoneTakenEmail } from '../../../countries/messages/access-messages.ts';
import { phoneCodeSms } from '../../../countries/messages/messages.ts';
import { validateField } from '../../../countries/fields/validation.ts';
import { noteWhoseNumber, shortMessageTo } from '../preferences/service.ts';
import { changeProfile, lockForPhone, takePhone } from '../service.ts';
import { endSmsAccess, isSessionOpen } from '../sessions/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { forgetDrafts } from '../drafts/service.ts';
import { enqueueMessage, enqueueMessages, smsCapWait } from '../../messages/service.ts';
import { after } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent, recordEvents } from '../../platform/events.ts';
import { fail, failFields, failTooMany, ok, type Result } from '../../platform/http/result.ts';
import { callerOf, type Call, type Origin } from '../../platform/http/route.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { addressFactor, overAny } from '../../platform/limits/limits.ts';
import { sameBytes } from '../../platform/secrets.ts';
import { refuseUnprovenPhone } from './fresh-login.ts';
import { isProvedPhone } from './queries.ts';

const sendKey = 'POST /api/v3/sendcode';
const checkKey = 'POST /api/v3/checkcode';

const sentByWhatsApp = 'Te enviamos un código por WhatsApp. Si no te llega, te lo mandamos por SMS.';

const purpose = 'phone-code';
/** Attempts per request, over all codes sent for it (docs/security.md#phone-codes). */
const maxTries = 5;
/** Window for counting a request's attempts; a later code starts a new one. */
const requestMinutes = 60;
const hourS = 3600;

/**
 * Sends a 4-digit code to the phone that the customer wants to verify (docs/product/application.md#phone).
 */
export async function sendPhoneCode(
  deps: Dependencies,
  call: Call<typeof sendKey>,
): Promise<Result<OutputOf<typeof sendKey>>> {
  const { country, body } = call;
  const identity = callerOf(call);
  const pack = packOf(country);
  const phone = parseCellPhone(country, body.cellphone);
  if (!phone.ok) return failFields({ cellphone: phone.message });
  const prefix = body.cellphone_prefix ?? pack.prefix;
  if (prefix.replace(/^\+/, '') !== pack.prefix)
    return failFields({ cellphone_prefix: `El prefijo de ${pack.country} es ${pack.prefix}.` });
  const stale = await refuseUnprovenPhone(deps, identity);
  if (stale) return stale;
  const seconds = await secondsUntilNewRequest(deps, identity.customerId);
  if (seconds !== undefined) return fail('phone_code_spent', { retryAfterSeconds: seconds });
  const isProved = await isProvedPhone(deps.db, identity.customerId, phone.value);
  const wait = await overSendLimits(deps, call, phone.value, isProved);
  if (wait !== undefined) return failTooMany(wait);
  return call.commit(async (tx) => {
    const code = deps.random.digits(4);
    await storeCode(tx, deps, {
      customerId: identity.customerId,
      prefix: pack.prefix,
      phone: phone.value,
      code,
    });
    await changeProfile(tx, identity.customerId, { contact_data_verified: 2 });
    const sms = phoneCodeSms({ brand: deps.config.BRAND, pack }, { code });
    const { customerId } = identity;
    const said = await shortMessageTo(tx, deps, { country, customerId }, sms);
    const message = { channel: 'sms', to: toE164(country, phone.value), ...said, isUrgent: true } as const;
    await enqueueMessage(tx, deps, country, message, { isProved });
    await recordEvent(tx, eventOf(deps, call, 'phone-code-sent', phone.value));
    return ok({ messages: [said.whatsapp ? sentByWhatsApp : 'Te enviamos un código por SMS.'] });
  });
}

/** Once its attempts are used up, a request accepts no code for the rest of the hour. */
async function secondsUntilNewRequest(
  { db, clock }: Dependencies,
  customerId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('phone_code')
    .select('request_started_at')
    .where('customer_id', '=', customerId)
    .where('tries', '>=', maxTries)
    .executeTakeFirst();
  if (!row) return undefined;
  const ms = after(row.request_started_at, requestMinutes, 'minutes').getTime() - clock.now().getTime();
  return ms > 0 ? Math.ceil(ms / 1000) : undefined;
}

/** Caps per person, phone, address and country. */
async function overSendLimits(
  deps: Dependencies,
  call: Call<typeof sendKey>,
  phone: CellPhone,
  isProved: boolean,
): Promise<number | undefined> {
  const { db, clock, config } = deps;
  const { country, origin } = call;
  const { customerId } = callerOf(call);
  const perAddress = config.LIMIT_LINKS_ADDRESS * addressFactor(config);
  const limits = [
    { key: `phone-code:customer:${customerId}`, max: config.LIMIT_LINKS_PERSON, windowSeconds: hourS },
    { key: `phone-code:phone:${country}:${phone}`, max: config.LIMIT_LINKS_PERSON, windowSeconds: hourS },
    ...addressLimits('phone-code', origin.address, { max: perAddress, windowSeconds: hourS }),
  ];
  return (await overAny(db, limits, clock.now())) ?? smsCapWait(deps, country, { isProved });
}

interface NewCode {
  readonly customerId: number;
  readonly prefix: string;
  readonly phone: CellPhone;
  readonly code: string;
}

/** A new code keeps the attempts of its request. */
async function storeCode(
  tx: Tx,
  { clock, vault }: Dependencies,
  { customerId, prefix, phone, code }: NewCode,
): Promise<void> {
  const now = clock.now();
  const requestsEndedBefore = after(now, -requestMinutes, 'minutes');
  const sent = {
    cellphone_prefix: prefix,
    cellphone: phone,
    digest: vault.seal(purpose, sealed(customerId, prefix, phone, code)),
    sent_at: now,
    expires_at: after(now, PHONE_CODE_LIFETIME_MINUTES, 'minutes'),
    used_at: null,
  };
  await tx
    .insertInto('phone_code')
    .values({ customer_id: customerId, ...sent, request_started_at: now })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({
        ...sent,
        tries: sql<number>`case when phone_code.request_started_at <= ${requestsEndedBefore} then 0 else phone_code.tries end`,
        request_started_at: sql<Date>`case when phone_code.request_started_at <= ${requestsEndedBefore} then ${now} else phone_code.request_started_at end`,
      }),
    )
    .execute();
}

function sealed(customerId: number, prefix: string, phone: string, code: string): string {
  return `${customerId}:${prefix}:${phone}:${code}`;
}

/** Checks a code; if it is right, the phone becomes the customer's. */
export async function checkPhoneCode(
  deps: Dependencies,
  call: Call<typeof checkKey>,
): Promise<Result<OutputOf<typeof checkKey>>> {
  const { country, body } = call;
  const { customerId, sessionDigest } = callerOf(call);
  const now = deps.clock.now();
  const wrong = validateField('sms_code', body.code, { country, today: localDate(now, country) });
  if (wrong !== undefined) return failFields({ code: wrong });
  const current = await takeTry(deps, customerId);
  if (!current) {
    const seconds = await secondsUntilNewRequest(deps, customerId);
    return seconds === undefined ? wrongCode() : fail('phone_code_spent', { retryAfterSeconds: seconds });
  }
  const { cellphone, cellphone_prefix: prefix, digest } = current;
  const seals = deps.vault.seals(purpose, sealed(customerId, prefix, cellphone, body.code));
  if (!seals.some((seal) => sameBytes(digest, seal))) {
    await recordEvent(deps.db, eventOf(deps, call, 'phone-code-wrong', cellphone));
    return wrongCode();
  }
  return call.commit(async (tx) => {
    const others = await lockForPhone(tx, customerId, country, cellphone);
    // An e-mail verification in the meantime has ended the session and its pending codes.
    if (!(await isSessionOpen(tx, sessionDigest))) return fail('unauthenticated');
    const used = await tx
      .updateTable('phone_code')
      .set({ used_at: now })
      .where('customer_id', '=', customerId)
      .where('digest', '=', digest)
      .where('used_at', 'is', null)
      .returning('customer_id')
      .executeTakeFirst();
    if (!used) return wrongCode();
    await holdNumber(tx, deps, call, { cellphone, prefix });
    await noteWhoseNumber(tx, deps, customerId, { cellphone, others });
    await forgetDrafts(tx, customerId, ['phone']);
    await recordEvent(tx, eventOf(deps, call, 'phone-verified', cellphone));
    return ok({ messages: ['Tu celular quedó validado.'] });
  });
}

/**
 * Assigns the number to the caller. Former holders lose it and the sessions opened with it, and are notified.
 */
async function holdNumber(
  tx: Tx,
  deps: Dependencies,
  call: Call<typeof checkKey>,
  { cellphone, prefix }: { readonly cellphone: CellPhone; readonly prefix: string },
): Promise<void> {
  const { country, origin } = call;
  const { customerId } = callerOf(call);
  const at = deps.clock.now();
  const former = await takePhone(tx, customerId, { country, cellphone, prefix, at });
  await endSmsAccess(
    tx,
    former.map(({ id }) => id),
    at,
  );
  const sender = { brand: deps.config.BRAND, pack: packOf(country) };
  const url = origin.baseUrl + paths.login();
  const told = former.map(({ id, first_name: firstName, email }) => ({
    channel: 'email' as const,
    to: email,
    customerId: id,
    ...phoneTakenEmail(sender, { firstName, url, end: cellphone.slice(-4) }),
  }));
  await enqueueMessages(tx, deps, country, told);
  const detail = { phoneEnd: cellphone.slice(-4) };
  await recordEvents(
    tx,
    former.map(({ id }) => ({ at, country, kind: 'phone-taken', customerId: id, detail })),
  );
}

/**
 * Uses up one attempt and returns the code's digest to compare with, in one statement outside any
 * transaction, so that a thousand concurrent guesses still get five attempts (docs/security.md#phone-codes).
 */
function takeTry({ db, clock }: Dependencies, customerId: number) {
  return db
    .updateTable('phone_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('customer_id', '=', customerId)
    .where('tries', '<', maxTries)
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .returning(['cellphone', 'cellphone_prefix', 'digest'])
    .executeTakeFirst();
}

function wrongCode() {
  return fail('phone_code', { fields: { code: FORM_MESSAGES.wrongSmsCode } });
}

function eventOf(
  { clock }: Dependencies,
  call: {
    readonly country: CountryCode;
    readonly origin: Origin;
    readonly identity: Call<typeof sendKey>['identity'];
  },
  kind: string,
  phone: string,
) {
  return {
    at: clock.now(),
    country: call.country,
    kind,
    customerId: callerOf(call).customerId,
    requestId: call.origin.requestId,
    address: call.origin.address,
    detail: { phoneEnd: phone.slice(-4) },
  };
}
