import { expect, test } from 'vitest';
import type { ErrorEvent } from '../../contract/error-envelope.ts';
import { paths } from '../../contract/paths.ts';
import { createReporter } from './reporter.ts';
import { plainFile, plainPath, plainText } from '../../contract/error-words.ts';
import { traceCalls } from './trace.ts';

const origin = 'https://ar.example';

test.each([
  ['/balance/30111228?total=100', '/balance/:x'],
  ['/login/0123456789abcdef0123456789abcdef', '/login/:x'],
  ['/magic-link/AbCdEfGh', '/magic-link/:x'],
  ['/solicitud/oferta', '/solicitud/oferta'],
  ['/verificacion-identidad/04uy#x', '/verificacion-identidad/04uy'],
  ['/', '/'],
])('the path %s is told as %s', (path, told) => {
  expect(plainPath(path)).toBe(told);
});

test('no address of the web tells of whom or what it is', () => {
  const secret = 'Zq7Yw0Xv1Us2Tr3';
  const addresses = Object.values(paths).map((build) =>
    // Each takes texts, or an object of them.
    String((build as (...given: unknown[]) => unknown)(secret, secret)),
  );
  expect(addresses.filter((each) => each.includes(secret)).length).toBeGreaterThan(5);
  for (const each of addresses) expect(plainPath(each)).not.toContain(secret);
});

test.each([
  [
    'Failed to fetch https://ar.example/api/v3/balance/30111228?x=1',
    'Failed to fetch [address /api/:x/balance/:x]',
  ],
  [
    'error loading dynamically imported module: https://ar.example/assets/offer-Bx3_9a.js',
    'error loading dynamically imported module: /assets/offer-Bx3_9a.js',
  ],
  ['no customer ana.suarez@example.com', 'no customer [mail]'],
  [
    `Cannot read properties of undefined (reading 'name')`,
    `Cannot read properties of undefined (reading 'name')`,
  ],
  [`Unexpected token 'a', "ana 30111228" is not valid JSON`, `Unexpected token 'a', "…" is not valid JSON`],
  ['hash 0123456789abcdef0123456789abcdef is gone', 'hash [token] is gone'],
  ['card 4111 1111 1111 1111', 'card #'],
  ['document 30.111.228', 'document #'],
  ['12 of 345', '12 of 345'],
])('what says “%s”', (text, told) => {
  expect(plainText(text)).toBe(told);
});

test('files are those that were built, or somebody else’s', () => {
  expect(plainFile(`${origin}/assets/first-Ab1_.js`, origin)).toBe('/assets/first-Ab1_.js');
  expect(plainFile(`${origin}/login/0123abcd`, origin)).toBe('/login/:x');
  expect(plainFile('chrome-extension://abc/x.js', origin)).toBe('[foreign]');
});

function reporterWith(path = '/balance/30111228') {
  const sent: { url: string; event: ErrorEvent }[] = [];
  const report = createReporter({
    dsn: 'https://abc@errors.example/sentry/42',
    environment: 'production',
    release: '1a2b3c4',
    host: 'ar.example',
    origin,
    path: () => path,
    trace: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) },
    randomId: () => 'c'.repeat(32),
    now: () => 1_700_000_000_000,
    send: (url, body) => {
      const [header = '', item = '', event = ''] = body.split('\n');
      expect(JSON.parse(header)).toEqual({ event_id: 'c'.repeat(32), sent_at: '2023-11-14T22:13:20.000Z' });
      expect(JSON.parse(item)).toEqual({ type: 'event' });
      sent.push({ url, event: JSON.parse(event) as ErrorEvent });
    },
  });
  return { sent, report };
}

function broken(message: string, cause?: unknown): Error {
  const error = new Error(message, { cause });
  error.stack = [
    `Error: ${message}`,
    `    at pay (${origin}/assets/first-Ab1_.js:1:200)`,
    `    at https://elsewhere.example/x.js?document=30111228:3:4`,
  ].join('\n');
  return error;
}

test('an error is told once, with release, route, trace and calls, and nothing of the person', () => {
  const { sent, report } = reporterWith();
  const error = broken('no loan of 30111228', new TypeError('of ana@example.com'));
  report(error);
  report(error);
  expect(sent).toHaveLength(1);
  const [first] = sent;
  const { url, event } = first ?? {};
  expect(url).toBe(
    'https://errors.example/sentry/api/42/envelope/?sentry_key=abc&sentry_version=7&sentry_client=cuota-web%2F1',
  );
  expect(event).toMatchObject({
    platform: 'javascript',
    release: '1a2b3c4',
    environment: 'production',
    transaction: '/balance/:x',
    tags: { host: 'ar.example', role: 'web' },
    contexts: { trace: { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) } },
  });
  expect(event?.exception.values).toMatchObject([
    { type: 'TypeError', value: 'of [mail]' },
    {
      type: 'Error',
      value: 'no loan of #',
      stacktrace: {
        frames: [
          { filename: '[foreign]', lineno: 3, colno: 4, in_app: false },
          { function: 'pay', filename: '/assets/first-Ab1_.js', lineno: 1, colno: 200, in_app: true },
        ],
      },
    },
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/30111228|ana@/);
});

test('what is thrown and is no error keeps what it says to itself', () => {
  const { sent, report } = reporterWith();
  report('30111228');
  report(undefined);
  expect(sent.map(({ event }) => event.exception.values)).toEqual([
    [{ type: 'string', value: 'not an error' }],
    [{ type: 'undefined', value: 'not an error' }],
  ]);
});

test('what screens tell themselves is not told, and a page that breaks on and on tells ten', () => {
  const { sent, report } = reporterWith();
  for (const name of ['ApiFailure', 'AbortError', 'TimeoutError'])
    report(Object.assign(new Error('x'), { name }));
  expect(sent).toEqual([]);
  for (let count = 0; count < 20; count += 1) report(broken(`fault ${String.fromCodePoint(97 + count)}`));
  expect(sent).toHaveLength(10);
});

test('calls of our server carry the trace of the page, and nobody else’s do', async () => {
  const asked: [unknown, Headers][] = [];
  const opened: string[] = [];
  class Request {
    open(_method: string, address: string | URL) {
      opened.push(String(address));
    }
    setRequestHeader(name: string, value: string) {
      opened.push(`${name}: ${value}`);
    }
  }
  const window = {
    location: { origin } as Location,
    fetch: (async (input: unknown, init?: RequestInit) => {
      asked.push([input, new Headers(init?.headers)]);
      return new Response();
    }) as typeof fetch,
    XMLHttpRequest: Request as unknown as typeof XMLHttpRequest,
  };
  traceCalls(window, 'a'.repeat(32), () => 'b'.repeat(16));
  await window.fetch('/api/v3/banks', { headers: { 'X-Application-Token': 'web' } });
  await window.fetch(`${origin}/vendors-api/v1/leads`);
  await window.fetch('https://gateway.example/api/tokens', { headers: { apikey: 'k' } });
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  expect(asked.map(([, headers]) => headers.get('traceparent'))).toEqual([traceparent, traceparent, null]);
  expect(asked[0]?.[1].get('x-application-token')).toBe('web');
  new window.XMLHttpRequest().open('POST', '/api/v3/photo');
  new window.XMLHttpRequest().open('POST', 'https://elsewhere.example/api/x');
  expect(opened).toEqual(['/api/v3/photo', `traceparent: ${traceparent}`, 'https://elsewhere.example/api/x']);
});
