import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { after, type Clock } from './clock.ts';
import type { Tx } from './database.ts';
import { digestOf, type Vault } from './secrets.ts';

/**
 * Dependencies of the two WebAuthn ceremonies. The challenge travels sealed with the page (`state`) and can
 * be answered once.
 */
interface Deps {
  readonly clock: Clock;
  readonly vault: Vault;
}

/** Group of owners and site of the passkeys. */
export interface PasskeySite {
  /** Purpose in the vault, so that challenges of staff and customers are not interchangeable. */
  readonly purpose: string;
  /** Name of the site shown by the browser. */
  readonly name: string;
  /** Scheme and host of its pages. */
  readonly url: string;
  /** Stores the digest of an answered challenge. @returns false if it had been answered already */
  readonly takeOnce: (tx: Tx, digest: Buffer, at: Date) => Promise<boolean>;
}

export interface KnownPasskey {
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

const minutes = 5;

/** Aim of a challenge: a response for one aim is refused for another. */
type Aim = 'sign-in' | 'step-up' | 'add' | 'enrol';

const sealed = z.object({
  challenge: z.string(),
  aim: z.string(),
  person: z.number(),
  until: z.number(),
});

/** Aim and person of a challenge; the person is 0 while unknown. */
interface Purpose {
  readonly aim: Aim;
  readonly person: number;
}

/** Options for the browser, and the state to send back with the response. */
interface Challenge {
  readonly options: string;
  readonly state: string;
}

export async function askForPasskey(
  deps: Deps,
  site: PasskeySite,
  to: Purpose,
  known: readonly Pick<KnownPasskey, 'credential_id' | 'transports'>[] = [],
): Promise<Challenge> {
  const options = await generateAuthenticationOptions({
    rpID: new URL(site.url).hostname,
    userVerification: 'required',
    allowCredentials: descriptorsOf(known),
  });
  return challengeOf(deps, site, to, options);
}

export async function askForNewPasskey(
  deps: Deps,
  site: PasskeySite,
  to: Purpose & { readonly name: string; readonly email: string },
  known: readonly Pick<KnownPasskey, 'credential_id' | 'transports'>[],
): Promise<Challenge> {
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: new URL(site.url).hostname,
    userID: new TextEncoder().encode(`${site.purpose}:${to.person}`),
    userName: to.email,
    userDisplayName: to.name,
    attestationType: 'none',
    excludeCredentials: descriptorsOf(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return challengeOf(deps, site, to, options);
}

const descriptorsOf = (known: readonly Pick<KnownPasskey, 'credential_id' | 'transports'>[]) =>
  known.map(({ credential_id: id, transports }) => ({
    id,
    transports: transports as AuthenticatorTransportFuture[],
  }));

function challengeOf(
  { vault, clock }: Deps,
  { purpose }: PasskeySite,
  { aim, person }: Purpose,
  options: { readonly challenge: string },
): Challenge {
  const until = after(clock.now(), minutes, 'minutes').getTime();
  const state = JSON.stringify({ challenge: options.challenge, aim, person, until });
  return { options: JSON.stringify(options), state: vault.encrypt(purpose, state).toString('base64url') };
}

/**
 * New passkey in a response; undefined unless the response is valid for this challenge and the first to it.
 */
export async function newPasskeyOf(
  tx: Tx,
  deps: Deps,
  site: PasskeySite,
  to: Purpose,
  given: { readonly state: string; readonly credential: string },
): Promise<NewPasskey | undefined> {
  const asked = await takeChallenge(tx, deps, site, to, given.state);
  const response = parsed(given.credential);
  if (asked === undefined || response === undefined) return undefined;
  const verified = await orUndefined(
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      ...expected(site, asked),
    }),
  );
  if (!verified?.verified) return undefined;
  const { credential } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transportsSaid.parse(credential.transports ?? []).filter((name) => name !== ''),
  };
}

/**
 * New signature counter of the passkey; undefined unless the response is valid for this challenge and signed
 * by it.
 */
export async function countOfAnswer(
  tx: Tx,
  deps: Deps,
  site: PasskeySite,
  to: Purpose,
  given: { readonly state: string; readonly credential: string; readonly passkey: KnownPasskey },
): Promise<number | undefined> {
  const asked = await takeChallenge(tx, deps, site, to, given.state);
  const response = parsed(given.credential);
  if (asked === undefined || response === undefined) return undefined;
  const { passkey } = given;
  const verified = await orUndefined(
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      ...expected(site, asked),
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

const expected = ({ url }: PasskeySite, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(url).origin,
  expectedRPID: new URL(url).hostname,
  requireUserVerification: true,
});

/** Id of the passkey that responded. */
export function credentialIdOf(credential: string): string | undefined {
  return parsed(credential)?.id;
}

/** WebAuthn credential id: at most 1023 bytes, in base64url. */
const passkeyId = z.string().regex(/^[\w-]{1,1364}$/);
const answer = z.looseObject({ id: passkeyId, rawId: passkeyId, type: z.literal('public-key') });
/** Reported by the browser, not the authenticator; unknown transports are dropped. */
const transportsSaid = z
  .array(
    z
      .string()
      .regex(/^[a-z-]{1,20}$/)
      .catch(''),
  )
  .max(20)
  .catch([]);

function parsed(credential: string) {
  try {
    return answer.safeParse(JSON.parse(credential)).data;
  } catch {
    return undefined;
  }
}

/** Turns the library's exceptions about an invalid response into a refusal. */
async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch {
    return undefined;
  }
}

/** Challenge of a state, if it was issued for this aim and person, has not expired and was never answered. */
async function takeChallenge(
  tx: Tx,
  { vault, clock }: Deps,
  { purpose, takeOnce }: PasskeySite,
  to: Purpose,
  state: string,
): Promise<string | undefined> {
  const asked = openState(vault, purpose, state);
  if (!asked || asked.aim !== to.aim || asked.person !== to.person) return undefined;
  const now = clock.now();
  if (asked.until < now.getTime()) return undefined;
  return (await takeOnce(tx, digestOf(asked.challenge), now)) ? asked.challenge : undefined;
}

function openState(vault: Vault, purpose: string, state: string) {
  try {
    return sealed.safeParse(JSON.parse(vault.decrypt(purpose, Buffer.from(state, 'base64url')))).data;
  } catch {
    return undefined;
  }
}
