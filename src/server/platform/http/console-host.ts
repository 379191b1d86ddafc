import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from './envelope.ts';
import { fail } from './result.ts';

/** Files of the console's pages. */
export const CONSOLE_ASSETS = '/console-assets/';

const ofConsole = ['/api/staff/', CONSOLE_ASSETS];
/** Addresses on both hosts: health checks name no host; pages and contract differ by host. */
const ofBoth: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/api/openapi.json', '/*']);
const readMethods = new Set(['GET', 'HEAD']);

/** True for a request to the console's host; always false without a console. */
export function isConsoleHost(
  request: Pick<FastifyRequest, 'host'>,
  consoleUrl: string | undefined,
): boolean {
  return consoleUrl !== undefined && request.host === new URL(consoleUrl).host;
}

/**
 * Keeps the console and the borrowers' sites apart (docs/security.md#the-console): each host serves its own addresses
 * and knows nothing of the other's, and a write on the console's host names exactly its origin.
 */
export function separateHosts(consoleUrl: string | undefined) {
  const consoleOrigin = consoleUrl === undefined ? undefined : new URL(consoleUrl).origin;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // The pattern, not the address as it was sent, which can be written in several ways.
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
