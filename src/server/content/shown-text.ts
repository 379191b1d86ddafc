import type { CountryCode } from '../../countries/country-pack.ts';
import { documentText, legalDocument } from '../../countries/papers/terms.ts';
import { digestOf } from '../platform/secrets.ts';

/** Accepted text: its version, and the SHA-256 (hex) of its words as shown. */
export interface ShownText {
  readonly name: 'terminos' | 'privacidad';
  readonly version: string;
  readonly sha256: string;
}

/** Texts change with a release only, and a brand with a restart. */
const known = new Map<string, ShownText>();

/** The text of a country as it is shown today. */
export function shownText(country: CountryCode, name: ShownText['name'], brand: string): ShownText {
  const key = `${country} ${name} ${brand}`;
  const text = known.get(key) ?? digested(country, name, brand);
  known.set(key, text);
  return text;
}

function digested(country: CountryCode, name: ShownText['name'], brand: string): ShownText {
  const document = legalDocument(country, name, brand);
  return { name, version: document.version, sha256: digestOf(documentText(document)).toString('hex') };
}
