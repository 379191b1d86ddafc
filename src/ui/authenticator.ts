import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { ApiFailure } from './api-failure.ts';

/** Challenge and response of a passkey, as text. */
interface Challenge {
  readonly options: string;
  readonly state: string;
}

interface Answered {
  readonly state: string;
  readonly credential: string;
}

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** True if this browser supports passkeys. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Asks for a passkey of the person. @throws ApiFailure when the person said no to the browser's question */
export async function answerWithPasskey({ options, state }: Challenge): Promise<Answered> {
  const { startAuthentication: start } = await import('@simplewebauthn/browser');
  const optionsJSON = JSON.parse(options) as AuthenticationOptions;
  return { state, credential: await answerOf(start({ optionsJSON })) };
}

/** Makes a new passkey. @throws ApiFailure when the person said no to the browser's question */
export async function makePasskeyFor({ options, state }: Challenge): Promise<Answered> {
  const { startRegistration: start } = await import('@simplewebauthn/browser');
  const optionsJSON = JSON.parse(options) as RegistrationOptions;
  return { state, credential: await answerOf(start({ optionsJSON })) };
}

async function answerOf(ceremony: Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await ceremony);
  } catch {
    const message = 'No usaste la llave de acceso. Volvé a intentarlo.';
    throw new ApiFailure({ code: 'passkey_refused', status: 0, message });
  }
}
