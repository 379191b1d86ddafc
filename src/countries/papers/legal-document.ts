/**
 * Legal text in sections. `{brand}` is replaced by the brand setting, `{lender}` and `{lenderContact}` by the
 * company's.
 */
export interface LegalDocument {
  readonly title: string;
  /** Changes with every change of wording; stored on acceptance (docs/product/confirmation.md#acceptance). */
  readonly version: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

/** Slugs of `/v3/terms/{slug}`; the first two have pages of their own. */
export const LEGAL_SLUGS = ['terminos', 'privacidad', 'membresia', 'sorteo', 'referidos'] as const;
export type LegalSlug = (typeof LEGAL_SLUGS)[number];

/** Texts that each country words itself. */
export type CountryDocuments = Readonly<Record<'terminos' | 'privacidad', LegalDocument>>;
