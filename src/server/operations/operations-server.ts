import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../platform/config.ts';
import type { Certificate } from '../platform/tls/certificate.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from './metrics.ts';

interface OperationsServer {
  readonly port: number;
  close(): Promise<void>;
}

interface OperationsServerOptions {
  readonly port: number;
  readonly host: string;
  readonly isReady: () => Promise<boolean>;
  readonly metrics: Metrics | undefined;
  readonly certificate: Certificate | undefined;
  readonly log: Logger;
}

/** Serves liveness, readiness and metrics for operators, on a port that no borrower reaches. */
export async function serveOperations(options: OperationsServerOptions): Promise<OperationsServer> {
  const { port, host, certificate, log } = options;
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    answer(request.url ?? '', response, options).catch((error: unknown) => {
      log.warn({ err: error }, 'an operations request failed');
      say(response, 500, 'failed\n');
    });
  };
  const server = certificate ? https.createServer(certificate.options, serve) : http.createServer(serve);
  certificate?.follow(server);
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigError(
          `The setting OPERATIONS_PORT is wrong: cannot listen on ${host}:${port} (${error.code ?? error}).`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  url: string,
  response: ServerResponse,
  { isReady, metrics }: OperationsServerOptions,
): Promise<void> {
  const path = url.split('?')[0];
  if (path === '/healthz') return say(response, 200, 'ok\n');
  if (path === '/readyz')
    return (await isReady()) ? say(response, 200, 'ok\n') : say(response, 503, 'not ready\n');
  if (path !== '/metrics' || !metrics) return say(response, 404, 'not found\n');
  const { type, body } = await metrics.text();
  say(response, 200, body, type);
}

function say(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
