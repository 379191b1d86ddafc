import { accepted, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';

/** A first or last name without stray spaces. */
export type PersonName = CheckedText<'PersonName'>;

const NAME_MAX_LENGTH = 60;

/**
 * A first or last name: no leading, trailing or double spaces (docs/product/countries.md#fields); Latin letters, as
 * in both countries' documents, each of one piece, however a keyboard composes it.
 */
export function parsePersonName(input: string): Parsed<PersonName> {
  if (input.trim() === '') return refused(REQUIRED);
  if (/^\s|\s$|\s\s/.test(input)) return refused('No se permiten espacios en blanco');
  const name = input.normalize('NFC');
  if (name.length > NAME_MAX_LENGTH) return refused(`Ingresá hasta ${NAME_MAX_LENGTH} letras.`);
  return /^[\p{Script=Latin}\p{M}'’. -]+$/u.test(name)
    ? accepted(name as PersonName)
    : refused('Ingresá solo letras.');
}

/** A name for comparing: without accents or case, its words in one order, since banks write the last name first. */
export function nameKey(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');
}
