import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import { api } from '../testing/api.ts';
import { useBrowser } from '../testing/harness.ts';
import { goWithin } from '../testing/visit.ts';
import { chooseProposal, createAccount, createLead, overrideSettings } from '../testing/journey.ts';

const browsing = useBrowser();
const profileCall = '**/api/v3/account-new';
const suggest = '**/api/v3/suggest';
const suggestion = (page: Page) => page.getByRole('dialog', { name: 'Sugerencias y mejoras' });

const pathOf = (page: Page) => new URL(page.url()).pathname;

async function openSuggestion(page: Page, country: CountryCode = 'AR'): Promise<void> {
  await page.goto('/login');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Sugerencias y mejoras' }).click();
  await suggestion(page).getByLabel('Nombre y apellido').fill('Ana Prueba');
  await suggestion(page).getByLabel('Mail').fill('ana@example.com');
  await suggestion(page).getByLabel('Documento').fill(testCountry(country).visitor.document_number);
  await suggestion(page).getByLabel('Título').fill('Una idea');
  await suggestion(page).getByLabel('Tu sugerencia').fill('Más cuotas');
}

const send = (page: Page) => suggestion(page).getByRole('button', { name: 'Enviar' }).click();

describe('guards', () => {
  const country = 'AR';
  test('lead an anonymous visitor of a private page, and everybody from an unknown one, to sign-up', async () => {
    const page = await browsing.open({ country });
    for (const path of ['/', '/no-existe', '/bienvenido']) {
      await page.goto(path);
      await expect.poll(() => pathOf(page)).toBe('/signup');
    }
    for (const path of ['/revisar', '/finalizacion/abc', '/oferta-comercial']) {
      await goWithin(page, path);
      await expect.poll(() => pathOf(page)).toBe('/signup');
    }
  });

  test('say at an unknown address that there is no such page, until the person goes on', async () => {
    const notice = (page: Page) => page.getByRole('status').getByText('No encontramos esa página.');
    const visitor = await browsing.open({ country });
    await visitor.goto('/no-existe');
    await notice(visitor).waitFor();
    expect(pathOf(visitor)).toBe('/signup');
    await visitor.getByRole('tab', { name: 'Soy cliente/a' }).click();
    await visitor.getByRole('heading', { name: /^Iniciá sesión/ }).waitFor();
    expect(await notice(visitor).count()).toBe(0);
    const customer = await browsing.open({ country, token: await createAccount(country) });
    await customer.goto('/no-existe');
    await notice(customer).waitFor();
    expect(pathOf(customer)).toBe('/bienvenido');
  });

  test('lead a customer from the public-only pages to /bienvenido, and load the profile once', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country, token: account });
    for (const path of ['/signup', '/rappi', '/login', '/login-link', '/recupero-contrasena/abc']) {
      await (path === '/signup' ? page.goto(path) : goWithin(page, path));
      await page.waitForURL('**/bienvenido');
    }
    const goOn = page.getByRole('button', { name: 'Continuar mi solicitud' });
    await goOn.waitFor();
    let loads = 0;
    page.on('request', (request) => (loads += request.url().endsWith('/account-new') ? 1 : 0));
    await page.reload();
    await goOn.click();
    await page.waitForURL('**/oferta-comercial');
    await page.goBack();
    await goOn.waitFor();
    expect(loads).toBe(1);
  });

  test('end the session when the profile cannot be loaded, and lead to /', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country, token: account });
    await page.route(profileCall, (route) =>
      route.fulfill({ status: 404, json: { status: 'error', code: 'not_found', message: 'No' } }),
    );
    await page.goto('/bienvenido');
    await page.waitForURL('**/signup');
    await page.getByText(/^No pudimos cargar tu cuenta: puede ser tu conexión\./).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('cuota.session'))).toBeNull();
    expect(await page.getByRole('button', { name: 'Cerrar sesión' }).count()).toBe(0);
  });
});

describe('logout', () => {
  const country = 'UY';
  test('forgets token, offer, maximum and bank, here and on the server, and goes home', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country, token: account });
    await chooseProposal(page, account);
    await page.goto('/bienvenido');
    await page.evaluate(() => {
      localStorage.setItem('cuota.max-amount', '250000');
      localStorage.setItem('cuota.bank', '011');
      sessionStorage.setItem('cuota.draft.address', '{"street":"Rivadavia"}');
    });
    const revoked = page.waitForResponse('**/api/auth/logout');
    let asked = 0;
    page.on('request', (request) => (asked += request.url().endsWith('/account-new') ? 1 : 0));
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.waitForURL('**/signup');
    await page.getByRole('button', { name: 'Ayuda', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Cerrar sesión' }).count()).toBe(0);
    expect((await revoked).status()).toBe(200);
    const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    for (const key of [
      'cuota.session',
      'cuota.proposal',
      'cuota.proposal.membership',
      'cuota.max-amount',
      'cuota.bank',
      'cuota.draft.address',
    ]) {
      expect(left).not.toContain(key);
    }
    expect((await api('GET /api/v3/account-new', { country, token: account.token })).status).toBe(401);
    await page.goBack();
    await page.waitForURL('**/signup');
    // Logged out: there is no profile to request.
    expect(asked).toBe(0);
  });
});

