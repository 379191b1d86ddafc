import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../testing/api.ts';
import { createBorrower, type TestBorrower } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { type AskedPayment, askForNext, report, settle, stateOf } from '../testing/payment-steps.ts';
import { inView, seen } from '../testing/seen.ts';
import { productPort } from '../testing/target.ts';

const browsing = useBrowser();
let ar: TestBorrower;
let uy: TestBorrower;
beforeAll(async () => {
  [ar, uy] = await Promise.all([createBorrower('AR'), createBorrower('UY')]);
});

const inMoney = (units: number) =>
  new Intl.NumberFormat('es-AR', {
    minimumFractionDigits: Number.isInteger(units) ? 0 : 2,
    useGrouping: 'always',
  }).format(units);
const couponOf = async ({ country, token }: TestBorrower, { hash }: AskedPayment) =>
  (await done(`GET /api/v3/coupon/${hash}`, { country, token })).result;

describe('a cash coupon', () => {
  const [country, method, name] = ['AR', 'pago-facil', 'Pago Fácil'] as const;

  it('is shown whole, copied, printed alone, downloaded, and cancelled after a question', async () => {
    const borrower = ar;
    const asked = await askForNext(borrower, method);
    const coupon = await couponOf(borrower, asked);
    const page = await browsing.open({ country, token: borrower });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.goto(`/coupon/${asked.hash}`);
    await page.getByRole('heading', { name: 'Cupón de pago', level: 1 }).waitFor();
    const bars = page.getByRole('img', { name: `Código de barras ${coupon.barcode}` });
    await bars.waitFor();
    expect(await bars.locator('path').count()).toBeGreaterThan(1);
    const main = await page.getByRole('main').innerText();
    for (const words of [
      name,
      inMoney(asked.amount),
      `Pagalo hasta el ${coupon.due_date}`,
      `Después del ${coupon.due_date} no uses este comprobante`,
      coupon.barcode,
      `Cuota ${asked.number}`,
      `${borrower.firstName} ${borrower.lastName}`,
      coupon.loan_number,
      coupon.reference,
    ])
      expect(main).toContain(words);

    await page.getByRole('button', { name: 'Copiar número' }).click();
    await page.getByRole('button', { name: 'Copiado número' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(coupon.barcode);

    await page.emulateMedia({ media: 'print' });
    expect(await bars.isVisible()).toBe(true);
    for (const gone of [
      'Descargar PDF',
      'Imprimir',
      'Cancelar este pago',
      /^Copia(r|do) número$/,
      'Ayuda y contacto',
    ])
      expect(await page.getByText(gone, { exact: true }).first().isVisible(), String(gone)).toBe(false);
    const printed = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Imprimir' }).click();
    expect(await page.evaluate(() => document.body.hasAttribute('data-printed'))).toBe(true);

    const started = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Descargar PDF' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^cupon-${method}-.+\\.pdf$`));
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

    const open = page.getByRole('button', { name: 'Cancelar este pago' });
    await open.click();
    await page.getByRole('dialog', { name: '¿Querés cancelar este pago?' }).waitFor();
    await page.getByRole('button', { name: 'No, volver' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await open.click();
    await page.getByRole('button', { name: 'Sí, cancelar el pago' }).click();
    await page.waitForURL(`**/balance/1/${borrower.document}`);
    await page.getByText('El pago fue cancelado.').waitFor();
    expect(await stateOf(borrower, asked.number)).toBe('pending');
    await page.goto(`/coupon/${asked.hash}`);
    await page.getByRole('heading', { name: 'Este pago fue cancelado' }).waitFor();
    await page.getByRole('button', { name: 'Elegir las cuotas de nuevo' }).click();
    await page.waitForURL(`**/balance/1/${borrower.document}`);
  });

  it('is shown to a stranger without name and loan', async () => {
    const borrower = ar;
    const asked = await askForNext(borrower, method);
    const page = await browsing.open({ country });
    await page.goto(`/coupon/${asked.hash}`);
    await page.getByText('A*** P***').waitFor();
    const main = await page.getByRole('main').innerText();
    expect(main).not.toContain('Prueba');
    expect(main).not.toContain(borrower.loanId);
  });
});

it.each([
  ['AR', ['Banco Industrial (BIND)', '3220001850000123400014', 'CBU', 'CUIT']],
  ['UY', ['BROU', '00155667700001', 'Número de cuenta', 'RUT']],
] as const)('a transfer in %s names account and reference', async (country, words) => {
  const borrower = [ar, uy].find((one) => one.country === country)!;
  const asked = await askForNext(borrower, 'bank-transfer');
  const { reference } = await couponOf(borrower, asked);
  const page = await browsing.open({ country, token: borrower });
  await page.goto(`/coupon/${asked.hash}`);
  await page.getByRole('heading', { name: 'Pago por transferencia', level: 1 }).waitFor();
  const main = await page.getByRole('main').innerText();
  for (const each of [...words, reference, inMoney(asked.amount)]) expect(main).toContain(each);
  expect(await page.getByRole('img', { name: /^Código de barras/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Copiar Referencia' }).waitFor();
});

describe('a closed coupon explains the outcome of its payment', () => {
  it('when it was paid, in part, refused or reversed', async () => {
    const page = await browsing.open({ token: ar });
    const shows = async (hash: string, heading: string, text: RegExp) => {
      await page.goto(`/coupon/${hash}`);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.getByRole('main').getByText(text).waitFor();
      expect(await page.getByRole('link', { name: 'Descargar PDF' }).count()).toBe(0);
    };
    const paid = await askForNext(ar, 'rapipago');
    await settle(paid.hash);
    await shows(paid.hash, '¡Recibimos tu pago!', /Se acreditaron \$.+¡Gracias!/);
    const part = await askForNext(ar, 'rapipago');
    await settle(part.hash, 100);
    await shows(
      part.hash,
      '¡Recibimos tu pago!',
      /Recibimos \$100,00 de los \$.+Lo que falta sigue pendiente/,
    );
    // The face of the page is the money that came, and of a payment that nobody should make any more none.
    const head = (caption: string) => page.getByText(caption, { exact: true }).locator('..');
    expect(await head('Recibimos').innerText()).toMatch(/^Recibimos\s+\$\s*100/);
    const refused = await askForNext(ar, 'mercado-pago');
    await report(refused.hash, 'reject');
    await shows(refused.hash, 'El pago fue rechazado', /No se te cobró nada/);
    await head('Era por').waitFor();
    await report(paid.hash, 'reverse');
    await shows(paid.hash, 'Este pago fue devuelto', /Ya no cuenta/);
  });

  it('when it expired, is in review, or was paid late, twice or with too much', async () => {
    const asked = await askForNext(ar, 'pago-facil');
    const coupon = await couponOf(ar, asked);
    const page = await browsing.open({ token: ar });
    let change: object = {};
    await page.route('**/api/v3/coupon/*', (route) =>
      route.fulfill({ json: { status: 'success', result: { ...coupon, ...change } } }),
    );
    const money = (outcome: string, credited = 0) => ({
      state: 'paid',
      report: { outcome, amount: 1234.5, credited },
    });
    for (const [given, heading, text] of [
      [{ state: 'expired' }, 'Este pago venció', `Vencía el ${coupon.due_date}`],
      [{ state: 'charging' }, 'Estamos procesando tu pago', 'No vuelvas a pagar'],
      [money('late'), '¡Recibimos tu pago!', 'Recibimos $1.234,50 después del vencimiento'],
      [money('closed'), '¡Recibimos tu pago!', 'cuando este pago ya no estaba vigente'],
      [money('double', 1234.5), '¡Recibimos tu pago!', 'Pagaste dos veces: recibimos $1.234,50'],
      [money('excess', 34.5), '¡Recibimos tu pago!', '$34,50 no hacían falta y son tuyos'],
    ] as const) {
      change = given;
      await page.goto(`/coupon/${asked.hash}`);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      expect(await seen(page.getByRole('main').getByText(text))).toBe(true);
    }
    change = { purpose: 'settlement', installments: [] };
    await page.goto(`/coupon/${asked.hash}`);
    expect(await seen(page.getByText('Cierre de tu préstamo').first())).toBe(true);
  });
});

it('cancelled without an answer, a coupon says from its top that it was cancelled', async () => {
  const asked = await askForNext(ar, 'rapipago');
  const page = await browsing.open({ token: ar });
  await page.route(
    ({ search }) => search.startsWith('?document_number='),
    async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await done(`DELETE ${pathname}${search}`, { token: ar.token });
      await route.abort();
    },
  );
  await page.goto(`/coupon/${asked.hash}`);
  await page.getByRole('button', { name: 'Cancelar este pago' }).click();
  await page.getByRole('button', { name: 'Sí, cancelar el pago' }).click();
  const heading = page.getByRole('heading', { name: 'Este pago fue cancelado' });
  await expect.poll(() => inView(heading)).toBe(true);
});

it('a coupon that is not found leads to the account status after 2 seconds', async () => {
  const page = await browsing.open();
  const start = Date.now();
  await page.clock.install({ time: start });
  await page.clock.pauseAt(start + 1_000);
  await page.goto('/coupon/0000000000000000');
  const failed = page.getByRole('heading', { name: 'No encontramos este pago' });
  await eventually(async () => {
    await page.clock.runFor(20);
    return failed.isVisible();
  }, Boolean);
  await page.getByRole('button', { name: 'Consultar mi estado de cuenta' }).waitFor();
  await page.clock.runFor(1_900);
  expect(page.url()).toContain('/coupon/');
  await page.clock.runFor(200);
  await page.waitForURL('**/estado-cuenta');
});

it('without its barcode the coupon names a contact', async () => {
  const asked = await askForNext(ar, 'pago-facil');
  const page = await browsing.open({ token: ar });
  await page.route('**/assets/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    const code = await (await fetch(`http://127.0.0.1:${productPort()}${pathname}`)).text();
    return code.includes('no till reads this text') ? route.abort() : route.continue();
  });
  await page.goto(`/coupon/${asked.hash}`);
  await page
    .getByRole('alert')
    .getByText('No se pudo crear el código de barra. Comunicate con atención al cliente.')
    .waitFor();
  expect(await seen(page.getByText((await couponOf(ar, asked)).barcode))).toBe(true);
});

it('a coupon without a code says so instead of asking to show it', async () => {
  const asked = await askForNext(ar, 'pago-facil');
  const coupon = await couponOf(ar, asked);
  const page = await browsing.open({ token: ar });
  await page.route('**/api/v3/coupon/*', (route) =>
    route.fulfill({ json: { status: 'success', result: { ...coupon, barcode: '' } } }),
  );
  await page.goto(`/coupon/${asked.hash}?desde=mail`);
  await page
    .getByRole('alert')
    .getByText('No se pudo crear el código de barra. Comunicate con atención al cliente.')
    .waitFor();
  expect(await page.getByRole('button', { name: /^Copiar/ }).count()).toBe(0);
});

it('an online payment goes on: the wallet in this tab, the card in a new one', async () => {
  const card = await askForNext(ar, 'debit-card');
  const wallet = await askForNext(ar, 'mercado-pago');
  const page = await browsing.open({ token: ar });
  await page.goto(`/coupon/${card.hash}`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Continuar online/ }).click();
  const popup = await opened;
  await popup.waitForURL(`**/debit-payment/${card.hash}`);
  await popup.close();
  await page.goto(`/coupon/${wallet.hash}`);
  await page.getByRole('button', { name: 'Continuar online' }).click();
  await page.waitForURL('**/sandbox/checkout/*');
  expect(await seen(page.getByRole('heading', { name: 'Mercado Pago de prueba' }))).toBe(true);
});
