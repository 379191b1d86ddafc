import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAuthenticator } from '../testing/authenticator.ts';
import { expectAccessible } from '../testing/axe.ts';
import {
  advanceClock,
  expectAccessibleInBoth,
  goByKey,
  goTo,
  press,
  requestCard,
  signInAs,
  signInOnPage,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { chooseByKey, pressByKey, tickByKey, typeByKey } from '../testing/keyboard.ts';
import type { RunningProduct } from '../testing/product.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole({}, { hasProvider: true }));
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };

test('a person is invited, gets a role from two others, and is in the audit; a session is ended: by keyboard', async () => {
  const person = `Inés ${randomUUID().slice(0, 8)}`;
  const page = await browser.open(wide);
  await signInAs(page, url, 'Administración');
  await goByKey(page, 'Equipo');
  await press(page, 'Invitar a una persona');
  await typeByKey(page, page.getByLabel('Nombre y apellido'), person);
  const email = `${randomUUID()}@prestamista.example`;
  await typeByKey(page, page.getByLabel('Mail de la empresa'), email);
  for (const country of ['Argentina', 'Uruguay']) await tickByKey(page, page.getByLabel(country));
  await page.keyboard.press('Enter');
  await page.getByText(`Invitaste a ${person}`).waitFor();

  await press(page, `Cambiar acceso: ${person}`);
  await tickByKey(page, page.getByLabel('Atención'));
  await typeByKey(page, page.getByLabel('Explicación'), 'Entra al equipo de atención');
  await press(page, 'Pedir aprobación');
  await page.getByText(`Espera aprobación: el acceso de ${person}`).waitFor();
  const row = page.getByRole('row', { name: person });
  expect(await row.innerText()).toContain('Sin rol');

  await goByKey(page, 'Aprobaciones');
  const request = requestCard(page, person);
  await request.getByRole('button', { name: 'Retirar' }).waitFor();
  expect(await request.getByRole('button', { name: 'Aprobar' }).count()).toBe(0);

  const second = await browser.open(wide);
  await signInOnPage(second, url, 'Jefatura');
  await goByKey(second, 'Aprobaciones');
  await pressByKey(second, requestCard(second, person).getByRole('button', { name: 'Aprobar' }));
  await second.getByText('Aprobado.').waitFor();
  await goByKey(second, 'Registro');
  await chooseByKey(second, second.getByLabel('Acción'), 'Aprobación');
  await second
    .getByRole('row', { name: person })
    .filter({ hasText: 'Lo pidió Ada Administración' })
    .first()
    .waitFor();
  expect(new URL(second.url()).searchParams.get('accion')).toContain('approve');
  const [file] = await Promise.all([
    second.waitForEvent('download'),
    second.getByRole('button', { name: 'Exportar CSV' }).press('Enter'),
  ]);
  expect(file.suggestedFilename()).toBe('registro.csv');

  await goByKey(page, 'Equipo');
  await row.filter({ hasText: 'Atención' }).waitFor();
  await press(page, 'Más: Julia Jefatura');
  await press(page, 'Sesiones: Julia Jefatura');
  await page.getByText(/^Desde .*\d\d-\d\d-\d{4}, /).waitFor();
  await page
    .getByText(/^Chrome en /)
    .first()
    .waitFor();
  await typeByKey(page, page.getByLabel('Explicación'), 'Se va de vacaciones');
  await press(page, 'Cerrar todas');
  await page.getByText('Sesiones cerradas: 1.').waitFor();
  await press(second, 'Equipo', 'link');
  await second.getByRole('button', { name: 'Jefatura' }).waitFor();

  // She signs in through the company's identity provider, which refuses her first.
  const own = await browser.open(wide);
  await own.goto(url);
  for (const way of ['No dejarla pasar', 'Ingresar']) {
    await press(own, 'Ingresar con la cuenta de la empresa');
    await typeByKey(own, own.getByLabel('Otra persona, por su mail'), email);
    await own.keyboard.press('Enter');
    const choices = own.getByRole('region', { name: email.split('@')[0] ?? '' });
    await pressByKey(own, choices.getByRole('link', { name: way, exact: true }));
    if (way === 'Ingresar') break;
    await own.getByText('La cuenta de la empresa no te dejó ingresar.').waitFor();
    await press(own, 'Volver a empezar');
  }
  await own.getByRole('heading', { name: /^Hola, / }).waitFor();
  expect(await own.getByRole('navigation').getByRole('link', { name: 'Tickets' }).count()).toBe(1);
});

