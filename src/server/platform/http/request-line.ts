import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the log says of a request that was refused, beside its route and status. */
interface Refusal {
  /** Who asked, by the number of their row: `customer:12`, `staff:3`; absent for somebody unknown. */
  by?: string;
  /** Why, as the answer says it: `link_invalid`, `unauthenticated`, `too_many_requests`. */
  code?: string;
}

const refusals = new WeakMap<FastifyRequest, Refusal>();

function refusalOf(request: FastifyRequest): Refusal {
  const known = refusals.get(request) ?? {};
  refusals.set(request, known);
  return known;
}

/** Who asks, as soon as it is known. */
export function noteCaller(request: FastifyRequest, by: string): void {
  refusalOf(request).by = by;
}

export function noteRefusal(request: FastifyRequest, code: string): void {
  refusalOf(request).code = code;
}

/** The line of a request: no address and no person, but for the row of who was refused (docs/security-policies.md#logs). */
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
