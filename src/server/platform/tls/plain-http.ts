import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from '../http/envelope.ts';
import { isOfPage } from '../http/console-host.ts';
import { fail } from '../http/result.ts';

const readMethods = new Set(['GET', 'HEAD']);

/**
 * Handles requests that a proxy received by plain HTTP (docs/security.md#plain-http): pages are redirected to
 * HTTPS and calls are refused, because a redirected program would go on sending its secrets in clear.
 * @param sites sites served by HTTPS only
 */
export function refusePlainHttp(sites: readonly string[]) {
  const originOf = new Map(sites.map((site) => [new URL(site).hostname, new URL(site).origin]));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const origin = originOf.get(request.hostname);
    if (origin === undefined || !wasPlain(request)) return undefined;
    if (!readMethods.has(request.method) || !isOfPage(request.url))
      return sendFailure(reply, fail('https_required'));
    return reply.redirect(origin + request.url, 308);
  };
}

/** Reported by the proxy; one that reports nothing is assumed to accept only HTTPS. */
function wasPlain({ protocol, headers }: FastifyRequest): boolean {
  const said = headers['x-forwarded-proto'];
  return protocol === 'http' && String(said).split(',').at(-1)?.trim() === 'http';
}
