/**
 * The standard fonts of a PDF write Windows-1252 only, and the library replaces any other letter: one such
 * letter makes the rest of its line unreadable.
 */
const beyond = /[^\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ffŒœŠšŸŽžƒˆ˜†‡•…‰‹›€™\u2013\u2014‘’‚“”„]/gu;

/** Letters that no accent makes of a plain one. */
const plain: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  Ŧ: 'T',
  ŧ: 't',
  ı: 'i',
  Ə: 'E',
  ə: 'e',
  ẞ: 'SS',
  '\t': ' ',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '\u2013',
  '\u2015': '\u2014',
  '\u2212': '-',
};

/**
 * Text that the fonts can write: a letter without its accent where they lack it, '?' for one they lack
 * entirely.
 */
export function writable(words: string): string {
  return words.normalize('NFC').replaceAll(beyond, (letter) => plain[letter] ?? bare(letter));
}

function bare(letter: string): string {
  if (/[\p{Zs}\p{Zl}\p{Zp}]/u.test(letter)) return ' ';
  // Invisible characters: accents without their letter, direction marks, controls, soft hyphens.
  if (/[\p{M}\p{C}]/u.test(letter)) return '';
  // Strips accents; resolves ligatures and wide digits.
  const base = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return base !== letter && base.replaceAll(beyond, '') === base ? base : '?';
}
