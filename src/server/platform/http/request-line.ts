import type { FastifyReply, FastifyRequest } from 'fastify';

/** Details of a refused request for the log, in addition to its route and status. */
interface Refusal {
  /** Caller, by row id: `customer:12`, `staff:3`; absent if unknown. */
  by?: string;
  /** Failure code of the response: `link_invalid`, `unauthenticated`, `too_many_requests`. */
  code?: string;
}

const refusals = new WeakMap<FastifyRequest, Refusal>();

function refusalOf(request: FastifyRequest): Refusal {
  const known = refusals.get(request) ?? {};
  refusals.set(request, known);
  return known;
}

export function noteCaller(request: FastifyRequest, by: string): void {
  refusalOf(request).by = by;
}

export function noteRefusal(request: FastifyRequest, code: string): void {
  refusalOf(request).code = code;
}

/**
 * Log line of a request, without addresses or people; a refusal names its caller's row id
 * (docs/security-policies.md#logs).
 */
export function requestLine(request: FastifyRequest, reply: FastifyReply): object {
  const { by, code } = refusals.get(request) ?? {};
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(code === undefined ? {} : { code, ...(by === undefined ? {} : { by }) }),
  };
}
