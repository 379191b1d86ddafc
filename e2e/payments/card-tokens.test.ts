import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { at, errorOf, helpPanel, next, openStep } from '../testing/apply-steps.ts';
import { createBorrower, type TestBorrower } from '../testing/borrower.ts';
import { type LoopbackGateway, startCardGateway } from '../testing/card-gateway.ts';
import { leapUntil } from '../testing/clock.ts';
import { dumpOf } from '../testing/dump.ts';
import { baseUrl } from '../testing/browser.ts';
import { useBrowser } from '../testing/harness.ts';
import { createAccount, done, type TestAccount, visa } from '../testing/journey.ts';
import { askForNext, stateOf } from '../testing/payment-steps.ts';
import { preparedDataDir } from '../testing/data-folder.ts';
import { type RunningProduct, startProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';

// A product with a card gateway instead of the stand-in (decision 0042). The sandbox makes its people; then the same
// data is served without it.
const browsing = useBrowser();
const log: string[] = [];
let gateway: LoopbackGateway;
let product: RunningProduct;
let dataDir: string;
let borrower: TestBorrower;
/** One for each time that a test is tried. */
const applicants: TestAccount[] = [];
beforeAll(async () => {
  gateway = await startCardGateway();
  dataDir = await preparedDataDir();
  const sandbox = await startProduct({ DATA_DIR: dataDir, DEMO_CUSTOMERS: 'off' });
  lookAt(sandbox.port);
  borrower = await createBorrower('AR');
  for (let time = 0; time < 3; time += 1) applicants.push(await createAccount('AR'));
  await sandbox.stop();
  product = await startProduct({
    DATA_DIR: dataDir,
    SANDBOX: 'off',
    CHANNEL_TOKENS: 'web=web',
    LOG_LEVEL: 'debug',
    PAYWAY_BASE_URL: gateway.baseUrl,
    PAYWAY_PUBLIC_KEY: gateway.publicKey,
    PAYWAY_PRIVATE_KEY: gateway.privateKey,
  });
  product.onLine((line) => log.push(line));
  lookAt(product.port);
});
afterAll(async () => {
  await product.stop();
  await gateway.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const code = '7391';
const grouped = /4111.?1111.?1111.?1111/;
const trouble = 'No pudimos conectarnos. Revisá tu conexión a internet y volvé a intentarlo.';

/** What the pages of a context send to our server, from now on. */
function sentToUs(page: Page): { readonly path: string; readonly text: string }[] {
  const sent: { path: string; text: string }[] = [];
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== new URL(baseUrl('AR')).origin) return;
    const text = [url.href, JSON.stringify(request.headers()), request.postData() ?? ''].join('\n');
    sent.push({ path: url.pathname, text });
  });
  return sent;
}

function expectNeverSeen(sent: ReturnType<typeof sentToUs>): void {
  expect(sent.length).toBeGreaterThan(0);
  for (const { text } of sent) {
    expect(text).not.toMatch(grouped);
    expect(text).not.toMatch(/cvv|security_code/);
  }
  expect(sent.map(({ path }) => path)).not.toContain('/api/v3/info_credit_card');
}

const bodyOf = (sent: ReturnType<typeof sentToUs>, path: string): object =>
  JSON.parse(
    sent
      .findLast((each) => each.path === path)
      ?.text.split('\n')
      .at(-1) ?? '{}',
  ) as object;

const asked = (path: string) => gateway.asked.filter((each) => each.path === path);

async function fillPayment(page: Page, cvv: string): Promise<void> {
  await page.getByLabel('Número de tarjeta').pressSequentially(visa);
  await page.getByRole('status').getByText('Visa').waitFor();
  await page.getByLabel('Nombre como figura en la tarjeta').fill('ANA PRUEBA');
  await page.getByLabel('Vencimiento (MM/AA)').fill('1239');
  await page.getByLabel('Código de seguridad').fill(cvv);
}

