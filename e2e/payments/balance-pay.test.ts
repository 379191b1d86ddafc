import { describe, expect, it } from 'vitest';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import { formatMoney } from '../testing/money.ts';
import { balancePage, current } from '../testing/balance-page.ts';
import { createBorrower, instalmentsOf, sumOf } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { askForNext } from '../testing/payment-steps.ts';
import { inView, seen } from '../testing/seen.ts';

const browsing = useBrowser();

describe.each(['AR', 'UY'] as const)('paying in %s', (country) => {
  const { transfer, networks, paymentMethods } = testCountry(country);
  const [network] = networks;

  it('offers the methods of the country, with what is to be known of each', async () => {
    const page = await browsing.open({ country, width: 1280 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { all, pay, dialog } = balancePage(page);
    await page.goto(`/balance/1/${current[country]}`);
    await all.check();
    await pay.click();
    await dialog.getByRole('radio').first().waitFor();
    const names = await dialog
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((each) => (each as HTMLInputElement).value));
    expect(names).toEqual(paymentMethods);
    const logos = dialog.locator('img');
    await expect
      .poll(() =>
        logos.evaluateAll((images) => images.every((each) => (each as HTMLImageElement).naturalWidth > 0)),
      )
      .toBe(true);

    await dialog.getByRole('radio').first().check();
    expect(await dialog.getByRole('link', { name: `Sitio de ${network}` }).getAttribute('target')).toBe(
      '_blank',
    );
    await dialog.getByRole('button', { name: 'Ver video' }).click();
    const video = page.getByRole('dialog', { name: `Cómo pagar con ${network}` });
    await video.getByText(`Elegí ${network} y tocá «Pagar».`).waitFor();
    const film = video.locator('video');
    await expect.poll(() => film.evaluate((each: HTMLVideoElement) => each.duration)).toBeGreaterThan(10);
    await page.keyboard.press('Escape');
    await video.waitFor({ state: 'detached' });

    await dialog.getByRole('radio', { name: /^Transferencia bancaria/ }).check();
    const copy = async (what: string) => {
      await dialog.getByRole('button', { name: `Copiar ${what}` }).click();
      await dialog.getByRole('button', { name: `Copiado ${what}` }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    for (const [what, value] of transfer) expect(await copy(what)).toBe(value);
    // Uruguayan accounts have no CBU.
    const hasCbu = transfer.some(([label]) => label === 'CBU');
    expect(await dialog.getByRole('term').getByText('CBU').count()).toBe(hasCbu ? 1 : 0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await pay.evaluate((each) => each === document.activeElement)).toBe(true);
  });
});

describe('paying', () => {
  const country = 'AR';

  it('chooses, asks for a coupon, shows it as issued and deletes it', async () => {
    const account = await createBorrower(country);
    const owed = await instalmentsOf(account);
    const page = await browsing.open({ country, token: account });
    const { row, box, all, pay, dialog, totals } = balancePage(page);
    await page.goto(`/balance/1/${account.document}`);
    await pay.click();
    await page.getByText('Debe seleccionar al menos un item para pagar').waitFor();
    expect(await dialog.count()).toBe(0);
    // What is to be chosen comes into view by itself.
    await expect.poll(() => inView(all)).toBe(true);

    await all.check();
    await totals(sumOf(owed));
    await box(1).uncheck();
    expect(await all.evaluate((each: HTMLInputElement) => [each.checked, each.indeterminate])).toEqual([
      false,
      true,
    ]);
    await totals(sumOf(owed.slice(1)));
    await all.check();
    await all.uncheck();
    await totals(0);
    await box(1).check();
    await box(2).check();

    await pay.click();
    await dialog.getByText('Cuotas 1 y 2').waitFor();
    const send = dialog.getByRole('button', { name: 'Elegí un medio de pago' });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: /^Pago Fácil/ }).check();
    const total = sumOf(owed.slice(0, 2));
    await dialog.getByRole('button', { name: `Pagar ${formatMoney(total)}` }).click();
    await page.waitForURL('**/coupon/*');

    await page.goto(`/balance/1/${account.document}`);
    await row(1).getByText('Cupón emitido').waitFor();
    await row(2).getByText('Con Pago Fácil').waitFor();
    expect(await box(1).count()).toBe(0);
    const [first] = await instalmentsOf(account);
    expect(
      await row(1)
        .getByRole('link', { name: /^Imprimir/ })
        .getAttribute('href'),
    ).toBe(`/coupon/${first?.payment?.hash}`);

    await box(3).check();
    await row(2)
      .getByRole('button', { name: /^Eliminar/ })
      .click();
    const ask = page.getByRole('dialog', { name: '¿Eliminar el cupón?' });
    await ask.getByText('Las cuotas 1 y 2 quedan pendientes').waitFor();
    const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
    await ask.getByRole('button', { name: 'Eliminar' }).press('Enter');
    expect((await deleted).headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    await page.getByText('Listo, lo eliminamos.').waitFor();
    // The balance is loaded anew: with it go the choice and the total
    // (docs/product/payments.md#preselection).
    await box(1).waitFor();
    await totals(0);
    expect(await seen(row(2).getByText('Pendiente'))).toBe(true);
    // The button that was pressed is gone; the focus is on what can be done with the same instalment.
    await expect.poll(() => box(2).evaluate((each) => each === document.activeElement)).toBe(true);
  });

  it('says the limit of a method beside it, and takes no total above it', async () => {
    const page = await browsing.open({ country });
    // Networks of both countries, each given a limit here.
    let most = 999_999.99;
    const { result } = await done('GET /api/v3/cashin/payment/availables', { country });
    await page.route('**/api/v3/cashin/payment/availables', async (route) => {
      const limited = result.map((method: { slug: string }, index: number) => ({
        ...method,
        max_amount: index === 0 ? most : null,
      }));
      await route.fulfill({ json: { status: 'success', result: limited } });
    });
    const { all, pay, dialog } = balancePage(page);
    const openDialog = async () => {
      await page.goto(`/balance/1/${current[country]}`);
      await all.check();
      await pay.click();
      await dialog.getByRole('radio').first().waitFor();
    };
    await openDialog();
    expect(await seen(dialog.getByText('Hasta $999.999,99 por pago.'))).toBe(true);
    expect(await dialog.getByRole('radio').first().isEnabled()).toBe(true);
    most = 10;
    await openDialog();
    expect(await seen(dialog.getByText('Hasta $10 por pago: elegí menos cuotas u otro medio.'))).toBe(true);
    expect(await dialog.getByRole('radio').first().isDisabled()).toBe(true);
    expect(await dialog.getByRole('radio').nth(1).isEnabled()).toBe(true);
  });
});

describe('an online payment', () => {
  it('goes on in a new tab by card, in the same one at a provider, and can be deleted', async () => {
    const account = await createBorrower('AR');
    const owed = await instalmentsOf(account);
    const page = await browsing.open({ country: 'AR', token: account });
    const { row, box, pay, dialog } = balancePage(page);
    await page.goto(`/balance/1/${account.document}`);
    const payWith = async (number: number, method: RegExp) => {
      await box(number).check();
      await pay.click();
      await dialog.getByRole('radio', { name: method }).check();
      await dialog.getByRole('button', { name: /^Pagar/ }).click();
    };
    await payWith(1, /^Tarjeta de débito/);
    await page.waitForURL('**/debit-payment/*');
    const address = new URL(page.url()).pathname;

    await page.goto(`/balance/1/${account.document}`);
    await row(1).getByText('Pago en curso').waitFor();
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      row(1)
        .getByRole('link', { name: /^Continuar/ })
        .click(),
    ]);
    await tab.waitForURL(`**${address}`);
    await tab.close();

    await payWith(2, /^Mercado Pago/);
    await page.waitForURL('**/sandbox/checkout/*');
    const provider = page.url();
    await page.goto(`/balance/1/${account.document}`);
    await row(2)
      .getByRole('button', { name: /^Continuar/ })
      .click();
    await page.waitForURL(provider);

    await page.goto(`/balance/1/${account.document}`);
    const asked = page.waitForRequest('**/api/v3/online_payment/uCoupon');
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await asked;
    await row(2)
      .getByRole('button', { name: /^Eliminar/ })
      .click();
    await page
      .getByRole('dialog', { name: '¿Eliminar el pago en curso?' })
      .getByRole('button', { name: 'Eliminar' })
      .click();
    await box(2).waitFor();
    expect(await seen(row(2).getByText('Pendiente'))).toBe(true);
    expect(owed[1]?.state_name).toBe('pending');

    // A transfer has no coupon to be deleted.
    await askForNext(account, 'bank-transfer');
    await page.getByRole('button', { name: 'Actualizar' }).click();
    const remove = page.getByRole('button', { name: /^Eliminar el pago de la cuota 2/ });
    await remove.click();
    await page.getByRole('dialog', { name: '¿Eliminar el pago?' }).waitFor();
  });
});
