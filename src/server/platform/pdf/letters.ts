import { replaceUnprintable } from '../../../countries/identifiers/printable.ts';

/**
 * Text that the font can write. Forms refuse the rest, so it occurs only in what is older than that rule or came from
 * a device: an accent, ligature or width that the font lacks is resolved, any other character becomes '?'.
 */
export function writable(words: string): string {
  return replaceUnprintable(words.normalize('NFC'), bare);
}

function bare(letter: string): string {
  if (letter === '\n') return letter;
  if (/[\p{Z}\t]/u.test(letter)) return ' ';
  // Invisible characters: accents of other scripts, direction marks, controls, soft hyphens.
  if (/[\p{M}\p{C}]/u.test(letter)) return '';
  // Strips accents; resolves ligatures and wide digits.
  const base = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return base !== letter && replaceUnprintable(base, () => '') === base ? base : '?';
}
