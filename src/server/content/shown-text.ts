import type { CountryCode } from '../../countries/country-pack.ts';
import { documentText, legalDocument } from '../../countries/papers/terms.ts';
import type { Config } from '../platform/config.ts';
import { digestOf } from '../platform/secrets.ts';

/** Accepted text: its version, and the SHA-256 (hex) of its words as shown. */
export interface ShownText {
  readonly name: 'terminos' | 'privacidad';
  readonly version: string;
  readonly sha256: string;
}

/** Settings mentioned in the texts. */
export type Publisher = Pick<Config, 'BRAND' | 'lenders'>;

/** Cached, because texts change only with a release and their placeholders only with a restart. */
const known = new Map<string, ShownText>();

export function shownText(country: CountryCode, name: ShownText['name'], publisher: Publisher): ShownText {
  const key = JSON.stringify([country, name, publisher.BRAND, publisher.lenders[country]]);
  const text = known.get(key) ?? digested(country, name, publisher);
  known.set(key, text);
  return text;
}

function digested(country: CountryCode, name: ShownText['name'], { BRAND, lenders }: Publisher): ShownText {
  const document = legalDocument(country, name, BRAND, lenders[country]);
  return { name, version: document.version, sha256: digestOf(documentText(document)).toString('hex') };
}
