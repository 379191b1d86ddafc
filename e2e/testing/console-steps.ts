import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ROLE_NAMES, ROLES } from '../../src/words/texts.ts';
import { type Answer, api, eventually } from './api.ts';
import { expectAccessible, expectNoSidewaysScroll, expectStillAccessible } from './axe.ts';
import type { Browsing } from './harness.ts';
import { pressByKey, typeByKey } from './keyboard.ts';
import { freePort } from '../../src/server/testing/free-port.ts';
import { startProduct, type RunningProduct } from './product.ts';
import { consoleUrl } from './target.ts';

/**
 * Starts a product with settings of its own, or for tests that change what all borrowers see; others use the console of
 * the worker's product (`consoleUrl`).
 */
export async function startConsole(
  settings: Readonly<Record<string, string>> = {},
  { hasProvider = false } = {},
): Promise<{ readonly product: RunningProduct; readonly url: string }> {
  const port = await freePort();
  const url = consoleUrl(port);
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

/** Signs in on the page by one click, as the sandbox allows. */
export async function signInOnPage(page: Page, url: string, role: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: role, exact: true }).click();
  await page.getByRole('heading', { name: /^Hola, / }).waitFor();
}

/** Calls the console from outside the browser. */
const callConsole = (url: string, { path, body, version }: StaffCall, cookie = '') =>
  api(`${body ? 'POST' : 'GET'} /api/staff${path}`, {
    port: Number(new URL(url).port),
    ...(body && { body }),
    headers: {
      host: new URL(url).host,
      origin: url,
      cookie,
      'idempotency-key': randomUUID(),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
  });

/** Opens a session by the call of the sandbox's sign-in. @returns the cookie, as a browser sends it */
async function sessionOf(url: string, role: string): Promise<string> {
  const asRole = ROLES.find((each) => ROLE_NAMES[each] === role);
  const signIn = { path: '/sign-in/sandbox', body: { as_role: asRole } };
  const { status, headers } = await callConsole(url, signIn);
  const [cookie] = headers['set-cookie'] ?? [];
  if (!cookie) throw new Error(`the sign-in of ${role} answered ${status}`);
  return cookie.split(';')[0] ?? '';
}

/** Signs in by the call alone and opens a screen by its address: console.test.ts signs in on the page. */
export async function signInAs(page: Page, url: string, role: string, path = '/'): Promise<void> {
  const [name = '', value = ''] = (await sessionOf(url, role)).split('=');
  // Playwright's own cookies have a domain, which the prefix `__Host-` forbids.
  const browser = await page.context().newCDPSession(page);
  const kind = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const;
  await browser.send('Network.setCookie', { name, value, url, ...kind });
  await browser.detach();
  await page.goto(url + path);
  const title = page.getByRole('heading', { level: 1, ...(path === '/' && { name: /^Hola, / }) });
  await title.waitFor();
}

/** Opens the approvals as another person. */
export async function openApprovals(browser: Browsing, url: string, role = 'Jefatura'): Promise<Page> {
  const page = await browser.open({ width: 1280, height: 800 });
  await signInAs(page, url, role, '/aprobaciones');
  return page;
}

/** Signs in without a page. @returns what makes a call with the session */
export async function staffMember(url: string, role: string): Promise<(call: StaffCall) => Promise<Answer>> {
  const cookie = await sessionOf(url, role);
  return (call) => callConsole(url, call, cookie);
}

/** Approves the newest request with these words as another person, for tests of its effect. */
export async function approveByCall(url: string, words: string | RegExp, role = 'Jefatura'): Promise<void> {
  const member = await staffMember(url, role);
  const request = await eventually(
    async () => {
      const { body } = await member({ path: '/approvals?state=pending' });
      return body.result.find((each: object) => new RegExp(words).test(JSON.stringify(each))) ?? null;
    },
    (found) => found !== null,
  );
  const body = request.is_large ? { amount: request.amount } : {};
  const { status, body: answer } = await member({ path: `/approvals/${request.id}/approve`, body });
  if (status !== 200) throw new Error(`the approval answered ${status}: ${JSON.stringify(answer)}`);
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

/** Internal number of the newest loan of a person, by their document. */
export async function loanOf(page: Page, document: string): Promise<string> {
  const found = await staff(page, { path: '/search', body: { text: document } });
  const [{ customer }] = found.body['result'] as [{ customer: string }];
  const seen = await staff(page, { path: `/customers/${customer}` });
  const { loans } = seen.body['result'] as { loans: [{ id: string }] };
  return loans[0].id;
}

/** Checks a screen wide and light, then narrow and dark, where the menu folds. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const [width, colorScheme, look] of [
    [768, 'dark', expectStillAccessible],
    [1280, 'light', expectAccessible],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await look(page);
    await expectNoSidewaysScroll(page);
  }
}

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

/** Amounts in cells that take more than one line. */
const brokenFigures = (place: Locator): Promise<string[]> =>
  place.getByRole('cell').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return /^-?\$[\d.,]+$/.test(cell.textContent) && range.getClientRects().length > 1;
      })
      .map((cell) => cell.textContent),
  );

/**
 * Explains a money command by keyboard, reads its effect and confirms it.
 * @returns whether it waits for a second person
 */
export async function confirmMoney(desk: Page, why: string): Promise<boolean> {
  const dialog = desk.getByRole('dialog');
  await typeByKey(desk, dialog.getByLabel('Explicación'), why);
  await pressByKey(desk, dialog.getByRole('button', { name: 'Ver qué pasaría' }));
  await dialog.getByRole('columnheader', { name: 'Cómo quedaría' }).waitFor();
  expect(await brokenFigures(dialog)).toEqual([]);
  await pressByKey(desk, dialog.getByRole('button', { name: 'Confirmar' }));
  const waits = desk.getByText('Espera aprobación: se hace cuando otra persona lo apruebe.');
  await waits.or(desk.getByText(/^Listo: /)).waitFor();
  return (await waits.count()) > 0;
}

/** Attaches a receipt to the open dialog. */
export async function attachReceipt(desk: Page, name: string): Promise<void> {
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel(/^Comprobante/).setInputFiles({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.7 ${name}`),
  });
  await dialog.getByText(`Adjunto: ${name}`).waitFor();
}

/** Opens a view of Dinero que entra. */
export async function openMoney(desk: Page, view: string): Promise<void> {
  await goTo(desk, 'Dinero que entra');
  await desk.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name: view }).click();
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
