import { describe, expect, it } from 'vitest';
import { delayed } from '../testing/balance-page.ts';
import { leapUntil } from '../testing/clock.ts';
import { done } from '../testing/journey.ts';
import { useBrowser } from '../testing/harness.ts';
import { formatMoney } from '../testing/money.ts';
import { loginOf } from '../testing/screens.ts';

/** docs/product/collections.md#cannot-pay-now */

const browsing = useBrowser();

describe('who cannot pay now', () => {
  const country = 'AR';
  it('promises a day from the balance, which then says so, and tells us the rest', async () => {
    const login = await loginOf('demora10', country);
    const page = await browsing.open({ country, token: login });
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`/balance/1/${delayed[country]}`);
    await page.getByRole('button', { name: 'No puedo pagar ahora' }).click();
    await page.getByRole('heading', { name: 'No puedo pagar ahora' }).waitFor();
    const { model } = await done('GET /api/v3/payment-help', { country, token: login.token });
    await page.getByText(`Hoy debés ${formatMoney(model.owed)}.`).waitFor();

    await page.getByRole('radio', { name: /^Elegir una fecha/ }).check();
    await page.getByRole('button', { name: 'Prometer el pago' }).click();
    await page.getByText('Elegí un día').last().waitFor();
    await page.getByLabel('Hasta qué día').selectOption({ index: 5 });
    await page.route('**/api/v3/promise', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Prometer el pago' }).click();
    await page.locator('form').getByText('No pudimos conectarnos').waitFor();
    await page.getByRole('button', { name: 'Prometer el pago' }).click();
    await page.getByText(/Anotamos tu promesa/).waitFor();

    await page.getByRole('radio', { name: /^Contarnos qué pasa/ }).check();
    await page.getByLabel('Contanos qué pasa').fill('Me quedé sin trabajo.');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByText('Recibimos tu pedido.').waitFor();

    await page.getByRole('button', { name: 'Ir a mi estado de cuenta' }).click();
    const promised = await page
      .getByText(`Prometiste pagar ${formatMoney(model.owed)} hasta el`)
      .boundingBox();
    const waiting = await page.getByRole('heading', { name: 'Qué pasa si esperás' }).boundingBox();
    expect(promised!.y).toBeLessThan(waiting!.y);
    await page.goto('/bienvenido');
    await page.getByText(/^Prometiste pagar/).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
  });

  it('is offered it neither on a stranger’s look at the debt nor without a debt', async () => {
    const page = await browsing.open({ country });
    await page.goto(`/balance/1/${delayed[country]}`);
    await page.getByRole('button', { name: /^Pagar lo vencido/ }).waitFor();
    expect(await page.getByRole('button', { name: 'No puedo pagar ahora' }).count()).toBe(0);
    expect(await page.getByText('Prometiste pagar').count()).toBe(0);
  });
});

it('reads the ways out again where the server was away', async () => {
  const page = await browsing.open({ country: 'UY', token: await loginOf('demora10', 'UY') });
  const away = { status: 'error', messages: ['Probá de nuevo en unos minutos.'] };
  let isAway = true;
  await page.route('**/api/v3/payment-help', (route) =>
    isAway ? route.fulfill({ status: 503, json: away }) : route.fallback(),
  );
  await page.clock.install();
  await page.goto('/no-puedo-pagar');
  await leapUntil(page, page.getByText('Probá de nuevo en unos minutos.'));
  isAway = false;
  await page.getByRole('button', { name: 'Volver a intentar' }).click();
  await page.getByRole('radio', { name: /^Elegir una fecha/ }).waitFor();
  expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
});
