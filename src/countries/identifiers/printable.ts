import { refused, type Parsed } from './checked.ts';

/**
 * Characters that documents cannot print. Their single font covers Latin letters with every accent, digits
 * and common signs (docs/product/rights.md#papers).
 */
const UNPRINTABLE =
  /[^\u0300-\u034e\u0350-\u036f\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f\u02bb-\u02bd\u1e00-\u1e9b\u1e9e\u1ea0-\u1ef9\u2010\u2012-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2116\u2122\u2212]/gu;

/** Replaces each character that documents cannot print. */
export function replaceUnprintable(text: string, replacement: (character: string) => string): string {
  return text.replaceAll(UNPRINTABLE, replacement);
}

/** Normalizes pasted text: composes letters, replaces special spaces, and drops invisible characters. */
export function plainText(input: string): string {
  return input
    .normalize('NFC')
    .replaceAll(/[\p{Z}\t\n\r]/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '');
}

/** Refusal that names the first character that documents cannot print; undefined if there is none. */
export function refusedByPapers(text: string): Parsed<never> | undefined {
  const [character] = text.match(UNPRINTABLE) ?? [];
  return character === undefined
    ? undefined
    : refused(
        `No podemos imprimir «${character}» en tus documentos: usá letras latinas, números y signos comunes.`,
      );
}
