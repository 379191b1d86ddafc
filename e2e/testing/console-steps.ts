import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { pressByKey, typeByKey } from './keyboard.ts';
import { freePort } from '../../src/server/testing/free-port.ts';
import { startProduct, type RunningProduct } from './product.ts';

/** Starts the product with the staff's console on its own host, and optionally an identity provider. */
export async function startConsole(
  settings: Readonly<Record<string, string>> = {},
  { hasProvider = false } = {},
): Promise<{ readonly product: RunningProduct; readonly url: string }> {
  const port = await freePort();
  const url = `http://consola.localhost:${port}`;
  const product = await startProduct({
    PORT: String(port),
    CONSOLE_URL: url,
    DEMO_CUSTOMERS: 'off',
    ...(hasProvider ? providerAt(port) : {}),
    ...settings,
  });
  return { product, url };
}

/** The sandbox's own identity provider. */
const providerAt = (port: number) => ({
  CONSOLE_OIDC_ISSUER: `http://127.0.0.1:${port}/sandbox/identity`,
  CONSOLE_OIDC_CLIENT_ID: 'consola',
  CONSOLE_OIDC_CLIENT_SECRET: 'secreto',
});

/** Signs in by one click, as the sandbox allows. */
export async function signInAs(page: Page, url: string, role: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: role, exact: true }).click();
  await page.getByRole('heading', { name: /^Hola, / }).waitFor();
}

interface StaffCall {
  readonly path: string;
  readonly body?: object;
  readonly version?: number;
}

/** Makes a call with the session of the console's page. */
export const staff = (
  page: Page,
  call: StaffCall,
): Promise<{ status: number; body: Record<string, unknown> }> =>
  page.evaluate(async ({ path, body, version }) => {
    const answer = await fetch(`/api/staff${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: await answer.json() };
  }, call);

export async function goTo(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menú' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation').getByRole('link', { name: screen }).click();
  await page.getByRole('heading', { name: screen, level: 1 }).waitFor();
}

/** Approves a request by keyboard, typing its amount if it is large. */
export async function approveByKey(page: Page, request: Locator): Promise<void> {
  await pressByKey(page, request.getByRole('button', { name: 'Aprobar' }));
  const [dialog, done] = [page.getByRole('dialog'), page.getByText('Aprobado.')];
  await dialog.or(done).first().waitFor();
  if (await dialog.isVisible()) {
    await typeByKey(page, dialog.getByLabel('Importe'), await dialog.locator('strong').innerText());
    await pressByKey(page, dialog.getByRole('button', { name: 'Aprobar' }));
  }
  await done.waitFor();
}

/** A request on the approvals page, by its text. */
export const requestCard = (page: Page, words: string | RegExp) =>
  page.getByRole('article').filter({ hasText: words }).first();

/** Advances the product's clock by an ISO 8601 duration. */
export async function advanceClock({ port }: RunningProduct, duration: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: duration }),
  });
  if (!response.ok) throw new Error(`the clock answered ${response.status}`);
}

/** Tabs to the control of this name and presses Enter. */
export async function press(page: Page, name: string, role: 'button' | 'link' = 'button'): Promise<void> {
  await pressByKey(page, page.getByRole(role, { name, exact: true }).last());
}

/** Tabs to a screen of the navigation. */
export async function goByKey(page: Page, screen: string): Promise<void> {
  await press(page, screen, 'link');
  await page.getByRole('heading', { name: screen, level: 1 }).waitFor();
}

/** Finds a customer by keyboard alone and opens their page. */
export async function findCustomer(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  const box = page.getByRole('combobox');
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Quién es' }).waitFor();
  // Keyboard focus continues from the page title.
  const title = page.getByRole('heading', { level: 1 });
  await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
}
