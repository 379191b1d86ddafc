import { describe, expect, test } from 'vitest';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { applyBy, chooseProposal, createAccount } from '../testing/journey.ts';

const browsing = useBrowser();

describe.each(['AR', 'UY'] as const)('the one progress of an application in %s', (country) => {
  test('has the same numbers on the welcome and on every step, up to the review', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country, token: account });
    await chooseProposal(page, account);
    await page.goto('/bienvenido');
    await page.getByRole('heading', { level: 2, name: 'Tu solicitud' }).waitFor();
    const listed = await page
      .getByRole('listitem')
      .filter({ hasText: /Paso \d:/ })
      .allInnerTexts();
    expect(listed.map((text) => /Paso (\d):/.exec(text)?.[1])).toEqual(['1', '2', '3', '4']);
    for (const [index, place] of testCountry(country).stepPlaces.entries()) {
      await page.goto(`/verificacion-identidad${place}`);
      await page.getByText(`Paso ${index + 1} de 4`, { exact: true }).waitFor();
    }
    await page.goto('/validacion-celular');
    await page.getByText('Pasaste los 4 pasos: falta tu celular').waitFor();
    await applyBy.photos(account);
    await applyBy.address(account);
    if (country === 'UY') await applyBy.delivery(account, 'bank-transfer');
    await applyBy.bankAccount(account);
    await applyBy.phone(account);
    await page.goto('/revisar');
    await page.getByText('Pasaste los 4 pasos: falta confirmar').waitFor();
    await expectNoSidewaysScroll(page);
  });
});

test('the address lets a person in a house say so instead of typing hyphens', async () => {
  const country = 'AR';
  const account = await createAccount(country);
  await applyBy.photos(account);
  const page = await browsing.open({ country, token: account });
  await page.goto('/verificacion-identidad/02');
  await page.getByLabel('Provincia').first().selectOption('1');
  await page.getByLabel('Calle').fill('Rivadavia');
  await page.getByLabel('Altura').fill('4500');
  const house = page.getByRole('checkbox', { name: 'Vivo en una casa' });
  await house.check();
  expect(await page.getByLabel('Piso').count()).toBe(0);
  await expectAccessible(page);
  const sent = page.waitForRequest('**/api/v3/address');
  await page.getByRole('button', { name: 'SIG', exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({ floor: '-', office: '-' });
  await page.waitForURL('**/verificacion-identidad/03');
  await page.goto('/verificacion-identidad/02');
  expect(await house.isChecked()).toBe(true);
  await house.uncheck();
  expect(await page.getByLabel('Piso').inputValue()).toBe('');
});

test('Red pagos makes the fourth step superfluous without another numbering', async () => {
  const account = await createAccount('UY');
  await applyBy.photos(account);
  await applyBy.address(account);
  await applyBy.delivery(account, 'red-pagos');
  const page = await browsing.open({ country: 'UY', token: account });
  await page.goto('/bienvenido');
  const fourth = page.getByRole('listitem').filter({ hasText: 'Paso 4:' });
  await expect.poll(() => fourth.innerText()).toContain('No hace falta');
});
