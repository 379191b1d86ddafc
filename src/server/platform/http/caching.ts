import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends an answer that everybody on the host gets alike, or 304 to a client that has it already. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  body: object,
  maxAgeSeconds: number,
): FastifyReply {
  const text = JSON.stringify(body);
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  // The host is part of the address a cache keeps; the channel's token only decides whether to answer at all.
  void reply.header('Cache-Control', `public, max-age=${maxAgeSeconds}`).header('ETag', tag);
  const known = request.headers['if-none-match']?.split(',').map((part) => part.trim().replace(/^W\//, ''));
  if (known?.includes(tag) === true) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}
