import { argentineDocuments } from './ar/terms.ts';
import { withBrand } from './branding.ts';
import type { CountryCode } from './country-pack.ts';
import { sharedDocuments } from './shared-terms.ts';
import { uruguayanDocuments } from './uy/terms.ts';

/** A legal text, in sections. `{brand}` stands for the brand setting. */
export interface LegalDocument {
  readonly title: string;
  /** Changes with every change of the wording; stored when it is accepted (product §5). */
  readonly version: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

/** Names under which `/v3/terms/{slug}` serves a text; `/terminos` and `/privacidad` are the first two. */
export const LEGAL_SLUGS = ['terminos', 'privacidad', 'membresia', 'sorteo', 'referidos'] as const;
export type LegalSlug = (typeof LEGAL_SLUGS)[number];

/** The texts that each country words for itself. */
export type CountryDocuments = Readonly<Record<'terminos' | 'privacidad', LegalDocument>>;

export function isLegalSlug(slug: string): slug is LegalSlug {
  return LEGAL_SLUGS.some((known) => known === slug);
}

/** A legal text of the country with the brand put in. */
export function legalDocument(code: CountryCode, slug: LegalSlug, brand: string): LegalDocument {
  const documents = { ...sharedDocuments, ...(code === 'AR' ? argentineDocuments : uruguayanDocuments) };
  const { title, version, sections } = documents[slug];
  return {
    title: withBrand(title, brand),
    version,
    sections: sections.map(({ heading, paragraphs }) => ({
      heading: withBrand(heading, brand),
      paragraphs: paragraphs.map((paragraph) => withBrand(paragraph, brand)),
    })),
  };
}

/** The sections as plain text, headings and paragraphs parted by empty lines: what is sent and digested. */
export function documentText({ sections }: LegalDocument): string {
  return sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]).join('\n\n');
}
