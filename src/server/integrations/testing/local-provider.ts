import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface GivenAnswer {
  readonly status: number;
  /** JSON, or text or bytes as they are. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LocalProvider {
  readonly url: string;
  readonly received: ReceivedRequest[];
  close(): void;
}

/** A provider on this machine that answers as it is told. */
export async function localProvider(
  answer: (request: ReceivedRequest) => GivenAnswer,
): Promise<LocalProvider> {
  const received: ReceivedRequest[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      const given = answer(one);
      response
        .writeHead(given.status, { 'content-type': 'application/json', ...given.headers })
        .end(
          typeof given.body === 'string' || given.body instanceof Uint8Array
            ? given.body
            : JSON.stringify(given.body),
        );
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
