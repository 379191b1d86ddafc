const counts = (character: string) => /[\p{L}\p{N}]/u.test(character);

/** Number of letters and digits in front of `caret`, which masking preserves. */
export function significantBefore(text: string, caret: number): number {
  return Array.from(text.slice(0, caret)).filter(counts).length;
}

/**
 * Caret position after a mask has put its separators in: behind the same letters and digits as
 * before, and behind a separator when typing reached it at the end.
 * @param significant letters and digits before the caret; Infinity for the end of the text
 */
export function caretAfterMask(masked: string, significant: number): number {
  if (significant === 0) return 0;
  let seen = 0;
  for (let index = 0; index < masked.length; index += 1) {
    if (counts(masked[index] ?? '')) seen += 1;
    if (seen === significant) {
      const rest = masked.slice(index + 1);
      return Array.from(rest).some(counts) ? index + 1 : masked.length;
    }
  }
  return masked.length;
}
