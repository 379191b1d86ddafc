import { accepted, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';
import { plainText, refusedByPapers } from './printable.ts';

/** A first or last name without stray spaces. */
export type PersonName = CheckedText<'PersonName'>;

const NAME_MAX_LENGTH = 60;

/** Characters that keyboards and phones insert for an apostrophe. */
const APOSTROPHES = /['\u2018\u2019\u00b4`\u02bc\u02b9\u2032]/g;

/** Unifies apostrophes and spaces, which vary by keyboard. */
function plainName(input: string): string {
  return plainText(input.replaceAll(APOSTROPHES, "'"));
}

/**
 * Parses a first or last name: no leading, trailing or double spaces (docs/product/countries.md#fields);
 * Latin letters, as in both countries' documents, normalised to composed form.
 */
export function parsePersonName(input: string): Parsed<PersonName> {
  const name = plainName(input);
  if (name.trim() === '') return refused(REQUIRED);
  if (/^\s|\s$|\s\s/.test(name)) return refused('No se permiten espacios en blanco');
  if (name.length > NAME_MAX_LENGTH) return refused(`Ingresá hasta ${NAME_MAX_LENGTH} letras.`);
  const unprintable = refusedByPapers(name);
  if (unprintable) return unprintable;
  return /^[\p{Script=Latin}\p{M}'. -]+$/u.test(name) && /\p{L}/u.test(name)
    ? accepted(name as PersonName)
    : refused('Ingresá solo letras.');
}

/**
 * Words of a name for comparison, without accents or case. D'Angelo, D Angelo and DANGELO are one word: cards
 * and documents omit the apostrophe.
 */
export function nameWords(name: string): readonly string[] {
  const plain = name.replaceAll(APOSTROPHES, '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll(/(?<!\p{L})([do]) (?=\p{L})/gu, '$1')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

/** Name for comparison, with sorted words, since banks write the last name first. */
export function nameKey(name: string): string {
  return nameWords(name).toSorted().join(' ');
}
