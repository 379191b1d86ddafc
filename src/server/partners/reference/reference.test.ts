import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTRIES } from '../../../countries/countries.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { partnerKey } from '../testing/partner-tools.ts';

/** docs/product/integrations.md#reference: a stranger's first calls with the page alone. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
});
afterAll(() => product.close());

const page = async (country: (typeof COUNTRIES)[number]) => {
  const answer = await product.raw('/desarrolladores', { country });
  expect(answer.status).toBe(200);
  return String(answer.body);
};

const unescaped = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const blocks = (html: string, kind: RegExp) =>
  [...html.matchAll(kind)].map(([, text = '']) => unescaped(text));

const run = promisify(execFile);

describe.each(COUNTRIES)('the quick start of %s', (country) => {
  test('runs as it is written, with one’s own key', async () => {
    const administrator = await signInAs(product, 'administrator');
    const { key } = await partnerKey(product, administrator, {
      country,
      scopes: ['leads.create', 'leads.read', 'events.read'],
    });
    const html = await page(country);
    const commands = blocks(html, /<pre[^>]* class="run"[^>]*><code>([\s\S]*?)<\/code>/g);
    expect(commands).toHaveLength(5);
    const script = commands.map((each) => each.replace('cuota_…', key)).join('\necho; echo ----\n');
    const { stdout } = await run('bash', ['-euc', script], { timeout: 20_000 });
    const [own, sent, state, events, signature] = stdout.split('----\n').map((each) => each.trim());
    expect(JSON.parse(own ?? '')).toMatchObject({ status: 'success', country });
    expect(JSON.parse(sent ?? '')).toMatchObject({ status: 'success', state: 'offer' });
    expect(JSON.parse(state ?? '')).toMatchObject({ id: JSON.parse(sent ?? '').id, state: 'offer' });
    expect(JSON.parse(events ?? '')).toMatchObject({ status: 'success', events: [] });
    expect(signature).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('shows answers with the members that the calls have', async () => {
    const html = await page(country);
    const answers = blocks(html, /aria-label="Respuesta[^"]*"><code>([\s\S]*?)<\/code>/g);
    expect(answers).toHaveLength(5);
    const members = answers.slice(0, 4).map((text) => Object.keys(JSON.parse(text)));
    expect(members).toEqual([
      ['status', 'partner', 'country', 'scopes', 'hourly_limit', 'expires_at'],
      ['status', 'id', 'state', 'url'],
      ['status', 'id', 'state'],
      ['status', 'events', 'next', 'more'],
    ]);
  });
});

test('the page has every call of partners and no other, no script and nothing from elsewhere', async () => {
  const html = await page('AR');
  const described = [...html.matchAll(/<h3 id="[^"]*"><code>([^<]*)<\/code>/g)].map(([, key]) => key);
  expect(described).toEqual([
    'GET /partners-api/v1/key',
    'POST /partners-api/v1/leads',
    'GET /partners-api/v1/leads/{id}',
    'GET /partners-api/v1/events',
  ]);
  expect(html).not.toMatch(/<script|style=|src="/);
  const links = [...html.matchAll(/<link[^>]*href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual(['/desarrolladores/estilo.css']);
  const style = await product.raw('/desarrolladores/estilo.css');
  expect(style.headers.get('content-type')).toContain('text/css');
  expect(String(style.body)).not.toMatch(/url\(|@import/);
  for (const member of ['document_number', 'events[].version', 'Idempotency-Key'])
    expect(html).toContain(`<code>${member}</code>`);
});

test('the console’s host does not serve it, and a host name cannot write into it', async () => {
  const { port } = product;
  const { sendRequest } = await import('../../testing/send-request.ts');
  const get = (host: string) =>
    sendRequest({ port, path: '/desarrolladores', method: 'GET', headers: { host } }, undefined);
  expect((await get('consola.example')).status).toBe(404);
  const hostile = await get('a"><b>.ar.localhost');
  expect(String(hostile.body)).not.toContain('<b>');
});
