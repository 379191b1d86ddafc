import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { createBorrower, instalmentsOf, type TestBorrower } from '../testing/borrower.ts';
import { dumpOf } from '../testing/dump.ts';
import { useBrowser } from '../testing/harness.ts';
import { visa } from '../testing/journey.ts';
import { askForNext } from '../testing/payment-steps.ts';
import { type RunningProduct, startProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';

// A product of its own: its whole log and database are read.
let product: RunningProduct;
let borrower: TestBorrower;
const log: string[] = [];
const browsing = useBrowser();
beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: 'debug', DEMO_CUSTOMERS: 'off' });
  product.onLine((line) => log.push(line));
  lookAt(product.port);
  borrower = await createBorrower('AR');
});
afterAll(() => product.stop());

/** The code standing by itself, for four digits occur within longer ones. */
const alone = (code: string) => new RegExp(`(?<![0-9A-Za-z.])${code}(?![0-9A-Za-z])`);

it('a card typed on our page is nowhere afterwards: no log, no table, no storage, no address', async () => {
  const before = await dumpOf(product.dataDir);
  let code = '';
  do code = String(randomInt(1000, 10_000));
  while (alone(code).test(before));
  const { hash, amount, number } = await askForNext(borrower, 'debit-card');
  const page = await browsing.open({ token: borrower });
  const urls: string[] = [];
  const carriers = new Map<string, string>();
  page.context().on('request', (request) => {
    urls.push(request.url());
    const body = request.postData() ?? '';
    if (body.includes(visa) || body.includes(code)) carriers.set(new URL(request.url()).pathname, body);
  });
  page.on('framenavigated', (frame) => urls.push(frame.url()));
  const kept = () =>
    page.evaluate(async () => {
      const databases = await indexedDB.databases();
      const cacheNames = await caches.keys();
      const storages = [Object.entries(localStorage), Object.entries(sessionStorage)];
      return JSON.stringify([storages, document.cookie, history.state, databases, cacheNames]);
    });

  await page.goto(`/debit-payment/${hash}`);
  const type = async () => {
    await page.getByLabel('Número de tarjeta').pressSequentially(visa);
    await page.getByLabel('Nombre como figura en la tarjeta').fill('ANA PRUEBA');
    await page.getByLabel('Vencimiento (MM/AA)').fill('1239');
    await page.getByLabel('Código de seguridad').pressSequentially(code);
  };
  await type();
  const grouped = /4111.?1111.?1111.?1111/;
  expect(await kept()).not.toMatch(grouped);
  expect(await kept()).not.toMatch(alone(code));
  await page.reload();
  expect(await page.getByLabel('Número de tarjeta').inputValue()).toBe('');
  await type();
  await page.getByRole('button', { name: /^Pagar / }).click();
  await page.waitForURL('**/debit-payment-success?*');
  await page.getByRole('heading', { name: '¡Listo! Hiciste tu pago' }).waitFor();
  expect(await kept()).not.toMatch(grouped);
  expect(await kept()).not.toMatch(alone(code));

  for (const url of urls) {
    expect(url).not.toMatch(grouped);
    expect(new URL(url).search).not.toMatch(alone(code));
  }
  expect([...carriers.keys()].toSorted()).toEqual(['/api/v3/debit-payment', '/api/v3/info_credit_card']);
  expect(carriers.get('/api/v3/info_credit_card')).toBe(JSON.stringify({ number: visa }));

  const after = await dumpOf(product.dataDir);
  // The dump and the log are what they should be: they do tell of this payment.
  expect(after).toContain(hash);
  expect(after).toContain('"1111"');
  expect(log.join('\n')).toContain('/api/v3/debit-payment');
  for (const text of [after, log.join('\n')]) {
    expect(text).not.toMatch(grouped);
    expect(text).not.toMatch(alone(code));
  }
  const paid = (await instalmentsOf(borrower)).find((each) => each.number === number);
  expect(paid).toMatchObject({ state_name: 'payed', amount });
});

it('amount, loan and instalments are the server’s: a request that alters them is refused', async () => {
  const next = (await instalmentsOf(borrower)).find(({ state_name }) => state_name === 'pending');
  const ask = (total: number, more: object = {}) =>
    api('POST /api/v3/payment', {
      body: {
        document_type: 1,
        document_number: borrower.document,
        payment_method: 'debit-card',
        installments: [{ id: next?.id, number: next?.number }],
        total,
        ...more,
      },
    });
  expect((await ask(1)).body.code).toBe('payment_total');
  expect((await ask((next?.amount ?? 0) - 0.01)).body.code).toBe('payment_total');
  expect((await ask(next?.amount ?? 0, { loan_id: 'x' })).status).toBe(422);
  const { hash } = await askForNext(borrower, 'debit-card');
  const card = {
    card_type: 'debit',
    brand: 'visa',
    number: visa,
    holder: 'A',
    expiration_date: '1239',
    cvv: '123',
  };
  for (const change of [{ amount: 1 }, { total: 1 }, { currency: 'UYU' }, { loan_id: 'x' }])
    expect((await api('POST /api/v3/debit-payment', { body: { ...card, hash, ...change } })).status).toBe(
      422,
    );
  expect((await api('POST /api/v3/debit-payment', { country: 'UY', body: { ...card, hash } })).status).toBe(
    404,
  );
  expect((await api(`GET /api/v3/coupon/${hash}`)).body.result.state).toBe('open');
});
