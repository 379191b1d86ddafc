import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, parseConfig } from '../platform/config.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

const chat = {
  CHATWOOT_BASE_URL: 'https://chat.example/support',
  CHATWOOT_WEBSITE_TOKEN: 'site-token',
};

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: chat });
});
afterAll(() => product.close());

test('a configured chat is told to the browser, and its host may send a script and a frame', async () => {
  const { body, headers } = await product.call('GET /api/v3/enviroments');
  expect(body.model).toMatchObject({
    'chatwoot-base-url': chat.CHATWOOT_BASE_URL,
    'chatwoot-website-token': chat.CHATWOOT_WEBSITE_TOKEN,
  });
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' https://chat.example;");
  expect(policy).toContain('frame-src https://chat.example;');
  expect(policy).toContain("connect-src 'self' https://chat.example;");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test.each(Object.entries(chat))('%s alone stops the start with a sentence that names both', (name, value) => {
  const start = () => parseConfig({ DATA_DIR: product.dataDir, [name]: value });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow('CHATWOOT_BASE_URL and CHATWOOT_WEBSITE_TOKEN');
});

test('the day of the business clock is told, in the country’s own time', async () => {
  const now = product.deps.clock.now();
  const { body } = await product.call('GET /api/v3/enviroments');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Argentina/Buenos_Aires' }).format(now);
  expect(body.model.today).toBe(today);
});
