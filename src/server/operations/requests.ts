import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Counts responses by route pattern, never by address. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.request(route, request.method, reply.statusCode, reply.elapsedTime / 1_000);
  });
}
