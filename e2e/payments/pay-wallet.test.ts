import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBorrower, type TestBorrower } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { askForNext, report, settle, stateOf } from '../testing/payment-steps.ts';
import { seen } from '../testing/seen.ts';
import { goWithin } from '../testing/visit.ts';

const browsing = useBrowser();
let borrower: TestBorrower;
beforeAll(async () => {
  borrower = await createBorrower('AR');
});

const waiting = 'Estamos esperando la confirmación de tu pago';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

describe('a payment by wallet', () => {
  it('paid on its site is received once the provider has said so, and the provider is told of the way back', async () => {
    const { hash, number } = await askForNext(borrower, 'mercado-pago');
    const page = await browsing.open({ token: borrower });
    const notices: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/mercado-pago/callback')) notices.push(new URL(request.url()).search);
    });
    await page.goto(`/coupon/${hash}`);
    await page.getByRole('button', { name: 'Continuar online' }).click();
    await page.getByRole('heading', { name: 'Cuotas de tu préstamo Wayni' }).waitFor();
    await page.getByLabel('Pagar con').selectOption('debit_card');
    await page.getByRole('button', { name: 'Pagar', exact: true }).click();
    await page.waitForURL(`**/payment-success/${hash}?*`);
    await heading(page, '¡Recibimos tu pago!').waitFor();
    expect(await stateOf(borrower, number)).toBe('payed');
    expect(notices).toHaveLength(1);
    expect(new URLSearchParams(notices[0]).toString()).toBe(new URL(page.url()).searchParams.toString());
    await page.getByRole('button', { name: 'Ver mi estado de cuenta' }).click();
    await page.waitForURL(`**/balance/1/${borrower.document}`);
  });

  it('is called received after the webhook only, and then by itself, not by what the address says', async () => {
    const { hash, url, number } = await askForNext(borrower, 'mercado-pago');
    const page = await browsing.open({ token: borrower });
    await page.goto(url);
    await page.getByLabel('Avisar del pago enseguida').uncheck();
    await page.getByRole('button', { name: 'Pagar', exact: true }).click();
    await page.waitForURL(`**/payment-success/${hash}?*`);
    expect(new URL(page.url()).searchParams.get('status')).toBe('approved');
    await heading(page, waiting).waitFor();
    await page.getByText('Todavía no está acreditado.').waitFor();
    expect(await page.getByText('Recibimos').count()).toBe(0);
    expect(await stateOf(borrower, number)).toBe('online');
    await settle(hash);
    expect(await seen(heading(page, '¡Recibimos tu pago!'))).toBe(true);
  });

  it('says of each payment type what comes next', async () => {
    const { hash } = await askForNext(borrower, 'mercado-pago');
    const page = await browsing.open({ token: borrower });
    for (const [type, text] of [
      ['account_money', 'Elegiste pagar con el dinero de tu cuenta de Mercado Pago.'],
      ['ticket', 'Elegiste pagar en efectivo con un cupón de Mercado Pago.'],
      ['bank_transfer', 'Elegiste pagar por transferencia.'],
      ['atm', 'Elegiste pagar en un cajero automático.'],
      ['credit_card', 'Elegiste pagar con tarjeta de crédito.'],
      ['debit_card', 'Se acredita dentro de las 48 horas.'],
      ['prepaid_card', 'Elegiste pagar con tarjeta prepaga.'],
      ['null', 'Cuando Mercado Pago nos confirme el pago, lo acreditamos.'],
    ] as const) {
      const address = `/payment-success/${hash}?payment_id=12345&status=pending&payment_type=${type}`;
      await (page.url().includes(hash) ? goWithin(page, address) : page.goto(address));
      await heading(page, waiting).waitFor();
      expect(await seen(page.getByText(text))).toBe(true);
      expect(await page.getByText('12345').count()).toBe(1);
    }
    await page.goto(`/payment-success/${hash}?payment_id=null&status=null&payment_type=null`);
    await heading(page, 'Tu pago quedó sin terminar').waitFor();
    expect(await page.getByText('null').count()).toBe(0);
    await page.getByRole('button', { name: 'Continuar online' }).click();
    await page.waitForURL('**/sandbox/checkout/*');
  });

  it('left or refused on its site leads to the page of failures, from where it is tried again or paid otherwise', async () => {
    const { hash, url, amount, number } = await askForNext(borrower, 'mercado-pago');
    const page = await browsing.open({ token: borrower });
    await page.goto(url);
    await page.getByRole('button', { name: 'Volver sin pagar' }).click();
    await page.waitForURL(`**/payment-error/${hash}?*`);
    await heading(page, 'EL PAGO NO SE PUDO REALIZAR').waitFor();
    await page.getByRole('button', { name: 'Volver a intentar' }).click();
    await page.waitForURL('**/sandbox/checkout/*');
    await page.getByRole('button', { name: 'Rechazar el pago' }).click();
    await page.waitForURL(`**/payment-error/${hash}?*`);
    await expect.poll(() => stateOf(borrower, number)).toBe('pending');
    await page.reload();
    await page.getByText('Mercado Pago rechazó el pago y no se te cobró nada.').waitFor();
    expect(await page.getByRole('button', { name: 'Volver a intentar' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Volver a mi estado de cuenta' }).click();
    await page.waitForURL(`**/balance/1/${borrower.document}`);
    await page.goBack();
    const places: string[] = [];
    page.on('framenavigated', (frame) => places.push(frame.url()));
    await page.getByRole('button', { name: 'Elegir otro medio de pago' }).click();
    await page.waitForURL(`**/balance/1/${borrower.document}*`);
    expect(new URL(places[0] ?? '').search).toBe(`?total=${amount}&redirectionFromError=1`);
  });

  it('that failed can be cancelled; one that was paid nevertheless is not said to have failed', async () => {
    const first = await askForNext(borrower, 'mercado-pago');
    const page = await browsing.open({ token: borrower });
    await page.goto(`/payment-error/${first.hash}`);
    await page.getByRole('button', { name: 'Cancelar el pago' }).click();
    await page.getByRole('button', { name: 'Sí, cancelar el pago' }).click();
    await page.waitForURL(`**/balance/1/${borrower.document}`);
    expect(await stateOf(borrower, first.number)).toBe('pending');
    const second = await askForNext(borrower, 'mercado-pago');
    await settle(second.hash);
    await page.goto(`/payment-error/${second.hash}?status=rejected`);
    await heading(page, '¡Recibimos tu pago!').waitFor();
    await report(second.hash, 'reverse');
    await page.goto(`/payment-success/${second.hash}?status=approved&payment_id=1`);
    expect(await seen(heading(page, 'Este pago fue devuelto'))).toBe(true);
  });

  it('of which nothing is known leads to the account status', async () => {
    const page = await browsing.open();
    await page.goto('/payment-success/0000000000000000?status=approved');
    await page.getByRole('heading', { name: 'No encontramos este pago' }).waitFor();
    await page.waitForURL('**/estado-cuenta');
    expect(await seen(page.getByRole('heading', { name: 'Consultá tu estado de cuenta' }))).toBe(true);
  });
});

it('the sandbox page takes back a payment that had come', async () => {
  const { hash, number } = await askForNext(borrower, 'mercado-pago');
  await settle(hash);
  const page = await browsing.open();
  await page.goto('/sandbox');
  const paid = page.locator('#paid').getByRole('listitem').filter({ hasText: hash });
  await paid.getByRole('button', { name: 'Devolver' }).click();
  await page.getByText('Listo: el pago fue devuelto.').waitFor();
  await paid.waitFor({ state: 'detached' });
  expect(await stateOf(borrower, number)).toBe('pending');
});

it('the sandbox page leads to the checkout of an open payment, which ends with the payment', async () => {
  const { hash, url } = await askForNext(borrower, 'mercado-pago');
  const page = await browsing.open();
  await page.goto('/sandbox');
  const link = page.locator(`a[href="${url}"]`);
  await link.click();
  await page.getByRole('heading', { name: 'Mercado Pago de prueba' }).waitFor();
  await done('POST /api/v3/online_payment/dCoupon', { token: borrower.token, body: { hash } });
  await page.reload();
  expect(await seen(page.getByText('Este pago ya no está vigente.'))).toBe(true);
  expect(await page.getByRole('button', { name: 'Pagar', exact: true }).isDisabled()).toBe(true);
});
