import type { Config } from '../../platform/config.ts';
import type { BreachedPasswords } from './port.ts';
import { pwnedPasswords } from './pwned-passwords.ts';

/** @returns undefined where no list is asked */
export async function createBreachedPasswords({
  config: { PWNED_PASSWORDS_URL: baseUrl, SANDBOX },
}: {
  readonly config: Config;
}): Promise<BreachedPasswords | undefined> {
  if (baseUrl === undefined) return undefined;
  return SANDBOX ? (await import('./sandbox.ts')).sandboxBreachedPasswords() : pwnedPasswords({ baseUrl });
}
