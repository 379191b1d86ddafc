import { CONSOLE_ASSETS } from './console-host.ts';

/** Below these an unknown address is a failure in the envelope, not a page. */
const apiPrefixes = ['/api/', '/vendors-api/', '/sandbox/', '/assets/', '/logos/', CONSOLE_ASSETS];

/** True if the address may be a page's, known or not. */
export function isOfPage(path: string): boolean {
  return !apiPrefixes.some((prefix) => path.startsWith(prefix));
}
