import { isProbe } from '../log/tracing.ts';
import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyReply,
} from 'fastify';
import type { Logger } from '../logger.ts';
import { isTrouble } from '../trouble.ts';
import { sendFailure, failureBody, failureStatus } from './envelope.ts';
import { requestLine } from './request-line.ts';
import { fail, type Failure } from './result.ts';
import { separateHosts, isOfPage } from './console-host.ts';
import type { Certificate } from '../tls/certificate.ts';
import { refusePlainHttp } from '../tls/plain-http.ts';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Addresses that accept form-encoded bodies, from a provider; all others refuse them. */
const takesForms: ReadonlySet<string> = new Set(['/api/v3/messages/sms/status']);

/** Addresses of notifications with signed raw bytes: the call gets `raw`, the text as sent. */
const signedWhole: ReadonlySet<string> = new Set(['/api/v3/messages/whatsapp/webhook']);

function isSignedWhole(request: FastifyRequest): boolean {
  return signedWhole.has(request.routeOptions.url ?? '');
}

/** Parses form-encoded bodies, for the few calls that a provider makes with them. */
function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parseForm);
}

function parseForm(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (!takesForms.has(request.routeOptions.url ?? ''))
    return done(Object.assign(new Error('forms are not accepted here'), { statusCode: 415 }));
  done(null, Object.fromEntries(new URLSearchParams(text.toString())));
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes sent by another site's page (docs/security.md#foreign-origins). Borrowers have no cookie, so
 * such a request would carry no authority anyway; this stops it before any work is done.
 */
function refuseForeignOrigin(ownHosts: readonly string[]) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (readMethods.has(request.method)) return undefined;
    const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
    if (!isCrossSite && isOwnOrigin(request.headers.origin, [request.host, ...ownHosts])) return undefined;
    return sendFailure(reply, fail('foreign_origin'));
  };
}

function isOwnOrigin(origin: string | undefined, hosts: readonly string[]): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}

/** Headers of responses that bypass the server's hooks. */
const bareHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Treats an undecodable address as an unknown one; the router's own response would echo it. */
function refuseAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && isOfPage(request.url)) return void reply.headers(bareHeaders).redirect('/');
  const failure = fail('not_found');
  void reply.status(failureStatus(failure)).headers(bareHeaders).send(failureBody(failure));
}

/** Answers malformed requests (invalid HTTP, headers too long or too late) in the envelope too. */
function refuseNonsense(error: { readonly code?: string }, socket: Socket): void {
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

/**
 * Refuses requests without a host, which determines the country. HTTP/1.1 requires one; HTTP/1.0 clients may
 * omit it.
 */
async function refuseWithoutHost(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { httpVersion, headers } = request.raw;
  return httpVersion === '1.1' && !headers.host ? sendFailure(reply, fail('bad_request')) : undefined;
}

/** Refuses `Expect` headers other than `100-continue`, the only expectation the server supports. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const failure = fail('expectation');
  const body = JSON.stringify(failureBody(failure));
  const length = { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(failureStatus(failure), { ...bareHeaders, ...length, Connection: 'close' }).end(body);
}

/** Largest JSON body, bytes. Images are larger and have their own limit. */
const maxJsonBytes = 100 * 1024;

/**
 * Timeout of the headers, which arrive in one piece; a body may take longer. Must not exceed the timeout of
 * the request.
 */
const headersMs = 20_000;

interface ServerOptions {
  readonly log: Logger;
  readonly trustProxy: false | string[];
  /** Idle timeout of a connection, seconds. */
  readonly keepAliveSeconds: number;
  /** Other hosts of this product, e.g. the public addresses. */
  readonly ownHosts: readonly string[];
  /** Address of the staff console, on its own host. */
  readonly consoleUrl: string | undefined;
  readonly httpsSites: readonly string[];
  /** TLS certificate; without it the server speaks HTTP. */
  readonly certificate: Certificate | undefined;
  /** Headers of every answer (security-headers.ts). */
  readonly headers: Readonly<Record<string, string>>;
}

/** HTTP server with headers, limits, request ids and the failure envelope, but without routes. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const { certificate } = options;
  // Handled by refuseWithoutHost.
  const http = { requireHostHeader: false, headersTimeout: headersMs };
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy,
    bodyLimit: maxJsonBytes,
    clientErrorHandler: refuseNonsense,
    frameworkErrors: refuseAddress,
    // Fastify's types differ for HTTP and HTTPS; nothing here depends on which.
    ...((certificate ? { https: { ...http, ...certificate.options } } : { http }) as { http: typeof http }),
    requestTimeout: 30_000,
    connectionTimeout: 35_000,
    keepAliveTimeout: options.keepAliveSeconds * 1000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
  certificate?.follow(app.server);
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
  readForms(app);
  await app.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 1000, parts: 12 } });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(options.headers).header('X-Request-Id', request.id);
    done();
  });
  app.server.on('checkExpectation', refuseExpectation);
  app.addHook('onRequest', refuseWithoutHost);
  app.addHook('onRequest', refusePlainHttp(options.httpsSites));
  app.addHook('onRequest', refuseForeignOrigin(options.ownHosts));
  app.addHook('onRequest', separateHosts(options.consoleUrl));
  app.addHook('onResponse', async (request, reply) => {
    if (isProbe(request.url)) return;
    if (options.log.isLevelEnabled('info')) options.log.info(requestLine(request, reply), 'request');
  });
  app.setErrorHandler((error: unknown, request, reply) => {
    const failure = failureOf(error);
    if (failure.code === 'internal')
      options.log.error({ err: error, requestId: request.id }, 'request failed');
    if (failure.code === 'unavailable')
      options.log.warn({ err: error, requestId: request.id }, 'request could not be served');
    return sendFailure(reply, failure);
  });
  return app;
}

function parseJson(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (text.length === 0) return done(null, undefined);
  try {
    const body: unknown = JSON.parse(text.toString());
    done(null, isSignedWhole(request) ? { raw: text.toString() } : body);
  } catch {
    done(Object.assign(new Error('malformed JSON'), { statusCode: 400 }));
  }
}

/** Checks whether the file of a form was too large, rather than a body or the form's fields. */
const isOfFile = (error: unknown) =>
  error instanceof Error && Reflect.get(error, 'code') === 'FST_REQ_FILE_TOO_LARGE';

/** Maps a thrown error to a failure: refused by the HTTP layer, temporary trouble, or a bug. */
function failureOf(error: unknown): Failure {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  if (status === 413) return fail(isOfFile(error) ? 'too_large' : 'body_too_large');
  if (status === 415 || status === 406) return fail('unsupported_media');
  if (status === 404) return fail('not_found');
  if (typeof status === 'number' && status >= 400 && status < 500) return fail('bad_request');
  return fail(isTrouble(error) ? 'unavailable' : 'internal');
}
