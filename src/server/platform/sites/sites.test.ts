import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder } from '../../testing/new-folder.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { sendRequest } from '../../testing/send-request.ts';
import { ConfigError } from '../settings.ts';
import { sitesOf } from './sites.ts';

let product: TestProduct;
beforeAll(async () => {
  const webRoot = newFolder();
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'index.html'), '<html lang="es"><head></head><body></body></html>');
  product = await startProduct({
    webRoot,
    settings: { PUBLIC_URL_AR: 'https://ar.prestamos.example', PUBLIC_URL_UY: 'https://prestamos.example' },
  });
});
afterAll(() => product.close());

const at = (host: string, path: string) =>
  sendRequest({ port: product.port, path, method: 'GET', headers: { host } }, undefined);

test.each([
  ['prestamos.example', 'UY'],
  ['prestamos.example:443', 'UY'],
  ['ar.prestamos.example', 'AR'],
  ['other.example', 'AR'],
])('pages at %s are those of %s and say so', async (host, country) => {
  const { body } = await at(host, '/faq');
  expect(body).toContain(`<html lang="es-${country}">`);
  expect(body).toContain(`<meta name="country" content="${country}">`);
});

test('calls at the configured site of a country are that country’s', async () => {
  const [here, there] = await Promise.all([
    at('prestamos.example', '/api/v3/enviroments'),
    at('ar.prestamos.example', '/api/v3/enviroments'),
  ]);
  expect(here.status).toBe(200);
  expect(here.body).not.toEqual(there.body);
});

test.each([
  [{ PUBLIC_URL_AR: 'https://x.example', PUBLIC_URL_UY: 'https://x.example:444' }, 'PUBLIC_URL_UY'],
  [{ PUBLIC_URL_AR: 'https://cuota.com.uy' }, 'PUBLIC_URL_AR'],
  [{ PUBLIC_URL_UY: 'https://cuota.com.ar' }, 'PUBLIC_URL_UY'],
])('%o contradicts itself and stops the start', (config, name) => {
  expect(() => sitesOf(config)).toThrow(ConfigError);
  expect(() => sitesOf(config)).toThrow(name);
});
