import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { failureBody, failureStatus } from './envelope.ts';
import { fail } from './result.ts';

/** What never became a request (bytes that are no HTTP, headers too long or too late) is refused in the envelope too. */
export function refuseNonsense(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const failure = fail('bad_request');
  const body = JSON.stringify(failureBody(failure));
  const status = failureStatus(failure);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
