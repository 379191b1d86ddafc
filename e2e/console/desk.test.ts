import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { goTo, requestCard, signInAs, staff, startConsole } from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { pressByKey, typeByKey } from '../testing/keyboard.ts';
import type { RunningProduct } from '../testing/product.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole());
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };

async function proven(role: string): Promise<Page> {
  const page = await browser.open(wide);
  await signInAs(page, url, role);
  await staff(page, { path: '/step-up/sandbox', body: {} });
  return page;
}

async function askCap(page: Page, dailyCap: number): Promise<void> {
  const { body: seen } = await staff(page, { path: '/pay-outs?country=UY' });
  const [control] = seen['controls'] as { version: number }[];
  const asked = await staff(page, {
    path: '/pay-outs/controls/UY/cap',
    version: control?.version ?? 0,
    body: { daily_cap: dailyCap, reason_code: 'funds', reason: 'Saldo del banco' },
  });
  expect(asked.body['outcome']).toBe('pending_approval');
}

test('a line of Inicio leads to its requests, which are decided by keyboard one after the other', async () => {
  const treasury = await proven('Tesorería');
  await askCap(treasury, 400_000);
  const head = await proven('Jefatura');
  await head.reload();
  await head.getByRole('link', { name: /1 pedido espera tu aprobación/ }).click();
  await head.getByRole('heading', { name: 'Aprobaciones', level: 1 }).waitFor();
  await askCap(treasury, 300_000);
  await head.reload();
  const cards = head.getByRole('article');
  await expect.poll(() => cards.count()).toBe(2);
  await cards.first().focus();
  await head.keyboard.press('j');
  await expect.poll(() => cards.nth(1).evaluate((card) => card === document.activeElement)).toBe(true);
  await head.keyboard.press('k');
  await head.keyboard.press('r');
  await typeByKey(head, head.getByRole('dialog').getByLabel('Explicación'), 'Es poco para hoy');
  await pressByKey(head, head.getByRole('dialog').getByRole('button', { name: 'Rechazar' }));
  await head.getByText('Rechazado.').waitFor();
  await requestCard(head, '$400.000').focus();
  await head.keyboard.press('a');
  await head.getByText('Aprobado.').waitFor();
  await head.getByText(/^No hay pedidos que esperen/).waitFor();
});

test('the menu follows a role that was taken away, and dialogs leave the page where it is', async () => {
  const collector = await proven('Cobranzas');
  const menu = collector.getByRole('navigation', { name: 'Pantallas' });
  await menu.getByRole('link', { name: 'Dinero que entra' }).waitFor();
  const administrator = await proven('Administración');
  const { body: team } = await staff(administrator, { path: '/people' });
  const people = team['result'] as { id: string; version: number; roles: string[] }[];
  const person = people.find(({ roles }) => roles.includes('collector'));
  const asked = await staff(administrator, {
    path: `/people/${person?.id}/access`,
    version: person?.version ?? 0,
    body: { roles: ['agent'], countries: ['AR', 'UY'], reason_code: 'moved', reason: 'Pasa a Atención' },
  });
  const head = await proven('Jefatura');
  await staff(head, { path: `/approvals/${String(asked.body['approval'])}/approve`, body: {} });
  await menu.getByRole('link', { name: 'Tablero' }).click();
  await menu.getByRole('link', { name: 'Identidad' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Dinero que entra' }).count()).toBe(0);

  await goTo(head, 'Configuración');
  const change = head.getByRole('button', { name: /^Historia: / }).last();
  await change.scrollIntoViewIfNeeded();
  const place = () => head.evaluate(() => [scrollY, document.documentElement.clientWidth]);
  const before = await place();
  await change.press('Enter');
  await head.getByRole('dialog').waitFor();
  expect(await place()).toEqual(before);
  await head.keyboard.press('Escape');
  await head.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await place()).toEqual(before);
});

test.each([
  [360, 'light'],
  [768, 'dark'],
] as const)('the menu folds and the worklist is accessible %i px wide, %s', async (width, scheme) => {
  const page = await browser.open({ width, height: 800, scheme });
  await signInAs(page, url, 'Jefatura');
  await page.getByRole('heading', { name: 'Lo que te espera' }).waitFor();
  expect(await page.getByRole('link', { name: 'Aprobaciones', exact: true }).isVisible()).toBe(false);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Menú' }).press('Enter');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Aprobaciones', exact: true }).press('Enter');
  await page.getByRole('heading', { name: 'Aprobaciones', level: 1 }).waitFor();
  expect(await page.getByRole('button', { name: 'Menú' }).getAttribute('aria-expanded')).toBe('false');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
