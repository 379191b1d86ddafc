import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { createAccount } from '../testing/journey.ts';
import { changed, enter, logIn, pathOf, says, withPassword } from '../testing/login-steps.ts';

const browsing = useBrowser();

describe('login by e-mail', () => {
  const country = 'UY';
  test('asks to review wrong fields, and leads to /bienvenido', async () => {
    const account = await withPassword(country);
    const page = await browsing.open({ country });
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Iniciá sesión y solicitá tu préstamo' }).waitFor();
    expect(await enter(page).isDisabled()).toBe(true);
    await page.getByLabel('Mail', { exact: true }).fill(account.email);
    expect(await enter(page).isDisabled()).toBe(true);
    expect(await page.getByText('¿Todavía no tenés tu préstamo?').count()).toBe(1);
    await page.getByLabel('Mail', { exact: true }).fill('ana@');
    await page.getByLabel('Contraseña', { exact: true }).fill('x');
    await enter(page).click();
    await says(page, 'Por favor, revisa los campos para avanzar.');
    const email = page.getByLabel('Mail', { exact: true });
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await email.evaluate((input) => document.activeElement === input)).toBe(true);
    await logIn(page, account);
    await expect.poll(() => pathOf(page)).toBe('/bienvenido');
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect.poll(() => pathOf(page)).toBe('/signup');
  });

  test('is distinguished from a wrong one, and is disabled while it is checked', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country });
    await page.goto('/login');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/v3/authenticate-new', async (route) => {
      await held;
      await route.continue();
    });
    await logIn(page, account);
    await enter(page).and(page.locator(':disabled')).waitFor();
    release();
    await page.getByText('El mail o la contraseña no son correctos.').waitFor();
    expect(page.url()).toMatch(/\/login$/);
  });
});

test('stays on a device whose clock is months ahead, until it is ended', async () => {
  const account = await withPassword('AR');
  const page = await browsing.open();
  await page.clock.setFixedTime(Date.now() + 90 * 86_400_000);
  await page.goto('/login');
  await logIn(page, account);
  await expect.poll(() => pathOf(page)).toBe('/bienvenido');
  await page.reload();
  await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor();
  expect(pathOf(page)).toBe('/bienvenido');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect.poll(() => pathOf(page)).toBe('/signup');
});

test('a logout while the private page is still loading leaves no address for the next person', async () => {
  const account = await withPassword('AR');
  const page = await browsing.open();
  await page.goto('/login');
  await logIn(page, account);
  await expect.poll(() => pathOf(page)).toBe('/bienvenido');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v3/account-new', async (route) => {
    await held;
    await route.fulfill({ status: 401, json: { status: 'error', code: 'unauthorized', message: '' } });
  });
  await page.goto('/mis-datos', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  release();
  await expect.poll(() => pathOf(page)).toBe('/signup');
  expect(await page.evaluate(() => sessionStorage.getItem('cuota.return-to'))).toBe(null);
});

describe('after a password login', () => {
  test('redirectTo wins, and no other site is gone to', async () => {
    const account = await withPassword('AR');
    const page = await browsing.open();
    await page.goto(`/login?redirectTo=${encodeURIComponent('/oferta-comercial?x=1')}`);
    await logIn(page, account);
    await expect.poll(() => pathOf(page)).toBe('/oferta-comercial?x=1');
    const other = await browsing.open();
    await other.goto(`/login?redirectTo=${encodeURIComponent('//otro.example')}`);
    await logIn(other, account);
    await expect.poll(() => pathOf(other)).toBe('/bienvenido');
    expect(new URL(other.url()).hostname).toBe('ar.localhost');
  });

  /** A customer with loans in the given states. */
  async function withLoans(page: Page, states: string[]): Promise<void> {
    await page.route(
      '**/api/v3/account-new',
      changed(({ result }) => (result.loans = states.length)),
    );
    const result = states.map((state_slug, id) => ({ id, state_slug }));
    await page.route('**/api/loan', (route) => route.fulfill({ json: { status: 'success', result } }));
  }

  test('a customer with a finished loan is sent to the renewal site with token and expiry', async () => {
    const account = await withPassword('UY');
    const page = await browsing.open({ country: 'UY' });
    await withLoans(page, ['approved', 'finished']);
    const site = 'https://renovaciones.example/inicio?a=1';
    await page.route(
      '**/api/v3/enviroments',
      changed(({ model }) => (model['renewal-url'] = site)),
    );
    await page.route('https://renovaciones.example/**', (route) => route.fulfill({ body: 'renovar' }));
    await page.goto('/login');
    const answered = page.waitForResponse('**/api/v3/authenticate-new');
    await logIn(page, account);
    const { result } = await (await answered).json();
    await page.waitForURL('https://renovaciones.example/**');
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      a: '1',
      token: result.token,
      expired: result.expired,
    });
  });

  test('by default renewing is the offer of this site, without a token in the address', async () => {
    const account = await withPassword('AR');
    const page = await browsing.open();
    await withLoans(page, ['finished']);
    await page.goto('/login');
    await logIn(page, account);
    await expect.poll(() => pathOf(page)).toBe('/oferta-comercial');
  });

  test('a customer with loans but none finished goes to /bienvenido', async () => {
    const account = await withPassword('AR');
    const page = await browsing.open();
    await withLoans(page, ['approved']);
    await page.goto('/login');
    await logIn(page, account);
    await expect.poll(() => pathOf(page)).toBe('/bienvenido');
  });
});
