import { describe, expect, it } from 'vitest';
import { formatMoney } from '../testing/money.ts';
import { balancePage, current, delayed } from '../testing/balance-page.ts';
import { askToPay, createBorrower, instalmentsOf, sumOf } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { overrideSettings } from '../testing/journey.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();

describe('the address of a balance', () => {
  it('chooses by its total, opens the dialog, and is cleared by reloading', async () => {
    const owed = (await instalmentsOf({ country: 'UY', document: delayed.UY })).filter(({ state_name }) =>
      ['pending', 'delayed'].includes(state_name),
    );
    const total = sumOf(owed.slice(0, 2));
    const page = await browsing.open({ country: 'UY' });
    const { dialog, totals } = balancePage(page);
    const path = `/balance/1/${delayed.UY}`;
    await page.goto(`${path}?total=${total}&redirectionFromError=1`);
    await dialog.getByText(formatMoney(total)).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('El pago anterior no se pudo realizar.').waitFor();
    await totals(total);
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await totals(0);
    expect(new URL(page.url()).search).toBe('');
    expect(await page.getByText('El pago anterior no se pudo realizar.').count()).toBe(0);

    await page.goto(`${path}?total=${total}`);
    await dialog.waitFor();
    await page.reload();
    await totals(0);
    expect(new URL(page.url()).search).toBe('');
    expect(await dialog.count()).toBe(0);

    // An amount of another day: what is overdue is chosen instead.
    await page.goto(`${path}?total=1.5`);
    await page.getByText('El importe que traías cambió. Hoy tenés que pagar').waitFor();
    await totals(sumOf(owed.filter(({ state_name }) => state_name === 'delayed')));
    expect(await dialog.count()).toBe(0);

    await page.goto(`/balance/1/${current.UY}?total=1.5`);
    await page.getByText('El importe que traías ya no coincide').waitFor();
    await totals(0);
  });

  it('opens the cancellation of the loan', async () => {
    const page = await browsing.open({ country: 'AR' });
    await page.goto(`/balance/1/${current.AR}?modalBaja=1`);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });
});

describe('what does not go well', () => {
  it('a refused payment is told, and what is owed is asked for again', async () => {
    const account = await createBorrower('UY');
    const [first] = await instalmentsOf(account);
    const page = await browsing.open({ country: 'UY' });
    const { row, box, pay, dialog } = balancePage(page);
    await page.goto(`/balance/1/${account.document}`);
    await box(1).check();
    await pay.click();
    await dialog.getByRole('radio', { name: /^Abitab/ }).check();
    const send = dialog.getByRole('button', { name: /^Pagar/ });
    await page.route('**/api/v3/payment', (route) => route.abort(), { times: 1 });
    await send.click();
    await page.getByText('No pudimos conectarnos.').waitFor();
    // Somebody else asks for the same instalment meanwhile.
    await askToPay(account, [first!], 'red-pagos');
    await send.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await seen(row(1).getByText('Cupón emitido'))).toBe(true);
  });

  it('the methods can be asked for again; without any there is somebody to write to', async () => {
    const page = await browsing.open({ country: 'AR' });
    const methods = '**/api/v3/cashin/payment/availables';
    await page.route(methods, (route) => route.fulfill({ status: 404, json: { status: 'error' } }));
    const { all, pay, dialog } = balancePage(page);
    await page.goto(`/balance/1/${current.AR}`);
    await all.check();
    await pay.click();
    await dialog.getByText('No pudimos cargar los medios de pago.').waitFor();
    await page.unroute(methods);
    await page.route(methods, (route) => route.fulfill({ json: { status: 'success', result: [] } }));
    await dialog.getByRole('button', { name: 'Volver a intentar' }).click();
    await dialog.getByText('En este momento no podemos recibir pagos por acá.').waitFor();
    expect(await seen(dialog.getByRole('link', { name: /^Contactanos/ }))).toBe(true);
  });

  it('delays are announced beside a payment under way', async () => {
    const country = 'UY';
    const account = await createBorrower(country);
    const page = await browsing.open({ country });
    const notice = page.getByText(
      'En estos momentos estamos presentando demoras de días para realizar la acreditación.',
    );
    // Not above instalments without a payment under way.
    await page.goto(`/balance/1/${account.document}`);
    await page.getByRole('tab', { name: 'CUOTAS' }).waitFor();
    expect(await notice.count()).toBe(0);
    // 'on' announces them on every balance.
    await overrideSettings(page, { 'delay-notice': 'on' });
    await page.reload();
    await notice.waitFor();
    expect(await notice.count()).toBe(1);
    await overrideSettings(page, { 'delay-notice': 'balance' });
    const [first] = await instalmentsOf(account);
    await askToPay(account, [first!], 'bank-transfer');
    await page.reload();
    const card = page.getByRole('region', { name: /· Cuota 1$/ });
    expect(await seen(card.getByText('En estos momentos'))).toBe(true);
    await overrideSettings(page, { 'delay-notice': 'off' });
    const settings = page.waitForResponse('**/api/v3/enviroments');
    await page.reload();
    await settings;
    await page.getByRole('tab', { name: 'CUOTAS' }).waitFor();
    expect(await notice.count()).toBe(0);
  });

  it('a wrong document is said to be one', async () => {
    const page = await browsing.open({ country: 'AR' });
    await page.goto('/balance/1/12');
    await page.getByText('El DNI debe tener 7 u 8 números.').waitFor();
    await page.getByRole('button', { name: 'Consultar otro documento' }).click();
    await page.waitForURL('**/estado-cuenta');
    expect(await seen(page.getByRole('button', { name: 'Consultar Estado' }))).toBe(true);
  });
});
