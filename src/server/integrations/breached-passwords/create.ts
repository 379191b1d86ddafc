import type { Config } from '../../platform/config.ts';
import type { BreachedPasswords } from './port.ts';
import { createHash } from 'node:crypto';

/** Short, because a person waits at the form; without a response the password is accepted. */
const timeLimitMs = 2_000;
const prefixLength = 5;
const entry = /^([0-9A-F]{35}):(\d+)$/;

/**
 * Range search of Have I Been Pwned's Pwned Passwords: sends the first five of 40 hex digits of the SHA-1 and
 * receives all suffixes with that prefix, padded so that the length reveals nothing.
 */
export function pwnedPasswords({ baseUrl }: { readonly baseUrl: string }): BreachedPasswords {
  return {
    async isBreached(password) {
      // SHA-1 because the list uses it; it protects nothing here.
      const digest = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase();
      const url = new URL(`range/${digest.slice(0, prefixLength)}`, `${baseUrl.replace(/\/$/, '')}/`);
      const response = await fetch(url, {
        headers: { 'Add-Padding': 'true', Accept: 'text/plain', 'User-Agent': 'cuota' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimitMs),
      });
      if (!response.ok) throw new Error(`the list of breached passwords answered ${response.status}`);
      const counts = countsOf(await response.text());
      return (counts.get(digest.slice(prefixLength)) ?? 0) > 0;
    },
  };
}

/** Occurrences by suffix; padding entries have zero. */
function countsOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [, suffix, count] = entry.exec(line) ?? [];
      if (suffix === undefined) throw new Error('the list of breached passwords has a malformed line');
      return [suffix, Number(count)];
    }),
  );
}

/** @returns undefined if no list is configured */
export async function createBreachedPasswords({
  config: { PWNED_PASSWORDS_URL: baseUrl, SANDBOX },
}: {
  readonly config: Config;
}): Promise<BreachedPasswords | undefined> {
  if (baseUrl === undefined) return undefined;
  return SANDBOX ? (await import('./sandbox.ts')).sandboxBreachedPasswords() : pwnedPasswords({ baseUrl });
}
