import type { Server } from 'node:http';
import { failureBody, failureHeaders, failureStatus } from './envelope.ts';
import { refusal, type Admission } from './load-limit.ts';

/** Pages, assets and who asks for the process's health are always served. */
const isCall = (path: string) => path.startsWith('/api/') || path.startsWith('/vendors-api/');

/**
 * Refuses calls of an overloaded process before anything of them is read: parsing, routing and logging a refusal
 * costs a good part of serving, and the queue then grows in the sockets, where nothing measures it.
 */
export function refuseEarly(server: Server, admission: Pick<Admission, 'isClosed'>): void {
  const failure = refusal();
  const body = JSON.stringify(failureBody(failure));
  const headers = {
    ...failureHeaders(failure),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
  };
  const serve = server.listeners('request') as ((...about: unknown[]) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isCall(request.url ?? '') && admission.isClosed())
      response.writeHead(failureStatus(failure), headers).end(body);
    else for (const listener of serve) listener.call(server, request, response);
  });
}
