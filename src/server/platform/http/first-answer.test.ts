import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DRAWN } from '../../../contract/drawn.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

/** Pages that bring the answer to their first question (decision 0079). The web's own drawing is tested in src/web. */

/** Stands for the build of the web: what it asks, and a page that shows the whole answer. */
const program = `
const firsts = {
  balance: (type, number) => ({ key: 'POST /api/v3/balance', body: { document_number: number } }),
  coupon: (hash) => ({ key: 'GET /api/v3/coupon/{hash}', params: { hash } }),
  finish: (id) => ({ key: 'GET /api/v3/loan-new/{id}', params: { id } }),
  vendors: (hash) => ({ key: 'GET /vendors-api/v1/leads/{hash}', params: { hash } }),
  broken: () => ({ key: 'GET /api/v3/enviroments' }),
};
export function firstCallsOf(path, isLoggedIn) {
  const [page, ...values] = path.split('/').filter(Boolean);
  const first = firsts[page]?.(...values);
  const settings = { key: 'GET /api/v3/enviroments', isNeeded: false };
  const profile = { key: 'GET /api/v3/account-new', isNeeded: true };
  return first ? [{ ...first, isNeeded: true }, settings, ...(isLoggedIn ? [profile] : [])] : [];
}
export async function renderAnswered(path, country, [answer, settings, profile]) {
  if (path.startsWith('/broken')) throw new Error('not drawn');
  const html = '<p>drawn for ' + (profile?.result.first_name ?? settings.model.brand) + '</p>';
  return { html, title: 'A < B & <!--app-->', data: JSON.stringify(answer) };
}
`;
const code = 'begin();';
const frame =
  `<!doctype html><script data-entries="/assets/a.js">${code}</script>` +
  '<title><!--title--></title><div id="app"><!--app--></div>' +
  '<script type="application/json" id="first-answer"><!--answer--></script>';
const shell = '<!doctype html><title>shell</title>';