it('a payment: the number goes from the page to the gateway, our server charges the token', async () => {
  const { hash, amount, number } = await askForNext(borrower, 'debit-card');
  const chargedBefore = asked('/api/v2/payments').length;
  const page = await browsing.open({ token: borrower });
  const sent = sentToUs(page);
  const payButton = page.getByRole('button', { name: /^Pagar \$/ });
  await page.goto(`/debit-payment/${hash}`);

  await fillPayment(page, '999');
  await payButton.click();
  await page.waitForURL(`**/debit-payment-error/${hash}?document_number=${borrower.document}`);
  expect(sent.map(({ path }) => path)).not.toContain('/api/v3/debit-payment');
  expect((await api(`GET /api/v3/coupon/${hash}`)).body.result.state).toBe('open');

  await page.getByRole('button', { name: 'Volver a intentar' }).click();
  await page.waitForURL(`**/debit-payment/${hash}`);
  await fillPayment(page, code);
  gateway.keepSilent(true);
  await payButton.click();
  await page.getByRole('alert').getByText(trouble).waitFor();
  expect(sent.map(({ path }) => path)).not.toContain('/api/v3/debit-payment');

  gateway.keepSilent(false);
  await payButton.click();
  await page.waitForURL('**/debit-payment-success?*');
  await page.getByRole('heading', { name: '¡Listo! Hiciste tu pago' }).waitFor();
  expect(await stateOf(borrower, number)).toBe('payed');

  const tokens = asked('/api/v2/tokens');
  const token = tokens.at(-1)?.gave;
  expect(tokens.at(-1)).toMatchObject({
    apikey: gateway.publicKey,
    origin: baseUrl('AR'),
    body: {
      card_number: visa,
      security_code: code,
      card_expiration_month: '12',
      card_expiration_year: '39',
      card_holder_name: 'ANA PRUEBA',
      card_holder_identification: { type: 'dni', number: borrower.document },
    },
  });
  expect(bodyOf(sent, '/api/v3/debit-payment')).toEqual({
    card_type: 'debit',
    brand: 'visa',
    token,
    bin: '411111',
    last_four: '1111',
    holder: 'ANA PRUEBA',
    expiration_date: '1239',
    hash,
  });
  expect(asked('/api/v2/payments').slice(chargedBefore)).toMatchObject([
    {
      apikey: gateway.privateKey,
      origin: undefined,
      body: { token, bin: '411111', amount: Math.round(amount * 100), payment_method_id: 31 },
    },
  ]);
  expectNeverSeen(sent);
});

it('step 4: a refused card stands under the number and is counted; a good one is stored by its token', async () => {
  const { page, account } = await openStep(browsing, 'AR', '/verificacion-identidad/04', applicants.pop());
  const sent = sentToUs(page);
  const profile = () => done('GET /api/v3/account-new', { country: 'AR', token: account.token });
  const label = 'Número de la tarjeta';
  const before = asked('/api/v2/tokens').length;
  const fill = async (cvv: string) => {
    await page.getByLabel(label).fill(visa);
    await page.getByLabel('Nombre del titular').fill('ANA PRUEBA');
    await page.getByLabel('Vencimiento').fill('1239');
    await page.getByLabel('Código de seguridad').fill(cvv);
  };
  // Wrong check digit, unknown brand: found out here, without asking a server.
  await page.getByLabel(label).fill('4111111111111112');
  await page.getByLabel(label).blur();
  await expect
    .poll(() => errorOf(page, label))
    .toBe('El número de tarjeta no es válido. Revisalo y volvé a intentarlo.');
  await page.getByLabel(label).fill('9111111111111117');
  await page.getByLabel(label).blur();
  await expect.poll(() => errorOf(page, label)).toBe('No se pudo detectar el tipo de tarjeta.');

  await fill('999');
  await next(page).click();
  await helpPanel(page).waitFor();
  await page.keyboard.press('Escape');
  expect(await errorOf(page, label)).toBe('La tarjeta fue rechazada. Revisá los datos o probá con otra.');
  expect(sent.map(({ path }) => path)).not.toContain('/api/v3/card-validation');
  expect((await profile()).result.credit_rating.credit_card_verified).toBe(0);

  await fill(code);
  gateway.keepSilent(true);
  await next(page).click();
  await page.getByText(trouble).waitFor();
  expect(await helpPanel(page).count()).toBe(0);
  gateway.keepSilent(false);
  await next(page).click();
  await at(page, '/validacion-celular');
  const { result } = await profile();
  expect(result.credit_rating.credit_card_verified).toBe(1);
  expect(result.cards).toMatchObject([{ brand: 'visa', number: '**** 1111', holder: 'ANA PRUEBA' }]);
  const body = bodyOf(sent, '/api/v3/card-validation');
  expect(body).toHaveProperty('token', asked('/api/v2/tokens').at(-1)?.gave);
  expect(asked('/api/v2/tokens')).toHaveLength(before + 2);
  expectNeverSeen(sent);
});

it('before the settings have arrived the number is sent nowhere', async () => {
  const { hash } = await askForNext(borrower, 'debit-card');
  const page = await browsing.open({ token: borrower });
  const sent = sentToUs(page);
  const before = asked('/api/v2/tokens').length;
  await page.route('**/api/v3/enviroments', (route) => route.abort());
  await page.clock.install();
  await page.goto(`/debit-payment/${hash}`);
  await fillPayment(page, code);
  await page.getByRole('button', { name: /^Pagar \$/ }).click();
  await leapUntil(page, page.getByRole('alert').getByText(trouble));
  expect(asked('/api/v2/tokens')).toHaveLength(before);
  expect(sent.map(({ path }) => path)).not.toContain('/api/v3/debit-payment');
  expectNeverSeen(sent);
  await page.unroute('**/api/v3/enviroments');
  await page.getByRole('button', { name: /^Pagar \$/ }).click();
  await page.waitForURL('**/debit-payment-success?*');
  expectNeverSeen(sent);
});

it('neither log nor database know the number', async () => {
  const dump = await dumpOf(dataDir);
  // It does tell of these cards.
  expect(dump.includes('"1111"')).toBe(true);
  expect(log.join('\n')).toContain('/api/v3/debit-payment');
  for (const text of [dump, log.join('\n')]) expect(grouped.test(text)).toBe(false);
});
