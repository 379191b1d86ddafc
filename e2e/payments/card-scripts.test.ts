import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openStep } from '../testing/apply-steps.ts';
import { createBorrower } from '../testing/borrower.ts';
import { baseUrl } from '../testing/browser.ts';
import { useBrowser } from '../testing/harness.ts';
import { askForNext } from '../testing/payment-steps.ts';
import { productPort } from '../testing/target.ts';

const browsing = useBrowser();
const root = join(import.meta.dirname, '..', '..');
const inventory = JSON.parse(
  readFileSync(join(root, 'dist', 'web', '.vite', 'scripts.json'), 'utf8'),
) as Record<string, string>;

/** Every script that the page has loaded, by address and by what was in it; code in the page itself too. */
async function scriptsOf(page: Page): Promise<{ files: string[]; inline: number }> {
  return page.evaluate(() => {
    const loaded = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.endsWith('.js'));
    const written = [...document.scripts].map(({ src }) => src);
    const handlers = document.querySelectorAll('[onclick], [onload], [onerror], [onsubmit]').length;
    return {
      files: [...new Set([...loaded, ...written.filter((src) => src !== '')])],
      inline: written.filter((src) => src === '').length + handlers,
    };
  });
}

async function expectInventoried(page: Page): Promise<void> {
  const { files, inline } = await scriptsOf(page);
  expect(inline).toBe(0);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const url = new URL(file);
    expect(url.origin).toBe(new URL(page.url()).origin);
    const bytes = Buffer.from(
      await (await fetch(`http://127.0.0.1:${productPort()}${url.pathname}`)).arrayBuffer(),
    );
    expect(inventory[url.pathname], url.pathname).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
}

it('the pages with a card form load the scripts of the inventory and no other', async () => {
  const borrower = await createBorrower('AR');
  const { url } = await askForNext(borrower, 'debit-card');
  const payment = await browsing.open({ country: 'AR' });
  const answer = await payment.goto(new URL(url, baseUrl('AR')).href);
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';");
  await payment.getByLabel('Número de tarjeta').fill('4111111111111111');
  await expectInventoried(payment);
  const { page } = await openStep(browsing, 'AR', '/verificacion-identidad/04');
  await page.getByLabel('Número de la tarjeta').fill('4111111111111111');
  await expectInventoried(page);
});

/** What `scripts/check-card-page.mjs` says of an address. */
function check(address: string): Promise<{ code: number; said: string }> {
  const program = join(root, 'scripts', 'check-card-page.mjs');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, address], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}

it('a script that appears or changes on the way to the browser raises an alert', async () => {
  const there = `http://127.0.0.1:${productPort()}`;
  expect(await check(`${there}/debit-payment/x`)).toMatchObject({ code: 0 });
  const victim = Object.keys(inventory)[0] ?? '';
  // What a hijacked content network does.
  const hijacker = http.createServer((request, response) => {
    void (async () => {
      const answer = await fetch(there + (request.url ?? ''));
      const type = answer.headers.get('content-type') ?? '';
      let body = await answer.text();
      if (type.includes('html'))
        body = body.replace(
          '</head>',
          '<script src="/assets/skimmer.js"></script><script>steal()</script></head>',
        );
      if (request.url === victim) body += '\n;steal();';
      const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'";
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body);
    })();
  });
  await new Promise<void>((resolve) => hijacker.listen(0, '127.0.0.1', resolve));
  const { port } = hijacker.address() as AddressInfo;
  const { code, said } = await check(`http://127.0.0.1:${port}/debit-payment/x`);
  hijacker.close();
  hijacker.closeAllConnections();
  expect(code).toBe(1);
  expect(said.trim().split('\n').toSorted()).toEqual(
    [
      "the policy lets in 'unsafe-inline'",
      '/assets/skimmer.js is not in the inventory',
      'the page carries code of its own: steal()',
      `${victim} was changed`,
    ].toSorted(),
  );
});
