import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { createAccount, createLead } from '../testing/journey.ts';
import { pathOf, refused, says } from '../testing/login-steps.ts';

const browsing = useBrowser();

describe('login with Google', () => {
  async function choose(page: Page, email: string): Promise<void> {
    await page.getByRole('button', { name: 'Continuar con Google' }).click();
    const dialog = page.getByRole('dialog', { name: 'Continuar con Google' });
    await dialog.getByLabel('Mail').fill(email);
    await dialog.getByRole('button', { name: 'Ingresar' }).click();
  }

  test('of a customer leads to /bienvenido', async () => {
    const account = await createAccount('AR');
    const page = await browsing.open();
    await page.goto('/login');
    await choose(page, account.email);
    await expect.poll(() => pathOf(page)).toBe('/bienvenido');
  });

  test.each(['social_commercial_offer', 'account_create_exception'])(
    'of somebody who never signed up leads to sign-up (%s)',
    async (code) => {
      const page = await browsing.open({ country: 'UY' });
      await page.route('**/api/social/google', refused(422, code, 'otra cosa'));
      await page.goto('/login');
      await choose(page, 'nadie@example.com');
      await expect.poll(() => pathOf(page)).toBe('/signup');
      await says(page, 'No podes iniciar sesión si no te registraste antes.');
    },
  );

  test('of an unknown person gets that answer from the server itself', async () => {
    const page = await browsing.open();
    await page.goto('/login');
    await choose(page, `nadie.${Date.now()}@example.com`);
    await expect.poll(() => pathOf(page)).toBe('/signup');
    await says(page, 'No podes iniciar sesión si no te registraste antes.');
  });

  test('with a lead in the address asks for the terms first', async () => {
    const country = 'UY';
    const lead = await createLead(country);
    const page = await browsing.open({ country });
    await page.goto(`/login?hash=${lead.hash}`);
    await page.getByRole('button', { name: 'Continuar con Google' }).click();
    const dialog = page.getByRole('dialog', { name: 'Continuar con Google' });
    await dialog.getByText('Para crear tu cuenta, primero aceptá los términos.').waitFor();
    expect(await dialog.getByLabel('Mail').count()).toBe(0);
    await dialog.getByRole('button', { name: 'términos y condiciones' }).click();
    const legal = page.getByRole('dialog', { name: 'Términos y condiciones' });
    await legal.getByRole('heading').last().click();
    await page.keyboard.press('Escape');
    expect(await dialog.getByRole('checkbox').isChecked()).toBe(false);
    await dialog.getByRole('checkbox').check();
    await dialog.getByLabel('Mail').fill(lead.email);
    const asked = page.waitForRequest('**/api/social/google');
    await dialog.getByRole('button', { name: 'Ingresar' }).click();
    expect((await asked).postDataJSON()).toMatchObject({ hash: lead.hash, terms: true });
    await expect.poll(() => pathOf(page)).toBe('/bienvenido');
  });

  test("says the server's words, or that it failed where there are none", async () => {
    const page = await browsing.open();
    await page.goto('/login');
    await page.route('**/api/social/google', refused(429, 'too_many', 'Hiciste demasiados intentos.'), {
      times: 1,
    });
    await choose(page, 'ana@example.com');
    await says(page, 'Hiciste demasiados intentos.');
    await page.route('**/api/social/google', (route) => route.fulfill({ status: 500, body: 'gateway' }));
    await choose(page, 'ana@example.com');
    await says(page, 'Ha ocurrido un error al iniciar sesión, por favor intente nuevamente más tarde.');
    expect(page.url()).toMatch(/\/login$/);
  });

  test('is not offered where it is not set up', async () => {
    const page = await browsing.open();
    await page.route('**/api/v3/enviroments', (route) =>
      route.fulfill({ json: { status: 'success', model: { sandbox: 'off', 'google-client-id': '' } } }),
    );
    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Continuar con Google' });
    await button.waitFor({ state: 'detached' });
    expect(await button.count()).toBe(0);
  });
});
