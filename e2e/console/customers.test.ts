import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createBorrower, type TestBorrower } from '../testing/borrower.ts';
import {
  expectAccessibleInBoth,
  findCustomer,
  goTo,
  openApprovals,
  requestCard,
  signInAs,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { applyBy, done, newPhone } from '../testing/journey.ts';
import { linkTo } from '../testing/login-steps.ts';
import { consoleUrl } from '../testing/target.ts';
import { writtenDocument } from '../../src/countries/identifiers/document.ts';

const url = consoleUrl();
const browser = useBrowser();
const wide = { width: 1280, height: 800 };
const country = 'UY';

let person: TestBorrower;
beforeAll(async () => {
  person = await createBorrower(country);
  await applyBy.card(person);
});

const box = (page: Page) => page.getByRole('combobox');
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).first();

const messagesTo = (to: string): Promise<{ text: string }[]> =>
  done(`GET /sandbox/messages?to=${encodeURIComponent(to)}`, {});

test('a customer is found, unmasked, annotated, and their phone corrected by two people; they log in by e-mail', async () => {
  const { document, email } = person;
  const [written, phone] = [writtenDocument(country, document), newPhone(country)];
  const page = await browser.open(wide);
  await signInAs(page, url, 'Atención');
  await findCustomer(page, written);
  const before = await row(page, 'Celular').innerText();
  expect(await row(page, 'Documento').innerText()).toContain(`•••${document.slice(-3)}`);

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
  await timeline.getByText('Cambió de celular.').first().waitFor();
  await timeline.getByText('Dato visto, por Alicia Atención').first().waitFor();

  await page.getByRole('button', { name: 'Corregir: Celular' }).press('Enter');
  await page.getByLabel('Celular nuevo').fill(`0${phone}`);
  await page.getByLabel('Explicación').fill('Lo pidió por teléfono');
  await page.getByRole('button', { name: 'Pedir aprobación' }).press('Enter');
  await page.getByText('Espera aprobación: el dato cambia').waitFor();
  expect(await row(page, 'Celular').innerText()).toBe(before);

  const second = await openApprovals(browser, url);
  const asked = requestCard(second, /Corregir un celular/);
  await asked.getByRole('button', { name: /^Ver completo/ }).press('Enter');
  await asked.getByText(`Celular: 0${phone}`).waitFor();
  await asked.getByRole('button', { name: 'Aprobar' }).press('Enter');
  await second.getByText('Aprobado.').waitFor();

  await page.getByRole('button', { name: 'Actualizar' }).click();
  await row(page, 'Celular')
    .getByText(`•••${phone.slice(-4)}`)
    .waitFor();
  // The number is not yet proved, so the login goes by e-mail.
  await done('POST /api/auth/magic-link', { country, body: { email, redirectTo: '' } });
  const link = await linkTo(email, 'magic-link');
  expect((await messagesTo(phone)).some(({ text }) => text.includes('/login/'))).toBe(false);
  const borrower = await browser.open({ country });
  await borrower.goto(link);
  await borrower.waitForURL((address) => !address.pathname.startsWith('/magic-link'));
});

test('a selfie, a card, messages and the way back are on the page, accessible 768 px wide and dark, 1280 px wide and light; an auditor neither writes nor unmasks', async () => {
  const page = await browser.open(wide);
  const look = () => expectAccessibleInBoth(page);
  await signInAs(page, url, 'Atención');
  await page.keyboard.press('Control+k');
  await box(page).fill(person.document);
  await look();
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor();
  await look();
  await box(page).fill('99999999');
  await page.keyboard.press('Enter');
  await page.getByText(/^No encontramos a nadie con ese dato/).waitFor();
  await look();
  await page.keyboard.press('Escape');
  await goTo(page, 'Clientes');
  await box(page).fill(person.document);
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().click();
  await page.getByRole('heading', { name: 'Quién es' }).waitFor();
  const timeline = page.getByRole('region', { name: 'Qué pasó' });
  await timeline.getByRole('listitem').first().waitFor();
  await page.getByText(/^Visa terminada en 1111,/).waitFor();
  await look();
  for (const name of ['Agregar nota', 'Mandar un link', 'Corregir: Mail', 'Ver: Documento']) {
    await page.getByRole('button', { name, exact: true }).click();
    await dialog(page).waitFor();
    await look();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  }
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
  await timeline.getByLabel('Mostrar').selectOption('Mensajes');
  await expect.poll(() => new URL(page.url()).searchParams.get('que')).toBe('message');
  await timeline.getByText('Texto').first().click();
  await page
    .getByText(/^Hola /)
    .first()
    .waitFor();
  await goTo(page, 'Clientes');
  await page.getByRole('option').first().waitFor();
  await page.goto(`${url}/clientes/99999999`);
  await page.getByRole('heading', { name: 'No hay una ficha con ese número' }).waitFor();

  const auditor = await browser.open(wide);
  await signInAs(auditor, url, 'Auditoría');
  await findCustomer(auditor, person.document);
  expect(
    await auditor.getByRole('button', { name: /Agregar nota|Mandar|Corregir|^Ver: Documento/ }).count(),
  ).toBe(0);
});
