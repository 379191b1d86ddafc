import http from 'node:http';

/** One answer as a test looks at it. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  // Tests look at answers as an outsider does: at all members that came.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  /** The answer as it came, of calls of the console. */
  readonly bytes?: Buffer;
}

/** Sends a request whose headers, the host's name among them, are given: `fetch` would not let that one be set. */
export function sendRequest(
  options: Pick<http.RequestOptions, 'port' | 'path' | 'method' | 'headers'>,
  body: Buffer | string | undefined,
): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const sent = http.request({ host: '127.0.0.1', ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        const isJson = response.headers['content-type']?.includes('json') === true;
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          ),
          body: isJson && text !== '' ? JSON.parse(text) : text,
          bytes,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
