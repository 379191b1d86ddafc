import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import { at, back, next, openStep } from '../testing/apply-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { applyBy, chooseProposal, createAccount, done, type TestAccount } from '../testing/journey.ts';
import { linkTo, logIn, password, withPassword } from '../testing/login-steps.ts';

const browsing = useBrowser();
const step = '/verificacion-identidad/02';
const sentence = (page: Page) => page.getByText('Tu sesión terminó. Ingresá y seguís donde estabas.');

/** Fills an address in step 2, then ends the session on the server before it is sent. */
async function endedAtAddress(country: CountryCode): Promise<{ page: Page; account: TestAccount }> {
  const registered = await withPassword(country);
  const body = { email: registered.email, password };
  const { result } = await done('POST /api/v3/authenticate-new', { country, body });
  const account = { ...registered, ...result };
  await applyBy.photos(account);
  const { page } = await openStep(browsing, country, step, account);
  const { province, houseNumber } = testCountry(country).labels;
  await page.getByLabel(province).selectOption('1');
  await done('POST /api/auth/logout', { country, token: account.token });
  await page.getByLabel('Calle').fill('Belgrano');
  await page.getByLabel(houseNumber).fill('77');
  await page.getByRole('checkbox', { name: 'Vivo en una casa' }).check();
  return { page, account };
}

async function isFilled(page: Page): Promise<void> {
  await at(page, step);
  await expect.poll(() => page.getByLabel('Calle').inputValue()).toBe('Belgrano');
}

describe('a session that ends in the middle of a step', () => {
  const country = 'UY';
  test('leads to the login, which explains it until the person signs in, and back to the filled step', async () => {
    const { page, account } = await endedAtAddress(country);
    await next(page).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await sentence(page).waitFor();
    expect(await page.getByRole('button', { name: 'CERRAR' }).count()).toBe(0);
    await page.reload();
    await sentence(page).waitFor();
    await logIn(page, account);
    await isFilled(page);
    await next(page).click();
    await at(page, '/verificacion-identidad/03uy');
    await page.goto('/verificacion-identidad/02');
    expect(await sentence(page).count()).toBe(0);
  });

  test('is restored by a link that opens in another tab', async () => {
    const { page, account } = await endedAtAddress(country);
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByLabel('Mail', { exact: true }).fill(account.email);
    await page.getByRole('button', { name: 'Recibir un link de acceso por mail' }).click();
    await page.getByRole('dialog').waitFor();
    const other = await page.context().newPage();
    await other.goto(await linkTo(account.email, 'magic-link'));
    await isFilled(other);
    expect(await sentence(other).count()).toBe(0);
  });
});

test('a balance without its owner’s session says that it ended, above all else', async () => {
  const account = await createAccount('AR');
  const expired = new Date(Date.now() - 1000).toISOString();
  const page = await browsing.open({ country: 'AR', token: { ...account, expired } });
  await page.goto(`/balance/1/${account.document}`);
  await sentence(page).waitFor();
  await page.getByRole('link', { name: 'INGRESAR AQUÍ' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('redirectTo')).toBe(`/balance/1/${account.document}`);
});

test('a session that runs out by the clock leads to the login too', async () => {
  const account = await createAccount('AR');
  const page = await browsing.open({
    country: 'AR',
    token: { ...account, expired: new Date(Date.now() + 3_600_000).toISOString() },
  });
  await page.clock.install();
  await chooseProposal(page, account);
  await page.goto(step);
  await back(page).waitFor();
  await page.clock.fastForward(2 * 3_600_000);
  await back(page).click();
  await page.waitForURL((url) => url.pathname === '/login');
  await sentence(page).waitFor();
  expect(new URL(page.url()).searchParams.get('redirectTo')).toBe('/verificacion-identidad');
});
