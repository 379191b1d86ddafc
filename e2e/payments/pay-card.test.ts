import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { createBorrower, type TestBorrower } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { visa } from '../testing/journey.ts';
import { askForNext, settle, stateOf } from '../testing/payment-steps.ts';
import { inView, seen } from '../testing/seen.ts';

const browsing = useBrowser();
let borrower: TestBorrower;
beforeAll(async () => {
  borrower = await createBorrower('AR');
});

const field = (page: Page, name: 'number' | 'holder' | 'expiry' | 'cvv') =>
  page.getByLabel(
    {
      number: 'Número de tarjeta',
      holder: 'Nombre como figura en la tarjeta',
      expiry: 'Vencimiento (MM/AA)',
      cvv: 'Código de seguridad',
    }[name],
  );
const payButton = (page: Page) => page.getByRole('button', { name: /^Pagar \$/ });
/** The message that stands under a field and is linked to it. */
async function messageUnder(page: Page, name: Parameters<typeof field>[1], text: string) {
  const shown = page.getByText(text, { exact: true });
  await shown.waitFor();
  const described = (await field(page, name).getAttribute('aria-describedby')) ?? '';
  return described.split(' ').includes((await shown.getAttribute('id')) ?? '-');
}

async function openForm() {
  const asked = await askForNext(borrower, 'debit-card');
  const page = await browsing.open({ token: borrower });
  await page.goto(asked.url);
  await page.getByRole('heading', { name: 'Pagá con tu tarjeta de débito' }).waitFor();
  return { page, ...asked };
}

async function fill(page: Page, cvv = '123') {
  await field(page, 'number').fill(visa);
  await field(page, 'holder').fill('ANA PRUEBA');
  await field(page, 'expiry').fill('1239');
  await field(page, 'cvv').fill(cvv);
}

describe('the card form', () => {
  it('keeps the rules of a payment and says each under its field', async () => {
    const { page } = await openForm();
    await page.getByText('Aceptamos Visa, Maestro, Mastercard y Cabal.').waitFor();
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
    await payButton(page).click();
    expect(await messageUnder(page, 'holder', 'El campo nombre es obligatorio.')).toBe(true);
    await expect
      .poll(() => field(page, 'number').evaluate((element) => element === document.activeElement))
      .toBe(true);

    await field(page, 'number').fill('4111111111111111');
    expect(await field(page, 'number').inputValue()).toBe('4111-1111-1111-1111');
    await page.getByRole('status').getByText('Visa').waitFor();
    await field(page, 'number').fill('5018'.padEnd(25, '7'));
    expect(await field(page, 'number').inputValue()).toBe('5018'.padEnd(25, '7'));
    await field(page, 'holder').fill('A'.repeat(70));
    expect(await field(page, 'holder').inputValue()).toHaveLength(70);
    await field(page, 'cvv').fill('12345');
    expect(await field(page, 'cvv').inputValue()).toBe('12345');
    await field(page, 'expiry').pressSequentially('12/2030');
    await field(page, 'expiry').blur();
    expect(await field(page, 'expiry').inputValue()).toBe('12/30');

    await field(page, 'expiry').fill('13');
    expect(await messageUnder(page, 'expiry', 'La fecha de vencimiento es inválida (ej. 12/25).')).toBe(true);
    await field(page, 'expiry').fill('0120');
    expect(await messageUnder(page, 'expiry', 'El campo vencimiento es menor a la fecha actual.')).toBe(true);
  });

  it('asks for the type of the card, and what the server says stands under the number', async () => {
    const { page, url } = await openForm();
    const unknown = 'No se pudo detectar el tipo de tarjeta. Verifique el número de tarjeta ingresado.';
    await field(page, 'number').fill('6011111111111117');
    await field(page, 'holder').focus();
    expect(await messageUnder(page, 'number', unknown)).toBe(true);

    let answer: object = {};
    await page.route('**/api/v3/info_credit_card', (route) => route.fulfill({ status: 422, json: answer }));
    for (const [body, message] of [
      [{ status: 'error', code: 'card_type', message: 'No se pudo detectar el tipo de tarjeta.' }, unknown],
      [
        { status: 'error', code: 'invalid', message: 'x', messages: ['Esa tarjeta no es de débito.'] },
        'Esa tarjeta no es de débito.',
      ],
    ] as const) {
      answer = body;
      await page.goto(url);
      await field(page, 'number').fill(visa);
      await field(page, 'holder').focus();
      expect(await messageUnder(page, 'number', message)).toBe(true);
    }
  });

  it('lists what the server has against the payment, and loses nothing that was typed', async () => {
    const { page } = await openForm();
    let answers = 0;
    await page.route('**/api/v3/debit-payment', (route) => {
      answers += 1;
      const errors = ['La tarjeta no admite este pago.', 'Probá con otra.'];
      return answers === 1
        ? route.fulfill({ status: 422, json: { status: 'error', code: 'invalid', message: 'x', errors } })
        : route.abort();
    });
    await fill(page);
    await payButton(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'No pudimos hacer el pago' });
    await expect.poll(() => inView(alert.getByRole('listitem').first())).toBe(true);
    expect(await alert.getByRole('listitem').allInnerTexts()).toEqual([
      'La tarjeta no admite este pago.',
      'Probá con otra.',
    ]);
    await payButton(page).click();
    await alert.getByText('No pudimos conectarnos. Revisá tu conexión a internet').waitFor();
    expect(await field(page, 'number').inputValue()).toBe('4111-1111-1111-1111');
  });
});

