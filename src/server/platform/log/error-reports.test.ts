import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openErrorReports, type ErrorReports } from './error-reports.ts';
import { createLogger } from '../logger.ts';

/** The part of Sentry's event that is looked at. */
interface SentEvent {
  readonly contexts?: object;
  readonly exception: {
    readonly values: readonly {
      readonly value: string;
      readonly stacktrace: { readonly frames: readonly object[] };
    }[];
  };
}

interface Received {
  readonly path: string;
  readonly auth: string;
  readonly event: SentEvent;
}

let server: Server;
let received: Received[];
let reports: ErrorReports;
let trace: string | undefined;
beforeEach(async () => {
  received = [];
  trace = undefined;
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, , event = ''] = Buffer.concat(chunks).toString('utf8').split('\n');
      received.push({
        path: request.url ?? '',
        auth: String(request.headers['x-sentry-auth']),
        event: JSON.parse(event) as SentEvent,
      });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dsn = `http://abc@127.0.0.1:${port}/sub/7`;
  reports = openErrorReports({ dsn, environment: 'test', role: 'api', trace: () => trace });
});
afterEach(() => server.close());

const nowhere = { write: () => undefined };

test('what is logged as an error is sent with its stack and causes, and nothing that a person has typed', async () => {
  const log = createLogger('info', nowhere, reports);
  const row = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ana@example.com)',
  });
  log.error(
    { err: new Error('failed', { cause: row }), requestId: 'r-1', body: 'ana@example.com' },
    'request failed',
  );
  log.warn({ err: new Error('only a warning') }, 'warned');
  log.info({}, 'told');
  await reports.flush();
  expect(received).toHaveLength(1);
  const { path, auth, event } = received[0]!;
  expect(path).toBe('/sub/api/7/envelope/');
  expect(auth).toContain('sentry_key=abc');
  expect(event).toMatchObject({
    level: 'error',
    environment: 'test',
    logentry: { formatted: 'request failed' },
    tags: { role: 'api', requestId: 'r-1' },
  });
  expect(event.exception.values).toMatchObject([
    { type: 'Error 23505', value: 'duplicate key' },
    { type: 'Error', value: 'failed' },
  ]);
  const frame = event.exception.values[1]?.stacktrace.frames.at(-1);
  // The test's runner loads a file anew under a name of its own.
  const filename = expect.stringMatching(/error-reports\.test\.ts(\?|$)/);
  expect(frame).toMatchObject({ in_app: true, filename });
  expect(JSON.stringify(event)).not.toContain('ana@');
});

test('what an error quotes stays here', async () => {
  const log = createLogger('info', nowhere, reports);
  const thrown = [
    new Error('invalid input syntax for type bigint: "20304098 Ana Paz"'),
    new SyntaxError(`Unexpected token 'A', "Ana Paz, D"... is not valid JSON`),
    new Error('nobody at ana@example.com answers 1144448642'),
  ];
  for (const err of thrown) log.error({ err }, 'failed');
  await reports.flush();
  const values = received.map(({ event }) => event.exception.values[0]?.value);
  expect(values).toEqual([
    'invalid input syntax for type bigint: "…"',
    expect.stringContaining('is not valid JSON'),
    'nobody at [mail] answers #',
  ]);
  expect(JSON.stringify(received)).not.toMatch(/Ana Paz|20304098|ana@|8642/);
});

test('an error of what is traced names the trace, which is that of the page', async () => {
  const log = createLogger('info', nowhere, reports);
  trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  log.error({ err: new Error('traced') }, 'failed');
  trace = undefined;
  log.error({ err: new Error('alone') }, 'failed');
  await reports.flush();
  const contexts = received.map(({ event }) => event.contexts);
  expect(contexts).toContainEqual({ trace: { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) } });
  expect(contexts).toContain(undefined);
});

test('an error without one is sent by its sentence, and a flood is cut off', async () => {
  const log = createLogger('info', nowhere, reports);
  for (let n = 0; n < 100; n += 1) log.error({ job: 'x' }, 'job failed');
  await reports.flush();
  expect(received.length).toBeGreaterThan(0);
  expect(received.length).toBeLessThanOrEqual(60);
  expect(received[0]?.event.exception.values[0]?.value).toBe('job failed');
});

test("a server that is away is nobody's trouble", async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  createLogger('info', nowhere, reports).error({ err: new Error('x') }, 'failed');
  await expect(reports.flush()).resolves.toBeUndefined();
});