let root: string;
let product: TestProduct;
let owing: Borrower;
let coupon: string;
let lead: Traveller;
beforeAll(async () => {
  root = newFolder();
  for (const folder of ['assets', 'html', 'render/AR', 'render/UY'])
    await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'index.html'), shell);
  await writeFile(join(root, 'render', 'package.json'), '{"type":"module"}');
  await writeFile(join(root, 'render', 'prerender.js'), program);
  for (const page of ['balance', 'coupon', 'finish', 'vendors', 'broken'])
    await writeFile(join(root, 'render', 'AR', `${page}-any.html`), frame);
  product = await startProduct({
    webRoot: root,
    settings: { TRUST_PROXY: '127.0.0.1', LIMIT_CHALLENGE_ADDRESSES: '2' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  owing = await borrower(product, 'AR', 3);
  coupon = (await owing.ask([1], 'rapipago')).body.result.hash;
  lead = await signUpAndVerify(product);
});
afterAll(async () => {
  await product.close();
});
beforeEach(() => product.deps.db.deleteFrom('rate_count').execute());

/** As a browser asks for a page that a person opens. */
const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
const open = (path: string, headers: object = {}, more: object = {}) =>
  product.raw(path, { headers: { ...opened, ...headers }, ...more });

const block = /<script type="application\/json" id="first-answer">(?<json>[^<]*)<\/script>$/;
function answerIn(page: string): object {
  const json = block.exec(page)?.groups?.['json'];
  if (json === undefined) throw new Error(`no answer in ${page.slice(0, 200)}`);
  return JSON.parse(json) as object;
}

describe('the answer in a page is that of the call', () => {
  test('of the balance, as anybody sees it', async () => {
    const call = await product.call('POST /api/v3/balance', {
      body: { document_number: owing.documentNumber },
    });
    const page = await open(`/balance/1/${owing.documentNumber}`);
    expect(answerIn(page.body)).toEqual(call.body);
    expect(call.body.model.profile?.first_name ?? '***').toMatch(/\*/);
  });

  test('of a coupon, a loan and a lead', async () => {
    const token = (await product.call('POST /vendors-api/v2/token/creditrisk')).body.result.token;
    const hash = lead.leadHash;
    for (const [path, call] of [
      [`/coupon/${coupon}`, product.call('GET /api/v3/coupon/{hash}', { params: { hash: coupon } })],
      [
        `/finish/${owing.publicId}`,
        product.call('GET /api/v3/loan-new/{id}', { params: { id: owing.publicId } }),
      ],
      [`/vendors/${hash}`, product.call('GET /vendors-api/v1/leads/{hash}', { params: { hash }, token })],
    ] as const) {
      const { status, body } = await call;
      expect(status).toBe(200);
      expect(answerIn((await open(path)).body)).toEqual(body);
    }
  });

  test('also where the page is asked for with a token, which opens no page', async () => {
    const authorization = `Bearer ${owing.person.token}`;
    const page = await open(`/finish/${owing.publicId}`, { authorization });
    const anybody = await product.call('GET /api/v3/loan-new/{id}', { params: { id: owing.publicId } });
    expect(answerIn(page.body)).toEqual(anybody.body);
  });
});

describe('guessing', () => {
  const hits = async (key: string) =>
    (
      await product.deps.db.selectFrom('rate_count').select('hits').where('key', 'like', `${key}%`).execute()
    ).map((row) => row.hits);

  test('a page and its own call are one question, of the address that asks', async () => {
    const address = { 'x-forwarded-for': '203.0.113.9' };
    await open(`/balance/1/${owing.documentNumber}`, address);
    const body = { document_number: owing.documentNumber };
    await product.call('POST /api/v3/balance', { body, headers: address });
    expect(await hits('balance:203.0.113.9')).toEqual([1]);
    expect(await hits('balance-document:')).toEqual([1]);
  });

  test('beyond the limit the page comes without an answer and asks by itself', async () => {
    const from = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` });
    const path = `/balance/1/${owing.documentNumber}`;
    expect((await open(path, from(1))).body).toMatch(block);
    expect((await open(path, from(2))).body).toMatch(block);
    expect((await open(path, from(3))).body).toBe(shell);
    const body = { document_number: owing.documentNumber };
    const call = await product.call('POST /api/v3/balance', { body, headers: from(3) });
    expect(call.body.code).toBe('challenge_required');
    expect(await hits('balance-document:')).toEqual([2]);
  });

  test.each([
    ['a messenger that makes a preview', { 'sec-fetch-dest': '', 'sec-fetch-mode': '' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
    ['a script', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
    ['a browser that fetches in advance', { 'sec-purpose': 'prefetch;prerender' }],
    ['somebody who has a session', { cookie: 'a=b; cuota-session=1' }],
  ])('for %s nothing is asked', async (_who, headers) => {
    const page = await open(`/balance/1/${owing.documentNumber}`, headers);
    expect(page).toMatchObject({ status: 200, body: shell });
    expect(await hits('balance')).toEqual([]);
  });

  test.each([
    ['a HEAD', `/balance/1/30111222`, { method: 'HEAD' }],
    ['what the page is asked beside', '/balance/1/30111222?total=100', {}],
  ])('%s asks nothing', async (_what, path, more) => {
    await open(path, {}, more);
    expect(await hits('balance')).toEqual([]);
  });
});

describe('the page', () => {
  test('is kept by nobody, has the policy of every page and leave for its own code, and comes compressed', async () => {
    const plain = await open(`/finish/${owing.publicId}?utm_source=mail`);
    expect(plain.headers.get('cache-control')).toBe('private, no-store');
    expect(plain.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(plain.headers.get('content-security-policy')).toContain(
      `script-src 'self' 'sha256-${createHash('sha256').update(code).digest('base64')}';`,
    );
    expect((await open('/terminos')).headers.get('content-security-policy')).toContain("script-src 'self';");
    const small = await open(`/finish/${owing.publicId}`, { 'accept-encoding': 'gzip, br' });
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(small.headers.get('cache-control')).toBe('private, no-store');
  });

  test('is not broken out of by what somebody wrote', async () => {
    const name = '</script><script>alert(1)</script><!--app-->&amp;';
    const { db } = product.deps;
    const row = db.updateTable('lead').where('hash', '=', lead.leadHash);
    await row.set({ first_name: name }).execute();
    const page: string = (await open(`/vendors/${lead.leadHash}`)).body;
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.match(/<\/script/g)).toHaveLength(2);
    expect(page).toContain('<title>A &lt; B &amp; &lt;!--app--&gt;</title>');
    expect(page).toContain('<div id="app"><p>drawn for Wayni</p></div>');
    expect(answerIn(page)).toMatchObject({ result: { profile: { first_name: name } } });
  });

  test.each([
    ['an unknown coupon', '/coupon/0123456789abcdef0123456789abcdef'],
    ['a document that is none', '/balance/1/abc'],
    ['a drawing that fails', '/broken/x'],
    ['an address that asks nothing', '/terminos'],
  ])('of %s is the plain one', async (_what, path) => {
    const page = await open(path);
    expect(page).toMatchObject({ status: 200, body: shell });
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });
});

describe('the page of who is logged in', () => {
  const drawnFor = (token: string | undefined, path: string, more: object = {}) =>
    product.raw(DRAWN + path, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...more,
    });

  test('is drawn for the token that is sent along, with what that person may see', async () => {
    const { token } = owing.person;
    const call = await product.call('GET /api/v3/loan-new/{id}', { params: { id: owing.publicId }, token });
    const profile = await product.call('GET /api/v3/account-new', { token });
    const page = await drawnFor(token, `/finish/${owing.publicId}?utm_source=mail`);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(page.body.html).toBe(`<p>drawn for ${profile.body.result.first_name}</p>`);
    const { first_name, bank } = call.body.result;
    expect(JSON.parse(page.body.data)).toMatchObject({ result: { first_name, bank } });
    expect(first_name).not.toMatch(/\*/);
  });

  test('of another person is drawn with what everybody sees', async () => {
    const other = await signUpAndVerify(product);
    const page = await drawnFor(other.token, `/finish/${owing.publicId}`);
    const anybody = await product.call('GET /api/v3/loan-new/{id}', { params: { id: owing.publicId } });
    expect(JSON.parse(page.body.data)).toEqual(anybody.body);
  });

  test.each([
    ['without a token', () => drawnFor(undefined, `/finish/${owing.publicId}`)],
    ['with a token that nobody has', () => drawnFor('x'.repeat(40), `/finish/${owing.publicId}`)],
    ['of a loan that is not there', () => drawnFor(owing.person.token, '/finish/nothing')],
    [
      'with more in its address',
      () => drawnFor(owing.person.token, `/balance/1/${owing.documentNumber}?total=1`),
    ],
    ['that nothing is drawn of', () => drawnFor(owing.person.token, '/terminos')],
    ['for a HEAD', () => drawnFor(owing.person.token, `/finish/${owing.publicId}`, { method: 'HEAD' })],
  ])('%s is empty', async (_what, open_) => {
    const page = await open_();
    expect(page.status).toBe(204);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
  });
});
