import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureBody, failureStatus, sendFailure } from './envelope.ts';
import { isOfPage } from './page-address.ts';
import { fail } from './result.ts';

/** Headers of answers that bypass the server's hooks. */
const bareHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * An address that cannot be decoded is one that we do not know, and leads where unknown ones lead; the router's own
 * answer would repeat it.
 */
export function refuseAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && isOfPage(request.url)) return void reply.headers(bareHeaders).redirect('/');
  const failure = fail('not_found');
  void reply.status(failureStatus(failure)).headers(bareHeaders).send(failureBody(failure));
}

/** Answers malformed input (bytes that are no HTTP, headers too long or too late) in the envelope too. */
export function refuseNonsense(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const failure = fail('bad_request');
  const body = JSON.stringify(failureBody(failure));
  const status = failureStatus(failure);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** HTTP/1.1 demands a host, and the country follows from it; what speaks HTTP/1.0 may leave it out. */
export async function refuseWithoutHost(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { httpVersion, headers } = request.raw;
  return httpVersion === '1.1' && !headers.host ? sendFailure(reply, fail('bad_request')) : undefined;
}

/** `Expect` with anything but `100-continue`: the server promises nothing else. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const failure = fail('expectation');
  const body = JSON.stringify(failureBody(failure));
  const length = { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(failureStatus(failure), { ...bareHeaders, ...length, Connection: 'close' }).end(body);
}
