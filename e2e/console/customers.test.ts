import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, eventually } from '../testing/api.ts';
import {
  expectAccessibleInBoth,
  findCustomer,
  goTo,
  openApprovals,
  requestCard,
  signInAs,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { photo, visa } from '../testing/journey.ts';
import type { RunningProduct } from '../testing/product.ts';
import { demoPerson } from '../../src/server/sandbox/demo/testing/demo-person.ts';
import { writtenDocument } from '../../src/countries/identifiers/document.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole({ DEMO_CUSTOMERS: 'on' }));
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };

const box = (page: Page) => page.getByRole('combobox');
const dialog = (page: Page) => page.getByRole('dialog');

const sandboxMessages = async (to: string) =>
  (await api(`GET /sandbox/messages?to=${encodeURIComponent(to)}`, { port: product.port })).body as {
    text: string;
  }[];

describe('the page of a customer', () => {
  const country = 'UY';
  // Demo customer (docs/demo.md) with an instalment ten days late.
  const { documentNumber: number, email } = demoPerson(country, 'delayed-10');
  const written = writtenDocument(country, number);
  const phone = '94556677';

  test('a customer is found, unmasked, annotated, and their phone corrected by two people; they log in by e-mail', async () => {
    const page = await browser.open(wide);
    await signInAs(page, url, 'Atención');
    await findCustomer(page, written);
    const row = (name: string) => page.locator('dl > div').filter({ hasText: name }).first();
    const before = await row('Celular').innerText();
    expect(await row('Documento').innerText()).toContain(`•••${number.slice(-3)}`);

    await page.getByRole('button', { name: 'Ver: Documento' }).press('Enter');
    await page.getByLabel('Explicación').fill('Llama y hay que saber si es la persona');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('button', { name: 'Ver', exact: true }).press('Enter');
    await page.getByText(written, { exact: true }).waitFor();
    await dialog(page).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Agregar nota' }).press('Enter');
    await page.getByLabel('Nota', { exact: true }).fill('Cambió de celular.');
    await page.getByRole('button', { name: 'Guardar nota' }).press('Enter');
    await page.getByText('Nota guardada.').waitFor();
    const timeline = page.getByRole('region', { name: 'Qué pasó' });
    await timeline.getByText('Cambió de celular.').waitFor();
    await timeline.getByText('Dato visto, por Alicia Atención').waitFor();

    await page.getByRole('button', { name: 'Corregir: Celular' }).press('Enter');
    await page.getByLabel('Celular nuevo').fill(`0${phone}`);
    await page.getByLabel('Explicación').fill('Lo pidió por teléfono');
    await page.getByRole('button', { name: 'Pedir aprobación' }).press('Enter');
    await page.getByText('Espera aprobación: el dato cambia').waitFor();
    expect(await row('Celular').innerText()).toBe(before);

    const second = await openApprovals(browser, url);
    const asked = requestCard(second, /Corregir un celular/);
    await asked.getByRole('button', { name: /^Ver completo/ }).press('Enter');
    await asked.getByText(`Celular: 0${phone}`).waitFor();
    await asked.getByRole('button', { name: 'Aprobar' }).press('Enter');
    await second.getByText('Aprobado.').waitFor();

    await page.getByRole('button', { name: 'Actualizar' }).click();
    await row('Celular')
      .getByText(`•••${phone.slice(-4)}`)
      .waitFor();
    // The number is not yet proved, so the login goes by e-mail.
    await api('POST /api/auth/magic-link', { country, port: product.port, body: { email, redirectTo: '' } });
    const link = await eventually(
      async () =>
        (await sandboxMessages(email))
          .map(({ text }) => /\/magic-link\/([\w-]+)/.exec(text)?.[1])
          .find((hash) => hash !== undefined),
      (hash) => hash !== undefined,
    );
    expect((await sandboxMessages(phone)).some(({ text }) => text.includes('/login/'))).toBe(false);
    const borrower = await browser.open({ country });
    const host = 'localhost';
    await borrower.goto(`http://${host}:${product.port}/magic-link/${link}`);
    await borrower.waitForURL((address) => !address.pathname.startsWith('/magic-link'));
  });
});

/** Adds photos and a card, which demo customers lack. */
async function giveSelfieAndCard(email: string): Promise<void> {
  const { port } = product;
  const login = await api('POST /api/v3/authenticate-new', { port, body: { email, password: 'Demo-2026' } });
  const form = new FormData();
  form.append('file', new Blob([photo], { type: 'image/png' }), 'foto.png');
  const { token } = login.body as { token: string };
  const { status } = await api('POST /api/v3/upload_avatar', { port, token, form });
  expect(status).toBe(200);
  const card = { card_type: 'debit', number: visa, holder: 'ALICIA', expiration_date: '1239', cvv: '123' };
  const saved = await api('POST /api/v3/card-validation', { port, token, body: card });
  expect(saved.status).toBe(200);
}

test('a photo is shown on request, the filter is in the address, and back leads to the list', async () => {
  await giveSelfieAndCard('aldia@ar.demo.example');
  const page = await browser.open(wide);
  await signInAs(page, url, 'Atención', '/clientes');
  await box(page).fill('30400048');
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().click();
  await page.getByRole('heading', { name: 'Quién es' }).waitFor();
  await page.getByText(/^Visa terminada en 1111,/).waitFor();
  const selfie = page.getByRole('button', { name: /^Ver: Selfie/ }).first();
  await selfie.press('Enter');
  await expect
    .poll(() =>
      dialog(page)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Qué pasó' }).getByLabel('Mostrar').selectOption('Mensajes');
  await expect.poll(() => new URL(page.url()).searchParams.get('que')).toBe('message');
  await page.getByRole('region', { name: 'Qué pasó' }).getByText('Texto').first().click();
  await page
    .getByText(/^Hola /)
    .first()
    .waitFor();
  await goTo(page, 'Clientes');
  await page.getByRole('option').first().waitFor();
  await page.goto(`${url}/clientes/99999999`);
  await page.getByRole('heading', { name: 'No hay una ficha con ese número' }).waitFor();
});

test('an auditor reads and neither writes nor unmasks', async () => {
  const page = await browser.open(wide);
  await signInAs(page, url, 'Auditoría');
  await findCustomer(page, '30400048');
  expect(
    await page.getByRole('button', { name: /Agregar nota|Mandar|Corregir|^Ver: Documento/ }).count(),
  ).toBe(0);
});

test('the search and the page are accessible 768 px wide and dark, 1280 px wide and light', async () => {
  const page = await browser.open(wide);
  const look = () => expectAccessibleInBoth(page);
  await signInAs(page, url, 'Atención');
  await page.keyboard.press('Control+k');
  await box(page).fill('30600068');
  await look();
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor();
  await look();
  await box(page).fill('99999999');
  await page.keyboard.press('Enter');
  await page.getByText(/^No encontramos a nadie con ese dato/).waitFor();
  await look();
  await page.keyboard.press('Escape');
  await findCustomer(page, '30600068');
  await page.getByRole('region', { name: 'Qué pasó' }).getByRole('listitem').first().waitFor();
  await look();
  for (const name of ['Agregar nota', 'Mandar un link', 'Corregir: Mail', 'Ver: Documento']) {
    await page.getByRole('button', { name, exact: true }).click();
    await dialog(page).waitFor();
    await look();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  }
});
