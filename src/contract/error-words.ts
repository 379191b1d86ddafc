/**
 * Path segment that is a plain word or a step number. Any other segment may be a document number, a hash or a
 * token.
 */
const word = /^(?:[a-z]{1,30}(?:-[a-z]{1,20}){0,5}|0\d(?:uy)?)$/;
const longestText = 300;

/** Path without identifiers: every other segment becomes `:x`. */
export function plainPath(path: string): string {
  const [plain = ''] = path.split(/[?#]/);
  const parts = plain.split('/').map((part) => (part === '' || word.test(part) ? part : ':x'));
  return parts.join('/').slice(0, longestText);
}

const address = /\b(?:https?|wss?|blob|file):\/*[^\s'"<>()]+/gi;
const email = /[^\s@'"<>]+@[^\s@'"<>]+/g;
const quoted = /(["'`“«])(?:(?!\1)[^\n]){1,200}(["'`”»])/g;
const token = /[\w+=-]{20,}/g;
const digits = /\d[\d.,\s-]{2,}\d/g;

/**
 * An error's text without personal input or secrets: addresses, e-mail addresses, quoted values, tokens and
 * numbers of more than three digits are removed.
 */
export function plainText(text: string): string {
  return text
    .slice(0, 4 * longestText)
    .replaceAll(address, (found) => plainAddress(found))
    .replaceAll(email, '[mail]')
    .replaceAll(quoted, (found, mark: string, end: string) =>
      word.test(found.slice(1, -1).toLowerCase()) ? found : `${mark}…${end}`,
    )
    .replaceAll(token, '[token]')
    .replaceAll(digits, '#')
    .slice(0, longestText);
}

function plainAddress(found: string): string {
  const path = /^\w+:\/\/[^/]+(\/[^?#]*)?/.exec(found)?.[1] ?? '';
  return isBuilt(path) ? path : `[address ${plainPath(path)}]`;
}

/** Bundled file: its name identifies a release and no person. */
const isBuilt = (path: string) => /^\/assets\/[\w.-]+\.(?:js|css)$/.test(path);

/** File of a stack frame: a bundled file, or `[foreign]`. */
export function plainFile(file: string, origin: string): string {
  if (!file.startsWith(`${origin}/`)) return '[foreign]';
  const path = file.slice(origin.length).replace(/[?#].*$/, '');
  return isBuilt(path) ? path : plainPath(path);
}
