import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { type RunningProduct, startProduct } from '../testing/product.ts';
import { lookAt, lookAtOwn, productPort } from '../testing/target.ts';

const browsing = useBrowser();
let collector: Server;
let product: RunningProduct;
const received: { url: string; body: string }[] = [];
const events = () => received.map(({ body }) => body.split('\n')[2] ?? '');
beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method === 'POST') received.push({ url: request.url ?? '', body });
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  product = await startProduct({ SENTRY_DSN_WEB: `http://abc@127.0.0.1:${port}/42` });
});
afterAll(async () => {
  await product.stop();
  collector.close();
});

describe('errors of a page', () => {
  it.each(['/login', '/avisos/0123456789abcdef0123456789abcdef'])(
    'are told without what they are about, on %s',
    async (path) => {
      lookAt(product.port);
      received.length = 0;
      const page = await browsing.open({ country: 'AR' });
      const traced: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/v3/')) traced.push(request.headers()['traceparent']);
      });
      await page.goto(path);
      await page.waitForFunction(
        () =>
          document.querySelector('script[src*="/assets/errors-"]') !== null ||
          performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/errors-')),
      );
      await page.evaluate(() => {
        // As React does with what breaks while a page is drawn.
        // oxlint-disable-next-line no-console
        console.error('broken', new Error('no loan of 30111228'));
      });
      await expect.poll(() => events().length).toBe(1);
      expect(received[0]?.url).toMatch(/^\/api\/42\/envelope\/\?sentry_key=abc&sentry_version=7/);
      const event = JSON.parse(events()[0] ?? '{}');
      expect(event).toMatchObject({
        release: expect.stringMatching(/^[\da-f]{7}$/),
        transaction: path.replace(/[\da-f]{32}$/, ':x'),
        tags: { host: `ar.localhost:${product.port}` },
        exception: { values: [{ type: 'Error', value: 'no loan of #' }] },
      });
      expect(received[0]?.body).not.toMatch(/30111228|0123456789/);
      // What is asked for from now on stands under the trace of the page.
      await page.evaluate(() => fetch('/api/v3/banks'));
      expect(traced.at(-1)).toMatch(new RegExp(`^00-${event.contexts.trace.trace_id}-[\\da-f]{16}-01$`));
    },
  );
});

it('nothing of it is loaded, and nobody may be told, where it is off', async () => {
  lookAtOwn();
  const page = await browsing.open({ country: 'AR' });
  const answer = await page.goto('/login');
  await page.getByRole('button', { name: 'Ingresar' }).first().waitFor();
  expect(await answer?.text()).not.toContain('error-reports');
  expect(answer?.headers()['content-security-policy']).toContain("connect-src 'self';");
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(files.filter((name) => name.includes('/assets/errors-'))).toEqual([]);
  expect(productPort()).not.toBe(product.port);
});
