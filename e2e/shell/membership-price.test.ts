import { expect, test } from 'vitest';
import { expectNoSidewaysScroll } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { chooseProposal, done } from '../testing/journey.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();

test('a price of the membership that changed while it was reviewed is shown before anything is confirmed', async () => {
  const country = 'UY';
  const account = await createReadyCustomer(country);
  const page = await browsing.open({ country, token: account, width: 360 });
  await chooseProposal(page, account, { membership: true });
  let isBefore = true;
  await page.route('**/api/v1/clients/loan-options/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const answer = await done(`GET ${pathname}`, { country, token: account.token });
    if (isBefore) for (const plan of answer.result.membership.plans) plan.membership_price -= 300;
    await route.fulfill({ json: answer });
  });
  await page.goto('/revisar');
  const note = (price: string) =>
    page.getByRole('note').filter({ hasText: `Wayni+ cuesta ${price}, una sola vez.` });
  await note('$6.000').waitFor();
  await page.getByRole('checkbox', { name: /Acepto los términos/ }).check();
  await page.getByRole('checkbox', { name: /^Acepto el (pagaré|vale)$/ }).check();
  isBefore = false;
  const confirm = page.getByRole('button', { name: 'Confirmar préstamo' });
  await confirm.click();
  expect(await seen(page.getByText(/^El precio de la membresía cambió\./))).toBe(true);
  await note('$6.300').waitFor();
  expect(await note('$6.000').count()).toBe(0);
  await expectNoSidewaysScroll(page);
  const { result } = await done('GET /api/loan', { country, token: account.token });
  expect(result).toEqual([]);
  await confirm.click();
  await page.waitForURL(/\/finalizacion\//);
});
