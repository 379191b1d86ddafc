import http from 'node:http';
import { DEFAULT_COUNTRY, type CountryCode } from '../../src/countries/countries.ts';
import { ENTRIES } from '../../src/countries/entries.ts';
import { noteSecret } from './note-secret.ts';
import { productPort } from './target.ts';

/** One answer as an outsider sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  // oxlint-disable-next-line typescript/no-explicit-any -- an outsider knows no types
  readonly body: any;
}

export interface ApiOptions {
  readonly country?: CountryCode;
  readonly token?: string;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of another product than the test run's. */
  readonly port?: number;
}

/** Calls the running product the way a program would: `api('POST /api/v3/balance', {…})`. */
export async function api(call: string, options: ApiOptions = {}): Promise<Answer> {
  const [method, path] = call.split(' ') as [string, string];
  const host = ENTRIES[options.country ?? DEFAULT_COUNTRY].localHost;
  const port = options.port ?? productPort();
  const form = options.form ? new Response(options.form) : undefined;
  const body = form
    ? Buffer.from(await form.arrayBuffer())
    : options.body === undefined
      ? undefined
      : Buffer.from(JSON.stringify(options.body));
  const type = form ? form.headers.get('content-type') : body ? 'application/json' : null;
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: {
          host: `${host}:${port}`,
          ...(type ? { 'content-type': type } : {}),
          ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
          ...options.headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = response.headers['content-type']?.includes('json') === true;
          const answer: Answer = {
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: isJson ? JSON.parse(text) : text,
          };
          noteSecret(answer.body?.token);
          noteSecret(answer.body?.result?.token);
          resolve(answer);
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Asks again until `accept` is true; bounded, without fixed waits between a change and its sight. */
export async function eventually<T>(
  ask: () => Promise<T>,
  accept: (value: T) => boolean,
  withinMs = 15_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await ask();
    if (accept(value)) return value;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(value).slice(0, 400)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
