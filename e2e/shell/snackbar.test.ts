import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { settled, stopTime } from '../testing/clock.ts';
import { useBrowser } from '../testing/harness.ts';
import { createAccount } from '../testing/journey.ts';
import { enter, pathOf, withPassword, password } from '../testing/login-steps.ts';

const browsing = useBrowser();
const sizes = [
  [360, 640],
  [360, 740],
  [1280, 800],
] as const;

const bar = (page: Page) =>
  page.getByRole('status').locator('div', { has: page.getByRole('button', { name: 'CERRAR' }) });

/** Names of controls, labels and titles covered by the bar. */
const covered = (shown: Locator) =>
  shown.evaluate((element) => {
    const own = element.getBoundingClientRect();
    const scope = element.closest('dialog') ?? document;
    return [...scope.querySelectorAll('a[href], button, summary, label, h1, h2, [role="tab"]')]
      .filter((each) => !element.contains(each))
      .filter((each) => {
        const { top, bottom, left, right, width } = each.getBoundingClientRect();
        return width > 0 && top < own.bottom && bottom > own.top && left < own.right && right > own.left;
      })
      .map((each) => each.textContent || each.getAttribute('name'));
  });

/** Sends a suggestion; the page shows a snackbar. */
async function suggest(page: Page): Promise<void> {
  await page.route('**/api/v3/suggest', (route) =>
    route.fulfill({ json: { status: 'success', messages: [] } }),
  );
  await suggestion(page).click();
  const dialog = page.getByRole('dialog', { name: 'Sugerencias y mejoras' });
  await dialog.getByLabel('Nombre y apellido').fill('Ana Prueba');
  await dialog.getByLabel('Mail').fill('ana@example.com');
  await dialog.getByLabel('Título').fill('Una idea');
  await dialog.getByLabel('Tu sugerencia').fill('Más cuotas');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
}

const suggestion = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Sugerencias y mejoras' });
const thanks = (page: Page) => page.getByText('¡Gracias! Recibimos tu sugerencia.');

describe('the snackbar', () => {
  const country = 'AR';
  test.each(sizes)('covers no action, label or title at %i x %i', async (width, height) => {
    const page = await browsing.open({ country, width, height });
    await page.goto('/estado-cuenta');
    await suggest(page);
    await bar(page).waitFor();
    await expect.poll(() => covered(bar(page))).toEqual([]);
    // It slides in from below.
    const bottom = () => bar(page).evaluate((each) => each.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(height);
  });

  test('goes in its time under the pointer and with the focus', async () => {
    const page = await browsing.open({ country });
    await page.clock.install();
    await page.goto('/login');
    await suggest(page);
    await stopTime(page);
    await thanks(page).hover();
    await page.getByRole('button', { name: 'CERRAR' }).focus();
    await page.clock.fastForward(3000);
    await settled(page);
    expect(await thanks(page).count()).toBe(0);
  });

  test('moves into a dialog that opens, and is announced once', async () => {
    const page = await browsing.open({ country });
    await page.clock.install();
    await page.goto('/login');
    await suggest(page);
    const live = page.getByRole('status').filter({ has: thanks(page) });
    await thanks(page).waitFor();
    await stopTime(page);
    await suggestion(page).dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: 'Sugerencias y mejoras' });
    await dialog.waitFor();
    await expect.poll(() => dialog.getByText('¡Gracias! Recibimos tu sugerencia.').count()).toBe(1);
    expect(await live.getAttribute('aria-live')).toBe('off');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await live.getAttribute('aria-live')).toBe('off');
    await page.clock.fastForward(3000);
    await settled(page);
    expect(await thanks(page).count()).toBe(0);
  });
});

describe('a private link without a session', () => {
  const country = 'UY';
  test('asks for the login and returns there', async () => {
    const path = '/bienvenido';
    const account = await withPassword(country);
    const page = await browsing.open({ country });
    await page.goto(path);
    await expect.poll(() => pathOf(page)).toBe('/signup');
    await page.getByText('Ingresá a tu cuenta para ver esa página.').waitFor();
    await page.getByRole('link', { name: 'INGRESAR AQUÍ' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
    expect(new URL(page.url()).searchParams.get('redirectTo')).toBe(path);
    // The sign-up form has this field too.
    await page.getByRole('heading', { name: /^Iniciá sesión/ }).waitFor();
    await page.getByLabel('Mail').fill(account.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await enter(page).click();
    await expect.poll(() => pathOf(page)).toBe(path);
  });

  test('is remembered when the login is reached by its tab; a logout says nothing', async () => {
    const account = await withPassword(country);
    const page = await browsing.open({ country });
    await page.goto('/avisos');
    await page.getByText('Ingresá a tu cuenta para ver esa página.').waitFor();
    await page.getByRole('tab', { name: 'Soy cliente/a' }).click();
    // The sign-up form has this field too.
    await page.getByRole('heading', { name: /^Iniciá sesión/ }).waitFor();
    await page.getByLabel('Mail').fill(account.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await enter(page).click();
    await expect.poll(() => pathOf(page)).toBe('/avisos');
    // Logged in, and no longer checking the session.
    await page.getByRole('heading', { name: 'Avisos y débito automático' }).waitFor();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect.poll(() => pathOf(page)).toBe('/signup');
    await settled(page);
    expect(await page.getByText('Ingresá a tu cuenta para ver esa página.').count()).toBe(0);
  });

  test('with a session that was revoked asks for the login as well, and returns there', async () => {
    // Setting the password has ended the earlier session.
    const account = await withPassword(country);
    const page = await browsing.open({ country, token: account });
    await page.goto('/mis-datos');
    await expect.poll(() => pathOf(page)).toBe('/signup');
    await page.getByText('Tu sesión terminó. Ingresá y seguís donde estabas.').waitFor();
    await page.getByRole('link', { name: 'INGRESAR AQUÍ' }).click();
    await page.getByRole('heading', { name: /^Iniciá sesión/ }).waitFor();
    await page.getByLabel('Mail').fill(account.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await enter(page).click();
    await expect.poll(() => pathOf(page)).toBe('/mis-datos');
  });

  test('is no part of a visit that has a session', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country, token: account });
    await page.goto('/bienvenido');
    await page.getByRole('button', { name: 'Continuar mi solicitud' }).waitFor();
    expect(await page.getByText('Ingresá a tu cuenta').count()).toBe(0);
  });
});
