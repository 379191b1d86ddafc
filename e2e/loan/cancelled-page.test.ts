import { expect, it } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { confirmLoan } from '../testing/journey.ts';
import { payoutByHand } from '../testing/payouts.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();
payoutByHand();

it('the page of a canceled request does not claim that nothing is owed after another confirmation', async () => {
  const account = await createReadyCustomer('AR');
  const id = await confirmLoan(account);
  const page = await browsing.open({ token: account });
  await page.goto('/cancelacion-exitosa');
  await page.getByRole('heading', { name: 'Cancelación exitosa' }).waitFor();
  expect(await seen(page.getByText('Tenés otra en marcha'))).toBe(true);
  expect(await page.getByText('no debés nada').count()).toBe(0);
  await page.getByRole('button', { name: 'Ver mi préstamo' }).click();
  await page.waitForURL(`**/ver-prestamo/${id}`);
});
