import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts';
import { useBrowser } from './harness.ts';
import { chooseProposal, confirmLoan, done } from './journey.ts';
import { createReadyCustomer } from './ready-customer.ts';

const browsing = useBrowser();
const payOut = (mode: 'auto' | 'manual') => done('POST /sandbox/disbursement', { body: { mode } });
beforeAll(() => payOut('manual'));
afterAll(() => payOut('auto'));

async function check(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

describe.each([
  ['AR', 'light', 320],
  ['UY', 'dark', 320],
  ['AR', 'dark', 1280],
] as const)('%s, %s, %i pixels wide', (country, scheme, width) => {
  // oxlint-disable-next-line vitest/expect-expect -- `check` expects
  it('review, finish and loan view with their dialogs', async () => {
    const account = await createReadyCustomer(country);
    const page = await browsing.open({ country, scheme, width, token: account });
    await chooseProposal(page, account, { membership: true });
    await page.goto('/revisar');
    await page.getByRole('button', { name: 'Confirmar préstamo' }).click();
    await page.getByText('Debes aceptar el pagaré para continuar').waitFor();
    await check(page);
    await page.getByRole('button', { name: 'Leer el pagaré' }).click();
    await page.getByRole('dialog').waitFor();
    await check(page);
    await page.keyboard.press('Escape');
    const id = await confirmLoan(account);
    await page.goto(`/finalizacion/${id}`);
    await page.getByRole('heading', { name: '¡Listo, Ana!' }).waitFor();
    await check(page);
    await page.goto(`/ver-prestamo/${id}`);
    await page.getByRole('button', { name: 'Cancelar mi solicitud' }).click();
    await page.getByRole('radio').first().waitFor();
    await check(page);
  });

  // oxlint-disable-next-line vitest/expect-expect -- `check` expects
  it('account status, balance with its tabs, and the legal pages', async () => {
    const page = await browsing.open({ country, scheme, width });
    await page.goto('/estado-cuenta');
    await page.getByRole('button', { name: 'Consultar Estado' }).click();
    await check(page);
    for (const document of country === 'AR' ? ['30600068', '30700078'] : ['41006063', '41007073']) {
      await page.goto(`/balance/1/${document}`);
      for (const name of ['CUOTAS', 'LIBRE DEUDA', 'RECLAMOS']) {
        await page.getByRole('tab', { name }).click();
        await check(page);
      }
    }
    for (const path of ['/arrepentimiento', '/baja-membresia', '/terminos', '/privacidad']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await check(page);
    }
  });
});
