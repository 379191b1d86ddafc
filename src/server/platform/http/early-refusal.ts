import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { failureBody, failureHeaders, failureStatus } from './envelope.ts';
import { refusal, type Admission } from './load-limit.ts';

/** Only calls may be refused; pages, assets and health checks are always served. */
const isCall = (path: string) => path.startsWith('/api/') || path.startsWith('/vendors-api/');

/**
 * Refusals per turn of the event loop, which take 2 to 3 ms. Admitted calls need several turns, so more
 * refusals in each would delay them by seconds.
 */
const mostInTurn = 24;

/**
 * Refuses calls of an overloaded process before reading them: parsing, routing and logging a refusal costs
 * nearly as much as serving, and the queue would then grow in the sockets, where it is not measured.
 */
export function refuseEarly(
  server: Server,
  admission: Pick<Admission, 'isClosed'>,
  securityHeaders: Readonly<Record<string, string>>,
): void {
  const failure = refusal();
  const body = JSON.stringify(failureBody(failure));
  const headers = Object.entries({
    ...securityHeaders,
    ...failureHeaders(failure),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
  }).flat();
  const serve = server.listeners('request') as ((...about: unknown[]) => void)[];
  const turns = new Turns();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isCall(request.url ?? '') && admission.isClosed()) {
      response.writeHead(failureStatus(failure), [...headers, 'X-Request-Id', randomUUID()]).end(body);
      turns.count(request.socket);
    } else for (const listener of serve) listener.call(server, request, response);
  });
}

/** Pauses reading from connections with refused calls once one turn of the event loop has had too many. */
class Turns {
  #refused: Socket[] = [];
  #unread: Socket[] = [];
  #isWatched = false;

  count(socket: Socket): void {
    this.#refused.push(socket);
    this.#watch();
  }

  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    // Runs before the connections are read again. Pausing immediately would be undone by the end of the
    // request.
    setImmediate(() => {
      this.#isWatched = false;
      for (const socket of this.#refused.slice(mostInTurn)) {
        socket.pause();
        this.#unread.push(socket);
      }
      this.#refused = [];
      for (const socket of this.#unread.splice(0, mostInTurn)) socket.resume();
      if (this.#unread.length > 0) this.#watch();
    });
  }
}
