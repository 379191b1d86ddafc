import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { after, type Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, failFields, type Failure } from '../../platform/http/result.ts';
import type { Identity, Origin } from '../../platform/http/route.ts';
import { digestOf } from '../../platform/secrets.ts';
import { prepared } from '../../platform/statements.ts';
import type { SweptRows } from '../../platform/swept-rows.ts';
import { holdStops } from '../holds/service.ts';
import { deviceName } from '../../platform/http/device.ts';
import { forgetPasskeys } from './passkey-rows.ts';
import { revokeSessions, spendLinks } from './queries.ts';

export { personalData } from './personal-data.ts';
export { endSmsAccess, forgetSocialIdentities, isSessionOpen } from './queries.ts';
export { createLink, linkMessage, passwordPage, sendLinkTo, type WantedLink } from './links.ts';
export { hashPassword } from './passwords.ts';
export { proveEmail } from './first-proof.ts';
export { checkCode, CODE_SENT, prepareCode } from './proof-codes.ts';
export type { AccountRequest } from './followers.ts';

/** Ended sessions and links are kept for a while, to answer questions about past logins. */
const endedDays = 90;
export const sweptSessions: readonly SweptRows[] = [
  { table: 'session', time: 'expires_at', days: endedDays },
  { table: 'one_time_link', time: 'expires_at', days: endedDays },
  { table: 'customer_answered_challenge', time: 'answered_at', days: 1 },
];

export interface OpenedSession {
  readonly token: string;
  readonly expired: Date;
}

export type LoginMethod = 'password' | 'passkey' | 'sms' | 'magic' | 'google' | 'facebook' | 'registration';

export interface NewSession {
  readonly customerId: number;
  readonly country: CountryCode;
  readonly method: LoginMethod;
  readonly origin: Pick<Origin, 'device'>;
}

/** Opens a session; only the token's digest is stored. */
export async function openSession(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random' | 'config'>,
  who: NewSession,
): Promise<OpenedSession> {
  const { clock, random, config } = deps;
  const token = random.token();
  const now = clock.now();
  const expired = after(now, config.SESSION_MAX_DAYS, 'days');
  await tx
    .insertInto('session')
    .values({
      digest: digestOf(token),
      customer_id: who.customerId,
      country: who.country,
      method: who.method,
      device: deviceName(who.origin.device),
      created_at: now,
      fresh_at: now,
      last_used_at: now,
      expires_at: expired,
    })
    .execute();
  return { token, expired };
}

/** Tolerated staleness of `last_used_at`, so that reading a session writes at most once a minute. */
const touchAfterMs = 60_000;

const sessionOf = prepared((db, digest: Buffer, country: CountryCode) =>
  db
    .selectFrom('session')
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .select(['session.customer_id', 'session.fresh_at', 'session.last_used_at', 'session.expires_at'])
    .select('customer.email_proved_at')
    .where('session.digest', '=', digest)
    .where('session.country', '=', country)
    .where('session.revoked_at', 'is', null)
    .where('customer.disabled_at', 'is', null)
    .where(sql<boolean>`not ${holdStops('login', sql.ref('session.customer_id'))}`),
);

/**
 * Customer of a token, unless the session is revoked, expired, idle too long or of another country, or the
 * customer is held.
 */
export async function authenticate(
  { db, clock, config }: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  token: string,
  country: CountryCode,
): Promise<Identity | undefined> {
  const now = clock.now();
  const digest = digestOf(token);
  const [row] = await sessionOf.run(db, digest, country);
  if (!row || row.expires_at <= now || after(row.last_used_at, config.SESSION_IDLE_HOURS, 'hours') <= now)
    return undefined;
  if (now.getTime() - row.last_used_at.getTime() > touchAfterMs) {
    await db.updateTable('session').set({ last_used_at: now }).where('digest', '=', digest).execute();
  }
  return {
    customerId: row.customer_id,
    sessionDigest: digest,
    freshAt: row.fresh_at,
    isEmailProved: row.email_proved_at !== null,
  };
}

/**
 * Session in the form of responses: at the top level and under `result`
 * (docs/product/signup-and-login.md#ways-in).
 */
export function sessionAnswer({ token, expired }: OpenedSession) {
  const answer = { token, expired: expired.toISOString() };
  return { ...answer, result: answer };
}

/** Failure of a registration without accepting the terms. */
export function termsRefused(): Failure {
  return failFields({ terms: 'Debes aceptar los términos del sitio para continuar' });
}

/**
 * Requires a login within FRESH_LOGIN_HOURS for confirming a loan (docs/security.md#fresh-login).
 * @returns the failure if the last login is older
 */
export function requireFresh(
  identity: Pick<Identity, 'freshAt'>,
  clock: Clock,
  config: Pick<Config, 'FRESH_LOGIN_HOURS'>,
): Failure | undefined {
  const isFresh = after(identity.freshAt, config.FRESH_LOGIN_HOURS, 'hours') > clock.now();
  return isFresh ? undefined : fail('fresh_login_required');
}

/**
 * Requires a login or re-authentication within PROOF_MINUTES for changing a login or the destination of money
 * (docs/product/signup-and-login.md#new-proof).
 * @returns the failure if the last one is older
 */
export function requireProof(
  identity: Pick<Identity, 'freshAt'>,
  { clock, config }: { readonly clock: Clock; readonly config: Pick<Config, 'PROOF_MINUTES'> },
): Failure | undefined {
  const isProven = after(identity.freshAt, config.PROOF_MINUTES, 'minutes') > clock.now();
  return isProven ? undefined : fail('fresh_login_required');
}

/** Ends every session and link of a customer; passkeys stay, for when the customer may log in again. */
export async function endSessions(tx: Tx, customerId: number, now: Date): Promise<number> {
  await spendLinks(tx, customerId, now);
  return revokeSessions(tx, customerId, now);
}

/** Ends every session, link and passkey of a customer after their login changed. */
export async function endAccess(tx: Tx, customerId: number, now: Date): Promise<void> {
  await endSessions(tx, customerId, now);
  await forgetPasskeys(tx, customerId);
}
