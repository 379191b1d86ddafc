import type { CountryCode } from '../country-pack.ts';
import { accepted, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';
import { ENTRIES } from '../entries.ts';

/** An e-mail address in lower case. */
export type Email = CheckedText<'Email'>;

export const EMAIL_MAX_LENGTH = 200;
// A global of browsers and Node; this folder compiles without their types.
declare const URL: new (address: string) => { readonly hostname: string };

const INVALID = 'El mail ingresado no es válido. Volvé a intentarlo.';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
// The form of the HTML standard, and besides a dot in the domain and none doubled or at the ends.
const ADDRESS = new RegExp(
  `^[a-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$`,
);

/** The domain as it travels: letters beyond ASCII in Punycode, as a browser's e-mail field sends them. */
function asciiDomain(address: string): string {
  const [, local, domain = ''] = /^(.*)@([^@]*)$/s.exec(address) ?? [];
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || /^[a-z0-9.-]*$/.test(domain)) return address;
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return address;
  }
}

/** An address of the standard form; spaces around it do not count. */
export function parseEmail(input: string): Parsed<Email> {
  const address = asciiDomain(input.trim().toLowerCase());
  if (address === '') return refused(REQUIRED);
  return address.length <= EMAIL_MAX_LENGTH && ADDRESS.test(address)
    ? accepted(address as Email)
    : refused(INVALID);
}

/** Domains that ignore dots in front of the @. */
const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox behind an address, for comparing: what follows a plus sign, and dots that do not count, lead to the same. */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@');
  const name = local.replace(/\+.*$/, '');
  return DOTLESS_DOMAINS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Complete addresses to suggest for the typed text; none before the part in front of the @. */
export function emailSuggestions(country: CountryCode, typed: string): readonly string[] {
  const [local = '', domain = '', ...rest] = typed.trim().split('@');
  if (local === '' || rest.length > 0) return [];
  return ENTRIES[country].pack.emailDomains
    .filter((known) => known.startsWith(domain.toLowerCase()))
    .map((known) => `${local}@${known}`);
}
