import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from './envelope.ts';
import { fail } from './result.ts';

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site's page sends (docs/security.md#foreign-origins). There is no cookie, so
 * such a request would carry no authority anyway; this stops it before any work is done.
 */
export function refuseForeignOrigin(ownHosts: readonly string[]) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (readMethods.has(request.method)) return undefined;
    const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
    if (!isCrossSite && isOwnOrigin(request.headers.origin, [request.host, ...ownHosts])) return undefined;
    return sendFailure(reply, fail('foreign_origin'));
  };
}

function isOwnOrigin(origin: string | undefined, hosts: readonly string[]): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
