import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAuthenticator } from '../testing/authenticator.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import {
  advanceClock,
  expectAccessibleInBoth,
  goByKey,
  goTo,
  press,
  requestCard,
  signInAs,
  signInOnPage,
  staff,
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
  const account = randomUUID();
  const email = `${account}@prestamista.example`;
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

  // She signs in through the company's identity provider, which refuses her first.
  const own = await browser.open(wide);
  await own.goto(url);
  for (const way of ['No dejarla pasar', 'Ingresar']) {
    await press(own, 'Ingresar con la cuenta de la empresa');
    await typeByKey(own, own.getByLabel('Otra persona, por su mail'), email);
    await own.keyboard.press('Enter');
    const choices = own.getByRole('region', { name: account });
    await pressByKey(own, choices.getByRole('link', { name: way, exact: true }));
    if (way === 'Ingresar') break;
    await own.getByText('La cuenta de la empresa no te dejó ingresar.').waitFor();
    await press(own, 'Volver a empezar');
  }
  await own.getByRole('heading', { name: /^Hola, / }).waitFor();
  expect(await own.getByRole('navigation').getByRole('link', { name: 'Tickets' }).count()).toBe(1);

  // The provider calls her otherwise.
  await page.reload();
  await press(page, `Más: ${account}`);
  await press(page, `Sesiones: ${account}`);
  await page.getByText(/^Desde .*\d\d-\d\d-\d{4}, /).waitFor();
  await page
    .getByText(/^Chrome en /)
    .first()
    .waitFor();
  await typeByKey(page, page.getByLabel('Explicación'), 'Se va de vacaciones');
  await press(page, 'Cerrar todas');
  await page.getByText('Sesiones cerradas: 1.').waitFor();
  await press(own, 'Tickets', 'link');
  await own.getByRole('button', { name: 'Jefatura' }).waitFor();
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

async function proven(role: string): Promise<Page> {
  const page = await browser.open(wide);
  await signInAs(page, url, role);
  await staff(page, { path: '/step-up/sandbox', body: {} });
  return page;
}

async function askCap(page: Page, country: 'AR' | 'UY', dailyCap: number): Promise<void> {
  const { body: seen } = await staff(page, { path: `/pay-outs?country=${country}` });
  const [control] = seen['controls'] as { version: number }[];
  const asked = await staff(page, {
    path: `/pay-outs/controls/${country}/cap`,
    version: control?.version ?? 0,
    body: { daily_cap: dailyCap, reason_code: 'funds', reason: 'Saldo del banco' },
  });
  expect(asked.body['outcome']).toBe('pending_approval');
}

