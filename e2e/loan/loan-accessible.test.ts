import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { chooseProposal, confirmLoan } from '../testing/journey.ts';
import { payoutByHand } from '../testing/payouts.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';

const browsing = useBrowser();
payoutByHand();

async function check(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** Other widths and the light scheme are covered by the accessibility tests of every screen; this covers the flow. */
// oxlint-disable-next-line vitest/expect-expect -- `check` expects
it('review, finish and loan view with their dialogs, dark and 1280 pixels wide', async () => {
  const account = await createReadyCustomer('AR');
  const page = await browsing.open({ country: 'AR', scheme: 'dark', width: 1280, token: account });
  await chooseProposal(page, account, { membership: true });
  await page.goto('/revisar');
  await page.getByRole('button', { name: 'Confirmar préstamo' }).click();
  await page.getByText(/^Tenés que aceptar el (pagaré|vale) para continuar$/).waitFor();
  await check(page);
  await page.getByRole('button', { name: /^Leer el (pagaré|vale)$/ }).click();
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