describe('a card payment', () => {
  it('that is refused can be tried again, and then succeeds', async () => {
    const { page, hash, amount, number } = await openForm();
    await fill(page, '999');
    await payButton(page).click();
    await page.waitForURL(`**/debit-payment-error/${hash}?document_number=${borrower.document}`);
    await page.getByRole('heading', { name: 'EL PAGO NO SE PUDO REALIZAR', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Volver a intentar' }).click();
    await page.waitForURL(`**/debit-payment/${hash}`);
    expect(await field(page, 'number').inputValue()).toBe('');
    await fill(page);
    await payButton(page).click();
    await page.waitForURL('**/debit-payment-success?*');
    const query = Object.fromEntries(new URL(page.url()).searchParams);
    expect(query).toEqual({
      fullname: 'ANA PRUEBA',
      amount: String(amount),
      document_number: borrower.document,
      ingenico_transaction: expect.stringMatching(/\S/),
      ingenico_date: expect.stringMatching(/^\d\d-\d\d-\d{4}$/),
    });
    await page.getByRole('heading', { name: '¡Listo! Hiciste tu pago' }).waitFor();
    await page.getByText('El pago se refleja en tu cuenta dentro de las 48 horas.').waitFor();
    const main = await page.getByRole('main').innerText();
    for (const words of ['ANA PRUEBA', query.ingenico_transaction ?? '-', query.ingenico_date ?? '-'])
      expect(main).toContain(words);
    expect(await stateOf(borrower, number)).toBe('payed');
    for (const path of [`/debit-payment/${hash}`, `/debit-payment-error/${hash}`]) {
      await page.goto(path);
      expect(await seen(page.getByRole('heading', { name: '¡Recibimos tu pago!' }))).toBe(true);
    }
  });

  it('that is refused can be paid in another way: the balance is told the total and why', async () => {
    const { page, hash, amount } = await openForm();
    const places: string[] = [];
    page.on('framenavigated', (frame) => places.push(frame.url()));
    await page.goto(`/debit-payment-error/${hash}?document_number=${borrower.document}`);
    await page.getByRole('button', { name: 'Elegir otro medio de pago' }).click();
    await page.waitForURL(`**/balance/1/${borrower.document}*`);
    expect(
      places.map((place) => new URL(place)).filter(({ pathname }) => pathname.startsWith('/balance'))[0]
        ?.search,
    ).toBe(`?total=${amount}&redirectionFromError=1`);
    const { result } = (await api(`GET /api/v3/coupon/${hash}`)).body;
    expect(result.state).toBe('deleted');
  });

  it('that is refused can be cancelled', async () => {
    const { page, hash, number } = await openForm();
    await page.goto(`/debit-payment-error/${hash}`);
    await page.getByRole('button', { name: 'Cancelar el pago' }).click();
    await page.getByRole('button', { name: 'Sí, cancelar el pago' }).click();
    await page.waitForURL(`**/balance/1/${borrower.document}`);
    await page.getByText('El pago fue cancelado.').waitFor();
    expect(await stateOf(borrower, number)).toBe('pending');
  });

  it('that came to be paid meanwhile is not given up', async () => {
    const { page, hash } = await openForm();
    await page.goto(`/debit-payment-error/${hash}`);
    await page.getByRole('button', { name: 'Elegir otro medio de pago' }).waitFor();
    await settle(hash);
    await page.getByRole('button', { name: 'Elegir otro medio de pago' }).click();
    expect(await seen(page.getByRole('heading', { name: '¡Recibimos tu pago!' }))).toBe(true);
  });
});

it('a success page without a payment says so', async () => {
  const page = await browsing.open();
  await page.goto('/debit-payment-success');
  await page.getByRole('alert').getByText('No encontramos los datos de un pago en este link.').waitFor();
  await page.getByRole('button', { name: 'Ver mi estado de cuenta' }).click();
  await page.waitForURL('**/estado-cuenta');
  expect(await seen(page.getByRole('heading', { name: 'Consultá tu estado de cuenta' }))).toBe(true);
});

it('a card page of a payment of another kind leads to its own page', async () => {
  const { hash } = await askForNext(borrower, 'pago-facil');
  const page = await browsing.open();
  await page.goto(`/debit-payment/${hash}`);
  await page.waitForURL(`**/coupon/${hash}`);
  expect(await seen(page.getByRole('heading', { name: 'Cupón de pago' }))).toBe(true);
});