test('a line of Inicio leads to its requests, which are decided by keyboard one after the other', async () => {
  const treasury = await proven('Tesorería');
  await askCap(treasury, 'UY', 400_000);
  const head = await proven('Jefatura');
  await head.reload();
  await head.getByRole('link', { name: /1 pedido espera tu aprobación/ }).click();
  await head.getByRole('heading', { name: 'Aprobaciones', level: 1 }).waitFor();
  await askCap(treasury, 'AR', 300_000);
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

test('the menu folds and the worklist is accessible 360 px wide and light, 768 px wide and dark', async () => {
  const page = await browser.open({ width: 360, height: 800 });
  await signInAs(page, url, 'Jefatura');
  for (const [width, colorScheme] of [
    [360, 'light'],
    [768, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(url);
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
  }
});

test('a person keeps a view of a list, finds it on another machine, renames and deletes it: by keyboard', async () => {
  const page = await browser.open(wide);
  await signInAs(page, url, 'Atención');
  await goByKey(page, 'Tickets');
  await chooseByKey(page, page.getByLabel('Tipo'), 'Reclamo');
  await chooseByKey(page, page.getByLabel('País'), 'Uruguay');
  await press(page, 'Guardar vista');
  await typeByKey(page, page.getByLabel('Nombre de la vista'), 'Reclamos de Uruguay');
  await page.keyboard.press('Enter');
  await page.getByText('Guardaste la vista “Reclamos de Uruguay”.').waitFor();
  // The keyboard goes on where it was.
  const change = page.getByRole('button', { name: 'Cambiar nombre' });
  await expect.poll(() => change.evaluate((element) => element === document.activeElement)).toBe(true);

  const elsewhere = await browser.open(wide);
  await signInAs(elsewhere, url, 'Atención', '/tickets');
  const mine = elsewhere.getByRole('navigation', { name: 'Mis vistas' });
  await pressByKey(elsewhere, mine.getByRole('link', { name: 'Reclamos de Uruguay' }));
  await expect
    .poll(() => Object.fromEntries(new URL(elsewhere.url()).searchParams))
    .toEqual({ tipo: 'reclamo', pais: 'UY' });
  expect(await elsewhere.getByLabel('Tipo').inputValue()).toBe('reclamo');
  await press(elsewhere, 'Cambiar nombre');
  const name = elsewhere.getByLabel('Nombre de la vista');
  await typeByKey(elsewhere, name, 'Reclamos del otro lado');
  await elsewhere.keyboard.press('Enter');
  await elsewhere.getByText('La vista se llama “Reclamos del otro lado”.').waitFor();

  // What the first page saw is not the view any more: it is not overwritten, and the new one is read.
  await press(page, 'Borrar vista');
  await press(page, 'Borrar');
  await page.getByText('Cambiaste esta vista en otra pantalla.').waitFor();
  await page.getByRole('heading', { name: 'Borrar la vista “Reclamos del otro lado”' }).waitFor();
  await press(page, 'Borrar');
  await page.getByText('Borraste la vista “Reclamos del otro lado”.').waitFor();
  const save = page.getByRole('button', { name: 'Guardar vista' });
  await expect.poll(() => save.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(new URL(page.url()).searchParams.get('tipo')).toBe('reclamo');

  // Views of another list stay there; nobody else's are here.
  await goByKey(page, 'Bloqueos');
  await save.waitFor();
  expect(await page.getByRole('navigation', { name: 'Mis vistas' }).count()).toBe(0);
});

test('views of each list are accessible 768 px wide and dark, 1280 px wide and light', async () => {
  const page = await browser.open(wide);
  await signInAs(page, url, 'Auditoría');
  const look = () => expectAccessibleInBoth(page);
  for (const screen of ['Tickets', 'Dinero que entra', 'Tablero', 'Configuración', 'Aprobaciones']) {
    await goTo(page, screen);
    await page.getByRole('button', { name: 'Guardar vista' }).click();
    await page.getByLabel('Nombre de la vista').fill('La que miro a la mañana, a 768 píxeles');
    if (screen === 'Tickets') await look();
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Mis vistas' }).waitFor();
    await look();
  }
  // Beside the views of the filters, their rows as a file.
  await goTo(page, 'Tickets');
  await page.getByLabel('País').selectOption('UY');
  const take = page.getByRole('button', { name: 'Exportar CSV' });
  const [file] = await Promise.all([page.waitForEvent('download'), take.press('Enter')]);
  expect(file.suggestedFilename()).toBe('tickets.csv');
});

test('a list that could not be read is asked for again in place, and the keyboard stays: by keyboard', async () => {
  const page = await browser.open(wide);
  await signInAs(page, url, 'Atención');
  const busy = { status: 'error', code: 'unavailable', messages: ['Probá de nuevo en unos minutos.'] };
  await page.route(/\/api\/staff\/tickets\?/, (route) => route.fulfill({ status: 503, json: busy }), {
    times: 1,
  });
  await goByKey(page, 'Tickets');
  await page.getByText('Probá de nuevo en unos minutos.').waitFor();
  await expectAccessible(page);
  await press(page, 'Volver a intentar');
  await page.getByText('No hay tickets.').waitFor();
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a list without rows because of its filters says so, and takes them away', async () => {
  const page = await browser.open(wide);
  await signInAs(page, url, 'Análisis');
  for (const [list, nothing] of [
    ['excepciones', 'Nadie espera que una persona decida'],
    ['identidad', 'No hay nadie esperando que miren sus fotos'],
  ]) {
    await page.goto(`${url}/${list}?pais=UY`);
    await page.getByText(`${nothing} con estos filtros.`).waitFor();
    await page.getByRole('link', { name: 'Sacar los filtros' }).click();
    await page.getByText(`${nothing}.`).waitFor();
    expect(new URL(page.url()).search).toBe('');
  }
});
