import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const operations = {
  'GET /healthz': endpoint({
    summary: 'The process lives',
    access: 'public',
    response: z.object({}),
    failures: [],
  }),
  'GET /readyz': endpoint({
    summary: 'The database is reachable and its migrations are current',
    access: 'public',
    response: z.object({ database: z.string(), migrations: z.string() }),
    failures: ['unavailable'],
  }),
  'GET /api/openapi.json': endpoint({
    summary: 'This contract as OpenAPI 3.1',
    access: 'public',
    response: 'binary',
    media: 'application/json',
    failures: [],
  }),
};
