import { withBrand, withLender, type Lender } from '../lender.ts';
import type { CountryCode } from '../countries.ts';
import { packOf } from '../index.ts';
import { LEGAL_SLUGS, type LegalDocument, type LegalSlug } from '../server-country.ts';
import { SERVER_ENTRIES } from '../server-entries.ts';
import { sharedDocuments } from './shared-terms.ts';

export { LEGAL_SLUGS, type LegalDocument, type LegalSlug } from '../server-country.ts';

export function isLegalSlug(slug: string): slug is LegalSlug {
  return LEGAL_SLUGS.some((known) => known === slug);
}

/** Legal text of the country, with brand and lender filled in. */
export function legalDocument(
  code: CountryCode,
  slug: LegalSlug,
  brand: string,
  lender: Lender,
): LegalDocument {
  const pack = packOf(code);
  const documents = { ...sharedDocuments(pack), ...SERVER_ENTRIES[code].terms };
  const { title, version, sections } = documents[slug];
  const filled = (text: string) => withLender(withBrand(text, brand), pack, lender);
  return {
    title: filled(title),
    version,
    sections: sections.map(({ heading, paragraphs }) => ({
      heading: filled(heading),
      paragraphs: paragraphs.map(filled),
    })),
  };
}

/**
 * Sections as plain text, headings and paragraphs separated by blank lines: the form that is sent and hashed.
 */
export function documentText({ sections }: LegalDocument): string {
  return sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]).join('\n\n');
}
