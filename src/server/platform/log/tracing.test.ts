import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';

interface Told {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { key: string; value: Record<string, string> }[];
}

let collector: Server;
let told: Told[];
let product: TestProduct;
beforeAll(async () => {
  told = [];
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      if (request.url === '/v1/traces') told.push(...resourceSpans[0].scopeSpans[0].spans);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  product = await startProduct({ settings });
});
afterAll(async () => {
  await product.close();
  collector.close();
});

const named = (name: string) => told.filter((span) => span.name === name);

const askLink = (of: TestProduct, headers: Readonly<Record<string, string>> = {}) =>
  of.call('POST /api/auth/sendpin', { headers, body: { cellphone: '1145678901', redirectTo: '' } });

test("a job belongs to the trace of the caller's request that caused it", async () => {
  const [traceId, caller] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  expect((await askLink(product, { traceparent: `00-${traceId}-${caller}-01` })).status).toBe(200);
  await expect.poll(() => named('job send-link').length, { timeout: 20_000 }).toBe(1);
  const [request] = named('POST /api/auth/sendpin');
  expect(request).toMatchObject({ traceId, parentSpanId: caller });
  expect(named('job send-link')[0]).toMatchObject({ traceId, parentSpanId: request?.spanId });
  expect(request?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: '200' },
  });
});

test('a request without a trace of its caller begins one; one told not to be told is not', async () => {
  await product.call('GET /api/v3/enviroments');
  await product.call('GET /api/v3/enviroments', { headers: { traceparent: 'x' } });
  const quiet = '00-4bf92f3577b34da6a3ce929d0e0e4737-00f067aa0ba902b7-00';
  await product.call('GET /api/v3/enviroments', { headers: { traceparent: quiet } });
  await expect.poll(() => named('GET /api/v3/enviroments').length, { timeout: 10_000 }).toBe(2);
  const begun = named('GET /api/v3/enviroments').filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(begun).toHaveLength(2);
});

test('off, jobs carry nothing', async () => {
  const plain = await startProduct({ beside: product, settings: { ROLE: 'api' } });
  expect((await askLink(plain)).status).toBe(200);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from jobs.job
    where name = 'send-link' and not data ? 'traceparent'`.execute(product.deps.db);
  expect(rows[0]?.count).toBe(1);
  await plain.close();
});

test('statements and calls to providers are spans of their request; probes are none', async () => {
  const [traceId, caller] = ['4bf92f3577b34da6a3ce929d0e0e4799', '00f067aa0ba902b7'];
  await product.call('GET /readyz', { headers: { traceparent: `00-${traceId}-${caller}-01` } });
  await askLink(product, { traceparent: `00-${traceId}-${caller}-01` });
  await expect
    .poll(() => named('POST /api/auth/sendpin').some((span) => span.traceId === traceId), { timeout: 20_000 })
    .toBe(true);
  const spans = told.filter((span) => span.traceId === traceId);
  const statement = spans.find(({ attributes }) => attributes.some(({ key }) => key === 'db.system.name'));
  expect(statement).toMatchObject({ parentSpanId: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(JSON.stringify(spans)).not.toContain('1145678901');
  await product.deps.ports.sms.send('+5491145678901', 'Hola', 1);
  await expect.poll(() => named('sms send').length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(named('GET /readyz')).toEqual([]);
});
