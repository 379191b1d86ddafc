/**
 * Detects a country's name in a line of code: as a text, as a key, or at the end of a setting's name.
 * @param {readonly string[]} codes
 * @returns {(line: string) => boolean}
 */
export function namesCountry(codes) {
  const code = `(?:${codes.join('|')})`;
  const named = new RegExp(`(['"\`])${code}\\1|(?:^|[{,\\s])${code}\\??:\\s|_${code}\\b|\\[${code}\\]`);
  return (line) => named.test(line);
}
