import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { failureBody, failureHeaders, failureStatus } from './envelope.ts';
import { refusal, type Admission } from './load-limit.ts';

/** Calls may be refused; pages, assets and health checks are always served. */
const isCall = (path: string) => path.startsWith('/api/') || path.startsWith('/vendors-api/');

/**
 * Refused in one turn of the event loop: 2 to 3 ms of it. Calls that were let in need several turns, so many
 * refusals in each would make them wait for seconds.
 */
const mostInTurn = 24;

/**
 * Refuses calls of an overloaded process before anything of them is read: parsing, routing and logging a refusal
 * costs a good part of serving, and the queue then grows in the sockets, where nothing measures it.
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

/**
 * Pauses reading from connections with refused calls, once there are too many in one turn of the event loop.
 */
class Turns {
  #refused: Socket[] = [];
  #unread: Socket[] = [];
  #isWatched = false;

  /** A call of this connection was refused. */
  count(socket: Socket): void {
    this.#refused.push(socket);
    this.#watch();
  }

  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    // Before the connections are read again; not at once, since the end of the request would undo it.
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