describe('navigation', () => {
  test('sets the title from the route with the brand of the settings', async () => {
    const lead = await createLead();
    const page = await browsing.open();
    await overrideSettings(page, { brand: 'Presto' });
    for (const [path, title] of [
      ['/signup', 'Pedí tu préstamo'],
      ['/login', 'Iniciá sesión'],
      ['/recupero-contrasena/abc', 'Volver a establecer contraseña'],
      [`/vendors/${lead.hash}`, 'Tu oferta'],
      ['/estado-cuenta', 'Estado de cuenta'],
      ['/arrepentimiento', 'Botón de arrepentimiento'],
    ] as const) {
      await (path === '/signup' ? page.goto(path) : goWithin(page, path));
      await expect.poll(() => page.title()).toBe(`${title} | Presto`);
    }
  });

  test('goes to the top of a new page and back to the place that was left', async () => {
    const page = await browsing.open();
    await page.goto('/signup');
    const link = page.getByRole('link', { name: 'Botón de arrepentimiento' });
    await link.scrollIntoViewIfNeeded();
    const left = await page.evaluate(() => scrollY);
    expect(left).toBeGreaterThan(200);
    await link.click();
    await page.waitForURL('**/arrepentimiento');
    await page.waitForFunction(() => scrollY === 0);
    await page.goBack();
    await page.waitForFunction((before) => Math.abs(scrollY - before) < 40, left);
  });

  test('a campaign is kept with the moment it was last seen and goes with later calls', async () => {
    const account = await createAccount();
    const page = await browsing.open();
    const asked = page.waitForRequest('**/vendors-api/v1/leads/**');
    await page.goto(`/vendors/${(await createLead()).hash}?utm_medium=radio&x=1`, {
      referer: 'https://radio.example/nota',
    });
    await asked;
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('cuota.attribution') ?? '{}'));
    expect(kept).toMatchObject({ parameter: 'utm_medium=radio&x=1' });
    expect(Date.now() - Date.parse(kept.last_seen)).toBeLessThan(60_000);
    await page.goto('/estado-cuenta?x=2');
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cuota.attribution') ?? '{}'))).toEqual(
      kept,
    );
    const balance = page.waitForRequest('**/api/v3/balance');
    // With its own query the page requests by itself.
    await page.goto(`/balance/1/${account.document}?reclamos=1`);
    expect((await balance).postDataJSON()).toMatchObject({
      parameter: kept.parameter,
      referrer: kept.referrer,
    });
  });
});

describe('suggestions', () => {
  const country = 'AR';
  test('say what is wrong under each field', async () => {
    const page = await browsing.open({ country });
    await openSuggestion(page, country);
    const { getByLabel } = {
      getByLabel: (label: string) => suggestion(page).getByLabel(label),
    };
    await getByLabel('Título').fill('');
    await getByLabel('Tu sugerencia').fill('');
    await getByLabel('Mail').fill('ana@');
    await getByLabel('Documento').fill('12.345.678.901.234');
    // Typed text is never cut.
    expect(await getByLabel('Documento').inputValue()).toBe('12345678901234');
    await send(page);
    for (const message of [
      'El título es requerido.',
      'Debe completar el contenido de su sugerencia.',
      'El mail ingresado no es válido. Volvé a intentarlo.',
    ]) {
      await suggestion(page).getByText(message).waitFor();
    }
    expect(await getByLabel('Mail').evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('show that they are being sent; a failure reopens the form with the typed text', async () => {
    const page = await browsing.open({ country });
    await openSuggestion(page, country);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(
      suggest,
      async (route) => {
        await held;
        await route.fulfill({ status: 500, json: { status: 'error', message: 'No pudimos guardarla' } });
      },
      { times: 1 },
    );
    await send(page);
    await page.getByRole('dialog', { name: 'Enviando tu sugerencia…' }).waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'attached' });
    answer();
    await suggestion(page).getByText('No pudimos guardarla').waitFor();
    expect(await suggestion(page).getByLabel('Título').inputValue()).toBe('Una idea');
    await send(page);
    await page.getByText('¡Gracias! Recibimos tu sugerencia.').waitFor();
    expect(await suggestion(page).count()).toBe(0);
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });
});
