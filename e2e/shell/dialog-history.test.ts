import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { current } from '../testing/balance-page.ts';
import { useBrowser } from '../testing/harness.ts';
import { createLead } from '../testing/journey.ts';
import { pathOf } from '../testing/login-steps.ts';

const browsing = useBrowser();

const suggestion = (page: Page) => page.getByRole('dialog', { name: 'Sugerencias y mejoras' });
const openSuggestion = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Sugerencias y mejoras' }).click();

/** Goes from sign-up to login, rendered: the address changes first, and a new page takes the focus. */
async function toLogin(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Soy cliente/a' }).click();
  await page.getByRole('heading', { level: 1, name: /^Iniciá sesión/ }).waitFor();
  expect(pathOf(page)).toBe('/login');
}

describe('a step back', () => {
  const country = 'AR';
  test('closes the open dialog and stays; the next one leaves the page', async () => {
    const page = await browsing.open({ country });
    await page.goto('/signup');
    await toLogin(page);
    await openSuggestion(page);
    await suggestion(page).getByLabel('Título').fill('Una idea');
    await page.goBack();
    await suggestion(page).waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/login');
    const opener = page.getByRole('contentinfo').getByRole('button', { name: 'Sugerencias y mejoras' });
    await expect.poll(() => opener.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/signup');
  });

  test('is one step after a dialog that was closed by its cross', async () => {
    const page = await browsing.open({ country });
    await page.goto('/signup');
    await toLogin(page);
    for (let time = 0; time < 2; time += 1) {
      await openSuggestion(page);
      await suggestion(page).getByRole('button', { name: 'Cerrar' }).click();
      await suggestion(page).waitFor({ state: 'detached' });
    }
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/signup');
  });

  test('closes the upper of two dialogs first', async () => {
    const lead = await createLead(country);
    const page = await browsing.open({ country });
    await page.goto(`/vendors/${lead.hash}`);
    await page.getByRole('button', { name: 'Continuar', exact: true }).click();
    const registration = page.getByRole('dialog', { name: 'Registrate para continuar' });
    await registration.getByRole('button', { name: 'términos y condiciones' }).click();
    const terms = page.getByRole('dialog', { name: 'Términos y condiciones' });
    await terms.waitFor();
    await page.goBack();
    await terms.waitFor({ state: 'detached' });
    expect(await registration.isVisible()).toBe(true);
    await page.goBack();
    await registration.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe(`/vendors/${lead.hash}`);
  });

  test('closes a dialog that opened with the page after its address has changed', async () => {
    const page = await browsing.open({ country });
    await page.goto('/estado-cuenta');
    await page.goto(`/balance/1/${current[country]}?modalBaja=1`);
    const asking = page.getByRole('dialog', { name: 'Cancelar tu préstamo' });
    await asking.getByRole('radio').first().waitFor();
    await page.goBack();
    await asking.waitFor({ state: 'detached' });
    await expect.poll(() => pathOf(page)).toBe(`/balance/1/${current[country]}`);
  });
});
