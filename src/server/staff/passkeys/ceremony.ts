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
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { digestOf } from '../../platform/secrets.ts';
import type { NewPasskey, Passkey } from './rows.ts';

/** WebAuthn's two ceremonies. What was asked travels sealed with the page (`state`) and is answered once. */
type Deps = Pick<Dependencies, 'clock' | 'vault' | 'config'>;

const purpose = 'staff-passkey';
const minutes = 5;

/** What a challenge was given for: an answer to one is no answer to another. */
export type Aim = 'sign-in' | 'step-up' | 'add' | 'enrol';

const sealed = z.object({
  challenge: z.string(),
  aim: z.string(),
  staffId: z.number(),
  until: z.number(),
});

/** The aim and the person of a challenge; 0 while nobody is known. */
interface For {
  readonly aim: Aim;
  readonly staffId: number;
}

/** What the page hands to the browser, and what it sends back with the answer. */
export interface Challenge {
  readonly options: string;
  readonly state: string;
}

const placeOf = ({ CONSOLE_URL: url }: Deps['config']) => new URL(url ?? 'http://localhost');

export async function askForPasskey(
  deps: Deps,
  to: For,
  known: readonly Pick<Passkey, 'credential_id' | 'transports'>[] = [],
): Promise<Challenge> {
  const options = await generateAuthenticationOptions({
    rpID: placeOf(deps.config).hostname,
    userVerification: 'required',
    allowCredentials: descriptorsOf(known),
  });
  return challengeOf(deps, to, options);
}

export async function askForNewPasskey(
  deps: Deps,
  to: For & { readonly name: string; readonly email: string },
  known: readonly Pick<Passkey, 'credential_id' | 'transports'>[],
): Promise<Challenge> {
  const options = await generateRegistrationOptions({
    rpName: 'Consola',
    rpID: placeOf(deps.config).hostname,
    userID: new TextEncoder().encode(`staff:${to.staffId}`),
    userName: to.email,
    userDisplayName: to.name,
    attestationType: 'none',
    excludeCredentials: descriptorsOf(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return challengeOf(deps, to, options);
}

const descriptorsOf = (known: readonly Pick<Passkey, 'credential_id' | 'transports'>[]) =>
  known.map(({ credential_id: id, transports }) => ({
    id,
    transports: transports as AuthenticatorTransportFuture[],
  }));

function challengeOf(
  { vault, clock }: Deps,
  { aim, staffId }: For,
  options: { readonly challenge: string },
): Challenge {
  const until = after(clock.now(), minutes, 'minutes').getTime();
  const state = JSON.stringify({ challenge: options.challenge, aim, staffId, until });
  return { options: JSON.stringify(options), state: vault.encrypt(purpose, state).toString('base64url') };
}

/** The new passkey of an answer; undefined when it is not one to this very question, or not the first. */
export async function newPasskeyOf(
  tx: Tx,
  deps: Deps,
  to: For,
  given: { readonly state: string; readonly credential: string },
): Promise<NewPasskey | undefined> {
  const asked = await takeChallenge(tx, deps, to, given.state);
  const response = parsed(given.credential);
  if (asked === undefined || response === undefined) return undefined;
  const verified = await orUndefined(
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      ...expected(deps, asked),
    }),
  );
  if (!verified?.verified) return undefined;
  const { credential } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

/** The passkey's new count of signatures; undefined when the answer is not one to this very question by it. */
export async function countOfAnswer(
  tx: Tx,
  deps: Deps,
  to: For,
  given: { readonly state: string; readonly credential: string; readonly passkey: Passkey },
): Promise<number | undefined> {
  const asked = await takeChallenge(tx, deps, to, given.state);
  const response = parsed(given.credential);
  if (asked === undefined || response === undefined) return undefined;
  const { passkey } = given;
  const verified = await orUndefined(
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      ...expected(deps, asked),
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

const expected = ({ config }: Deps, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: placeOf(config).origin,
  expectedRPID: placeOf(config).hostname,
  requireUserVerification: true,
});

/** The id of the passkey that answered. */
export function credentialIdOf(credential: string): string | undefined {
  return parsed(credential)?.id;
}

const answer = z.looseObject({ id: z.string(), rawId: z.string(), type: z.literal('public-key') });

function parsed(credential: string) {
  try {
    return answer.safeParse(JSON.parse(credential)).data;
  } catch {
    return undefined;
  }
}

/** The library throws for what is wrong with an answer; all of it is a refusal. */
async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch {
    return undefined;
  }
}

/** The challenge of a state, given for this aim and person, in time, and never answered before. */
async function takeChallenge(
  tx: Tx,
  { vault, clock }: Deps,
  to: For,
  state: string,
): Promise<string | undefined> {
  const asked = openState(vault, state);
  if (!asked || asked.aim !== to.aim || asked.staffId !== to.staffId) return undefined;
  if (asked.until < clock.now().getTime()) return undefined;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_answered_challenge')
    .values({ digest: digestOf(asked.challenge), answered_at: clock.now() })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? asked.challenge : undefined;
}

function openState(vault: Deps['vault'], state: string) {
  try {
    return sealed.safeParse(JSON.parse(vault.decrypt(purpose, Buffer.from(state, 'base64url')))).data;
  } catch {
    return undefined;
  }
}
