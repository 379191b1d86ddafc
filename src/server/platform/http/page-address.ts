import { CONSOLE_ASSETS } from './console-host.ts';

/** Prefixes that answer an unknown address with a failure envelope instead of a page. */
const apiPrefixes = [
  '/api/',
  '/vendors-api/',
  '/partners-api/',
  '/sandbox/',
  '/assets/',
  '/logos/',
  CONSOLE_ASSETS,
];

/** Checks whether the address can be a page's, known or not. */
export function isOfPage(path: string): boolean {
  return !apiPrefixes.some((prefix) => path.startsWith(prefix));
}
