import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from './envelope.ts';
import { fail } from './result.ts';

export const CONSOLE_ASSETS = '/console-assets/';

const ofConsole = ['/api/staff/', CONSOLE_ASSETS];
/** Addresses served on both hosts: health checks name no host, and pages and the contract differ by host. */
const ofBoth: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/api/openapi.json', '/*']);
const readMethods = new Set(['GET', 'HEAD']);

/** Checks whether a request is for the console's host; always false without a console. */
export function isConsoleHost(
  request: Pick<FastifyRequest, 'host'>,
  consoleUrl: string | undefined,
): boolean {
  return consoleUrl !== undefined && request.host === new URL(consoleUrl).host;
}

/**
 * Separates the console from the borrowers' sites (docs/security.md#the-console): each host serves only its
 * own addresses, and a write on the console's host has to name exactly its origin.
 */
export function separateHosts(consoleUrl: string | undefined) {
  const consoleOrigin = consoleUrl === undefined ? undefined : new URL(consoleUrl).origin;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // The route pattern, because the raw address can be spelled in several ways.
    const pattern = request.routeOptions.url;
    const isConsole = isConsoleHost(request, consoleUrl);
    const isStaffs = pattern !== undefined && ofConsole.some((prefix) => pattern.startsWith(prefix));
    if (pattern !== undefined && !ofBoth.has(pattern) && isStaffs !== isConsole)
      return sendFailure(reply, fail('not_found'));
    const isForeign =
      isConsole && !readMethods.has(request.method) && request.headers.origin !== consoleOrigin;
    return isForeign ? sendFailure(reply, fail('foreign_origin')) : undefined;
  };
}

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
