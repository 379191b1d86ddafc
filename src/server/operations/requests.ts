import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Counts every answer by the pattern of its route, never by its address. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.request(route, request.method, reply.statusCode, reply.elapsedTime / 1_000);
  });
}
