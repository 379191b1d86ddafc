import { isProbe } from '../log/probe.ts';
import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from '../logger.ts';
import { isTrouble } from '../trouble.ts';
import { refuseAddress, refuseExpectation, refuseNonsense, refuseWithoutHost } from './client-error.ts';
import { sendFailure } from './envelope.ts';
import { requestLine } from './request-line.ts';
import { fail, type Failure } from './result.ts';
import { isSignedWhole, readForms } from './form-body.ts';
import { separateHosts } from './console-host.ts';
import { refuseForeignOrigin } from './foreign-origin.ts';
import type { Certificate } from '../tls/certificate.ts';
import { refusePlainHttp } from '../tls/plain-http.ts';

/** JSON bodies are small; only images are large, and they have a limit of their own. */
const maxJsonBytes = 100 * 1024;

/** Headers come in one piece; a request may take as long as its body needs. Must not be longer than the request's. */
const headersMs = 20_000;

export interface ServerOptions {
  readonly log: Logger;
  readonly trustProxy: false | string[];
  /** Idle time of a connection, seconds. */
  readonly keepAliveSeconds: number;
  /** Other hosts of this product, e.g. the public addresses. */
  readonly ownHosts: readonly string[];
  /** The staff's console, on a host of its own. */
  readonly consoleUrl: string | undefined;
  /** Sites that are served by HTTPS only. */
  readonly httpsSites: readonly string[];
  /** TLS certificate; without it the server speaks HTTP. */
  readonly certificate: Certificate | undefined;
  /** Headers of every answer (security-headers.ts). */
  readonly headers: Readonly<Record<string, string>>;
}

/** An HTTP server with headers, limits, request ids and the failure envelope, and no routes yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const { certificate } = options;
  // Answered by refuseWithoutHost.
  const http = { requireHostHeader: false, headersTimeout: headersMs };
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy,
    bodyLimit: maxJsonBytes,
    clientErrorHandler: refuseNonsense,
    frameworkErrors: refuseAddress,
    // An instance is of one kind or the other by its type; nothing here depends on which.
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

/** True if the form's file was too large, rather than a body or a form's fields. */
const isOfFile = (error: unknown) =>
  error instanceof Error && Reflect.get(error, 'code') === 'FST_REQ_FILE_TOO_LARGE';

/** Maps a thrown error to a failure: refused by the HTTP machinery, in trouble, or our own fault. */
function failureOf(error: unknown): Failure {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  if (status === 413) return fail(isOfFile(error) ? 'too_large' : 'body_too_large');
  if (status === 415 || status === 406) return fail('unsupported_media');
  if (status === 404) return fail('not_found');
  if (typeof status === 'number' && status >= 400 && status < 500) return fail('bad_request');
  return fail(isTrouble(error) ? 'unavailable' : 'internal');
}
