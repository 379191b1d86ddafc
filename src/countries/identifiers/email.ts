import type { CountryCode } from '../country-pack.ts';
import { accepted, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';
import { ENTRIES } from '../entries.ts';

export type Email = CheckedText<'Email'>;

export const EMAIL_MAX_LENGTH = 200;
// Global of browsers and Node; this folder compiles without their types.
declare const URL: new (address: string) => { readonly hostname: string };

const INVALID = 'El mail ingresado no es válido. Volvé a intentarlo.';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
// The HTML standard's form, plus: the domain contains a dot, and no dots are doubled or at the ends.
const ADDRESS = new RegExp(
  `^[a-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$`,
);

/** Domain as sent: non-ASCII letters become Punycode, as in a browser's e-mail field. */
function asciiDomain(address: string): string {
  const [, local, domain = ''] = /^(.*)@([^@]*)$/s.exec(address) ?? [];
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || /^[a-z0-9.-]*$/.test(domain)) return address;
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return address;
  }
}

/** Parses an address in the standard form; surrounding spaces are ignored. */
export function parseEmail(input: string): Parsed<Email> {
  const address = asciiDomain(input.trim().toLowerCase());
  if (address === '') return refused(REQUIRED);
  return address.length <= EMAIL_MAX_LENGTH && ADDRESS.test(address)
    ? accepted(address as Email)
    : refused(INVALID);
}

/** Domains that ignore dots before the @. */
const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/** Mailbox of an address, for comparison: without the part after a plus sign and without ignored dots. */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@');
  const name = local.replace(/\+.*$/, '');
  return DOTLESS_DOMAINS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Complete addresses to suggest for the typed text; none until there is text before the @. */
export function emailSuggestions(country: CountryCode, typed: string): readonly string[] {
  const [local = '', domain = '', ...rest] = typed.trim().split('@');
  if (local === '' || rest.length > 0) return [];
  return ENTRIES[country].pack.emailDomains
    .filter((known) => known.startsWith(domain.toLowerCase()))
    .map((known) => `${local}@${known}`);
}
