/** Words that stay on one line. */
export const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0');
