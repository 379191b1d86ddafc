import type { Page } from 'playwright-core';
import type { Browsing } from './harness.ts';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { chooseProposal, createAccount, type TestAccount } from './journey.ts';

const headings: Readonly<Record<string, string>> = {
  '/bienvenido': '¡Hola, Ana!',
  '/verificacion-identidad': 'Verificá tu identidad',
  '/verificacion-identidad/02': '¿Dónde vivís?',
  '/verificacion-identidad/03': '¿Dónde depositamos tu préstamo?',
  '/verificacion-identidad/03uy': '¿Cómo querés recibir el dinero?',
  '/verificacion-identidad/04': 'Tu tarjeta de débito',
  '/verificacion-identidad/04uy': '¿En qué banco tenés cuenta?',
  '/validacion-celular': 'Validá tu celular',
};

export const next = (page: Page) => page.getByRole('button', { name: 'SIG', exact: true });
export const back = (page: Page) => page.getByRole('button', { name: 'ANT', exact: true });
export const helpPanel = (page: Page) => page.getByRole('dialog', { name: 'Ayuda' });

/** Waits for a screen of the application: its address changes before it is drawn. */
export async function at(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  const name = headings[path];
  if (name) await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** The message that a field is described by; '' while it has none. */
export async function errorOf(page: Page, label: string): Promise<string> {
  const described = (await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby')) ?? '';
  const id = described.split(' ').find((part) => part.endsWith('-error'));
  return id ? page.locator(`[id="${id}"]`).innerText() : '';
}

/** Whether a field has the focus. */
export const hasFocus = (page: Page, label: string): Promise<boolean> =>
  page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement);

/** Opens a step as somebody with a selected proposal; somebody new unless given. */
export async function openStep(
  browsing: Browsing,
  country: CountryCode,
  path: string,
  given?: TestAccount,
): Promise<{ page: Page; account: TestAccount }> {
  const account = given ?? (await createAccount(country));
  const page = await browsing.open({ country, token: account });
  await chooseProposal(page, account);
  await page.goto(path);
  await back(page).waitFor();
  return { page, account };
}

/** Finds a bank by one of its names and takes the first that fits. */
export async function chooseBank(page: Page, label: string, name: string): Promise<void> {
  await page.getByLabel(label).fill(name);
  await page.getByRole('option').first().click();
}