test('menus and buttons are those of the role', async () => {
  const page = await browser.open(wide);
  await signInOnPage(page, url, 'Atención');
  expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
    'Inicio',
    'Aprobaciones',
    'Clientes',
    'Tickets',
    'Solicitudes',
    'Identidad',
    'Bloqueos',
    'Envíos',
    'Mis llaves',
  ]);
  await page.goto(`${url}/registro`);
  await page.getByRole('heading', { name: 'Tu rol no permite ver esta pantalla' }).waitFor();
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByRole('button', { name: 'Auditoría' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Equipo' }).click();
  await page
    .getByRole('button', { name: /^Sesiones: / })
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: /Invitar|Dar de baja|Cambiar acceso/ }).count()).toBe(0);
});

test('a dialog is opened and closed by the keyboard, and focus goes back', async () => {
  const page = await browser.open(wide);
  const answer = await page.goto(url);
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';style-src 'self'");
  await page.getByRole('button', { name: 'Administración' }).press('Enter');
  await page.getByRole('heading', { name: /^Hola, / }).waitFor();
  await goByKey(page, 'Equipo');
  const invite = page.getByRole('button', { name: 'Invitar a una persona' });
  await pressByKey(page, invite);
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await invite.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a draft survives an expired session, for the same person only', async () => {
  const person = `Inés ${randomUUID().slice(0, 8)}`;
  const page = await browser.open(wide);
  await signInAs(page, url, 'Administración', '/equipo');
  await page.getByRole('button', { name: 'Invitar a una persona' }).click();
  const invite = page.getByRole('dialog', { name: 'Invitar a una persona' });
  await invite.getByLabel('Nombre y apellido').fill(person);
  await invite.getByLabel('Mail de la empresa').fill(`${randomUUID()}@prestamista.example`);
  await invite.getByLabel('Argentina').check();
  const send = invite.getByRole('button', { name: 'Invitar' });
  const over = page.getByRole('dialog', { name: 'Tu sesión terminó' });
  await page.context().clearCookies();
  await send.click();
  await over.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await over.getByRole('button', { name: 'Administración' }).click();
  await over.waitFor({ state: 'detached' });
  await send.click();
  await page.getByText(`Invitaste a ${person}`).waitFor();
  await page.getByRole('button', { name: 'Invitar a una persona' }).click();
  await invite.getByLabel('Nombre y apellido').fill('Otra');
  await page.context().clearCookies();
  await invite.getByLabel('Mail de la empresa').fill('otra@prestamista.example');
  await invite.getByLabel('Uruguay').check();
  await send.click();
  await over.getByRole('button', { name: 'Auditoría' }).click();
  await over.waitFor({ state: 'detached' });
  await page.getByText('Aldo Auditoría').first().waitFor();
  expect(await invite.count()).toBe(0);
  // An outdated filter in the address shows a notice and a link onward.
  await page.goto(`${url}/tickets?antiguedad=5`);
  await page.getByRole('link', { name: 'Sacar los filtros' }).click();
  await page.getByText('No hay tickets.').waitFor();
});

test('every screen is accessible 768 px wide and dark, 1280 px wide and light', async () => {
  const page = await browser.open(wide);
  const look = () => expectAccessibleInBoth(page);
  await page.goto(url);
  await page.getByRole('button', { name: 'Administración' }).waitFor();
  await look();
  await signInAs(page, url, 'Administración');
  await look();
  for (const screen of ['Equipo', 'Aprobaciones', 'Registro']) {
    await goTo(page, screen);
    await page
      .getByRole('table')
      .or(page.getByText(/^No hay pedidos que esperen/))
      .or(page.getByRole('article'))
      .first()
      .waitFor();
    await look();
  }
  await goTo(page, 'Equipo');
  for (const name of [/^Cambiar acceso: /, /^Sesiones: /, /^Dar de baja: /, /^Invitar a una persona/]) {
    const isFolded = name.source.startsWith('^Sesiones') || name.source.startsWith('^Dar');
    if (isFolded)
      await page
        .getByRole('button', { name: /^Más: / })
        .first()
        .click();
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').waitFor();
    await look();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('a passkey is added, signs its owner in, and confirms changes of access', async () => {
  const page = await browser.open(wide);
  await addAuthenticator(page);
  await signInOnPage(page, url, 'Cumplimiento');
  await goTo(page, 'Mis llaves');
  await page.getByRole('button', { name: 'Agregar una llave' }).click();
  await page.getByLabel('Nombre de la llave').fill('Notebook');
  await page.getByRole('button', { name: 'Agregar', exact: true }).click();
  await page.getByText('Agregaste la llave “Notebook”.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByRole('button', { name: 'Ingresar con llave de acceso' }).click();
  await page.getByText(/, usada /).waitFor();

  await advanceClock(product, 'PT6M');
  await goTo(page, 'Registro');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirmá que sos vos' });
  await dialog.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByText('Confirmá que sos vos con tu llave de acceso.').waitFor();
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Confirmar' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('registro.csv');
});
