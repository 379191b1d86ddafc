import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled } from '../testing/clock.ts';
import { useBrowser } from '../testing/harness.ts';
import { productPort } from '../testing/target.ts';

const browsing = useBrowser();
let giveRest: () => void;
let proxy: http.Server;

/** Sends the page up to its body, and the rest when it is told to. */
beforeAll(async () => {
  const rest = new Promise<void>((resolve) => (giveRest = resolve));
  proxy = http.createServer((request, response) => {
    void (async () => {
      const answer = await fetch(`http://127.0.0.1:${productPort()}${request.url ?? ''}`);
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      const start = request.url === '/signup' ? body.indexOf('<div id="app">') : 0;
      response.write(body.subarray(0, start));
      if (start > 0) await rest;
      response.end(body.subarray(start));
    })();
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  proxy.close();
  proxy.closeAllConnections();
});

it('a page in the background whose modules are there before its body still begins', async () => {
  const { port } = proxy.address() as AddressInfo;
  const page = await browsing.open({ country: 'UY' });
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  await page.goto(`http://127.0.0.1:${port}/signup`, { waitUntil: 'commit' });
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/first-')),
  );
  await settled(page);
  expect(await page.locator('#app').count()).toBe(0);
  giveRest();
  await page.waitForFunction(() => {
    const root = document.querySelector('#app');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
});
