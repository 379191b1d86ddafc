import type { CountryCode } from '../../countries/country-pack.ts';
import type { Lender } from '../../countries/lender.ts';
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
const known = new WeakMap<Lender, Map<string, ShownText>>();

export function shownText(country: CountryCode, name: ShownText['name'], publisher: Publisher): ShownText {
  const lender = publisher.lenders[country];
  const ofLender = known.get(lender) ?? new Map<string, ShownText>();
  known.set(lender, ofLender);
  const key = `${country} ${name} ${publisher.BRAND}`;
  const text = ofLender.get(key) ?? digested(country, name, publisher);
  ofLender.set(key, text);
  return text;
}

function digested(country: CountryCode, name: ShownText['name'], { BRAND, lenders }: Publisher): ShownText {
  const document = legalDocument(country, name, BRAND, lenders[country]);
  return { name, version: document.version, sha256: digestOf(documentText(document)).toString('hex') };
}
