import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { startProduct, type RunningProduct } from '../testing/product.ts';
import { next } from '../testing/signup-steps.ts';

const browsing = useBrowser();
const root = join(import.meta.dirname, '..', '..');
const invented = join(root, 'src', 'countries', 'testing', 'add-invented.ts');
const kinds: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let product: RunningProduct;
let web: string;
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'cuota-invented-'));
  const built = build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir: web, manifest: false },
    plugins: [
      {
        name: 'add the invented country first',
        transform: (code, id) =>
          id.endsWith('/web/main.tsx') ? `import ${JSON.stringify(invented)};\n${code}` : undefined,
      },
    ],
  });
  const started = startProduct({ NODE_OPTIONS: `--import=${invented}`, DEMO_CUSTOMERS: 'off' });
  [product] = await Promise.all([started, built]);
});
afterAll(async () => {
  await product.stop();
  await rm(web, { recursive: true, force: true });
});

test('somebody of a country that is only an entry signs up and sees an offer', async () => {
  const page = await browsing.open();
  const origin = `http://xx.localhost:${product.port}`;
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const isDocument = route.request().resourceType() === 'document';
    if (!isDocument && !pathname.startsWith('/assets/')) return route.continue();
    const file = isDocument ? 'index.html' : pathname;
    await route.fulfill({
      body: await readFile(join(web, file)),
      contentType: isDocument ? 'text/html' : (kinds[extname(file)] ?? 'application/octet-stream'),
    });
  });
  await page.goto(`${origin}/signup`);
  await page.getByLabel('Nombre').fill('Ana');
  await page.getByLabel('Apellido').fill('Pereyra');
  const document = page.getByLabel('Cédula de Fantasía');
  await document.fill('345678');
  expect(await document.inputValue()).toBe('345 678');
  await page.getByLabel('Fecha de nacimiento').fill('23-04-1990');
  await page.getByLabel('Mail', { exact: true }).fill('ana@example.com');
  await page.getByLabel('Celular').fill('+999 712 3456');
  expect(await page.getByLabel('Celular').inputValue()).toBe('7123456');
  await next(page).click();
  const amount = page.getByLabel('Monto en miles');
  await amount.waitFor();
  await amount.fill('2500');
  await amount.blur();
  expect(await amount.inputValue()).toBe('2500');
  expect(await amount.locator('..').innerText()).toContain('ƒ');
});
