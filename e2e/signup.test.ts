import { randomInt } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../src/countries/country-pack.ts';
import { api } from './api.ts';
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts';
import { useBrowser } from './harness.ts';
import { createAccount, done, newDocument, newPhone } from './journey.ts';
import { visit } from './visit.ts';

const browsing = useBrowser();
const countries: CountryCode[] = ['AR', 'UY'];
const leads = '**/vendors-api/v1/leads';
const documentLabel = { AR: 'DNI', UY: 'Cédula' } as const;
const bankLabel = '¿En qué banco tenés cuenta?';

const next = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true });

interface Person {
  readonly document: string;
  readonly email: string;
  readonly phone: string;
}

function newPerson(country: CountryCode, lastDigit = 5): Person {
  const document = newDocument(country, lastDigit);
  return { document, email: `ana.${document}.${randomInt(1e9)}@example.com`, phone: newPhone(country) };
}

async function fill(page: Page, country: CountryCode, person: Person): Promise<void> {
  await page.getByLabel('Nombre').fill('Ana');
  await page.getByLabel('Apellido').fill('Pereyra');
  await page.getByLabel(documentLabel[country]).fill(person.document);
  await page.getByLabel('Fecha de nacimiento').fill('23-04-1990');
  await page.getByLabel('Mail', { exact: true }).fill(person.email);
  await page.getByLabel('Celular').fill(person.phone);
  if (country === 'AR')
    await page.getByLabel(bankLabel).selectOption({ label: 'Banco de la Nación Argentina' });
}

async function openFilled(
  country: CountryCode,
  person = newPerson(country),
  path = '/signup',
): Promise<Page> {
  const page = await browsing.open({ country });
  await visit(page, path);
  await fill(page, country, person);
  return page;
}

interface Sent {
  readonly request: Request;
  readonly model: { suitable: number; hash: string; document_number: string };
}

async function send(page: Page): Promise<Sent> {
  const [response] = await Promise.all([page.waitForResponse(leads), next(page).click()]);
  return { request: response.request(), model: (await response.json()).model };
}

/** The text that an input is described by. */
const described = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

describe.each(countries)('sign-up in %s', (country) => {
  test('leads to the offer with everything that was typed', async () => {
    const person = newPerson(country);
    const page = await openFilled(country, person);
    const { request, model } = await send(page);
    expect(request.postDataJSON()).toEqual({
      first_name: 'Ana',
      last_name: 'Pereyra',
      email_address: person.email,
      document_number: person.document,
      birthdate: '1990-04-23',
      country_id: 858,
      phone: person.phone,
      whatsapp_tc: true,
      bank_code: country === 'AR' ? '011' : '',
      referrer: '',
      parameter: '',
    });
    expect(model).toMatchObject({ suitable: 1, document_number: person.document });
    await page.waitForURL(`**/vendors/${model.hash}`);
  });

  test('asks for a bank in Argentina only', async () => {
    const page = await browsing.open({ country });
    await visit(page, '/signup');
    await page.getByLabel('Celular').waitFor();
    expect(await page.getByLabel(bankLabel).count()).toBe(country === 'AR' ? 1 : 0);
  });

  test('can be sent only when nothing is empty or blank', async () => {
    const page = await openFilled(country);
    await next(page).and(page.locator(':enabled')).waitFor();
    for (const label of [
      'Nombre',
      'Apellido',
      documentLabel[country],
      'Fecha de nacimiento',
      'Mail',
      'Celular',
    ]) {
      const field = page.getByLabel(label, { exact: true });
      const before = await field.inputValue();
      await field.fill(label === 'Nombre' ? '   ' : '');
      expect(await next(page).isDisabled()).toBe(true);
      await field.fill(before);
      expect(await next(page).isDisabled()).toBe(false);
    }
    if (country === 'UY') return;
    await page.getByLabel(bankLabel).selectOption('');
    expect(await next(page).isDisabled()).toBe(true);
  });

  test('is disabled while it is being sent', async () => {
    const page = await openFilled(country);
    const answers: (() => void)[] = [];
    await page.route(leads, async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    await next(page).click();
    await next(page).and(page.locator(':disabled')).waitFor();
    await page.getByRole('progressbar', { name: 'Cargando' }).waitFor();
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    await page.waitForURL('**/vendors/*');
  });

  test('warns of an impossible birth date and sends nothing', async () => {
    const page = await openFilled(country);
    let sent = 0;
    page.on('request', (request) => (sent += request.url().endsWith('/v1/leads') ? 1 : 0));
    const birthdate = page.getByLabel('Fecha de nacimiento');
    await birthdate.fill('31-02-1990');
    await next(page).click();
    await page.getByRole('status').getByText('Ingrese una fecha de nacimiento válida').waitFor();
    expect(await described(page, 'Fecha de nacimiento')).toContain('Ingrese una fecha de nacimiento válida');
    expect(await birthdate.evaluate((input) => document.activeElement === input)).toBe(true);
    expect(sent).toBe(0);
  });

  test('says what is wrong after a field is left, never before', async () => {
    const page = await browsing.open({ country });
    await visit(page, '/signup');
    const wrong: [label: string, typed: string, message: string][] = [
      ['Nombre', 'Ana  María', 'No se permiten espacios en blanco'],
      ['Apellido', 'Pereyra ', 'No se permiten espacios en blanco'],
      ['Mail', 'ana@', 'El mail ingresado no es válido. Volvé a intentarlo.'],
      ['Celular', '123', 'Incluye el código de área de tu ciudad, sin el 0'],
      ['Fecha de nacimiento', '31-02-1990', 'Ingrese una fecha de nacimiento válida'],
    ];
    for (const [label, typed, message] of wrong) {
      const field = page.getByLabel(label, { exact: true });
      await field.pressSequentially(typed);
      expect(await field.getAttribute('aria-invalid')).toBe(null);
      await field.press('Tab');
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
      expect(await described(page, label)).toContain(message);
    }
    await page.getByLabel('Celular').fill('');
    await page.getByLabel('Celular').blur();
    expect(await described(page, 'Celular')).toContain('El celular es requerido.');
  });

  test('puts what is typed or pasted into its form', async () => {
    const page = await browsing.open({ country });
    await visit(page, '/signup');
    const birthdate = page.getByLabel('Fecha de nacimiento');
    await birthdate.pressSequentially('23041990');
    expect(await birthdate.inputValue()).toBe('23-04-1990');
    await birthdate.fill('1990-04-23');
    expect(await birthdate.inputValue()).toBe('23-04-1990');
    const document = page.getByLabel(documentLabel[country]);
    await document.pressSequentially('12345672999');
    expect(await document.inputValue()).toBe(country === 'AR' ? '12.345.672' : '1.234.567-2');
    await page.getByLabel('Celular').fill(country === 'AR' ? '+54 9 11 5555-1234' : '+598 99 123 456');
    expect(await page.getByLabel('Celular').inputValue()).toBe(country === 'AR' ? '1155551234' : '99123456');
    await page.getByLabel('Mail', { exact: true }).fill('  ana@example.com');
    expect(await page.getByLabel('Mail', { exact: true }).inputValue()).toBe('ana@example.com');
    expect(await page.getByLabel('Mail', { exact: true }).getAttribute('maxlength')).toBe('200');
  });

  test('suggests thirteen domains for the e-mail address', async () => {
    const page = await browsing.open({ country });
    await visit(page, '/signup');
    const email = page.getByRole('combobox', { name: 'Mail', exact: true });
    await email.pressSequentially('ana');
    expect(await page.getByRole('option').filter({ hasText: '@' }).count()).toBe(13);
    await email.pressSequentially('@hot');
    await page.getByRole('option', { name: 'ana@hotmail.com', exact: true }).waitFor();
    await email.press('ArrowDown');
    await email.press('Enter');
    expect(await email.inputValue()).toBe('ana@hotmail.com');
    await email.fill('ana@gm');
    await page.getByRole('option', { name: 'ana@gmail.com' }).click();
    expect(await email.inputValue()).toBe('ana@gmail.com');
    await email.fill('ana@');
    await email.press('Escape');
    expect(await page.getByRole('listbox').count()).toBe(0);
  });

  test('shows what the server refuses under the fields, and anything else in the snackbar', async () => {
    const page = await openFilled(country);
    const answers = [
      { status: 422, body: { fields: { email_address: 'Ese mail no existe.' }, message: 'Revisá.' } },
      {
        status: 429,
        body: { message: 'Hiciste demasiados intentos. Esperá unos minutos y volvé a probar.' },
      },
      { status: 503, body: { message: 'Tuvimos un problema. Volvé a intentarlo en unos minutos.' } },
    ];
    await page.route(leads, (route) => {
      const { status = 500, body } = answers.shift() ?? {};
      return route.fulfill({
        status,
        json: { status: 'error', code: 'x', messages: [], errors: [], ...body },
      });
    });
    await next(page).click();
    await page.getByText('Ese mail no existe.').waitFor();
    expect(await described(page, 'Mail')).toContain('Ese mail no existe.');
    await page.getByLabel('Mail', { exact: true }).fill('otra@example.com');
    await next(page).click();
    await page.getByRole('status').getByText('Hiciste demasiados intentos.').waitFor();
    await next(page).click();
    await page.getByRole('status').getByText('Tuvimos un problema.').waitFor();
    expect(await page.getByLabel('Nombre').inputValue()).toBe('Ana');
  });

  test('tells about the contact by WhatsApp and what becomes of the data', async () => {
    const page = await browsing.open({ country });
    await visit(page, '/signup');
    const main = page.getByRole('main');
    await main.getByText('Al continuar aceptás que te contactemos por WhatsApp.').waitFor();
    await main.getByText(country === 'AR' ? /Ley 25\.326/ : /Ley 18\.331/).waitFor();
    const link = main.getByRole('button', { name: 'Política de privacidad' });
    await link.click();
    await page.getByRole('dialog', { name: 'Política de privacidad' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await link.evaluate((button) => document.activeElement === button)).toBe(true);
  });

  test('keeps what was typed when the person comes back', async () => {
    const person = newPerson(country);
    const page = await openFilled(country, person);
    await next(page).click();
    await page.waitForURL('**/vendors/*');
    await page.goBack();
    await page.waitForURL('**/signup');
    await expect.poll(() => page.getByLabel('Mail', { exact: true }).inputValue()).toBe(person.email);
  });

  test('is accessible at 320 px and in both schemes', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browsing.open({ country, width: 320, scheme });
      await visit(page, '/signup');
      await page.getByLabel('Nombre').fill(' ');
      await page.getByLabel('Nombre').blur();
      expect(await described(page, 'Nombre')).toContain('Campo requerido.');
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  });

  test('is in the HTML before any script runs', async () => {
    const { body } = await api('GET /signup', { country });
    expect(body).toContain('Pedí tu préstamo online en menos de 5 minutos');
    expect(body).toContain(documentLabel[country]);
    expect(body).toContain(country === 'AR' ? 'TEA 952%' : 'TEA entre 70% y 117%');
    expect(body).not.toMatch(/ style="|<script>/);
  });
});

test.each(['rappi', 'victor-hogar', 'plataforma-10'])(
  '/%s signs up under its own token, in every later call too',
  async (channel) => {
    const page = await openFilled('AR', newPerson('AR'), `/${channel}`);
    const [later, { request, model }] = await Promise.all([
      page.waitForRequest((sent) => /\/vendors-api\/(v2|v1\/leads\/)/.test(sent.url())),
      send(page),
    ]);
    expect(request.headers()['x-application-token']).toBe(channel);
    expect(later.headers()['x-application-token']).toBe(channel);
    const { token } = await done('POST /vendors-api/v2/token/creditrisk', { country: 'AR', body: {} });
    const { result } = await done(`GET /vendors-api/v1/leads/${model.hash}`, { country: 'AR', token });
    expect(result.profile.origin).toBe(channel);
    await visit(page, '/signup');
    const [banks] = await Promise.all([page.waitForRequest('**/api/v3/banks'), page.reload()]);
    expect(banks.headers()['x-application-token']).toBe(channel);
  },
);

test('somebody without an offer is led to the answer too, and the bank is kept', async () => {
  const page = await openFilled('AR', newPerson('AR'));
  await page.getByLabel('Fecha de nacimiento').fill(`01-01-${new Date().getFullYear() - 17}`);
  const { model } = await send(page);
  expect(model.suitable).toBe(0);
  await page.waitForURL(`**/vendors/${model.hash}`);
  expect(await page.evaluate(() => localStorage.getItem('cuota.bank'))).toBe('011');
});

test("'Soy cliente/a' leads to the login and back", async () => {
  const page = await browsing.open();
  await visit(page, '/signup');
  await page.getByRole('tab', { name: 'Soy cliente/a' }).click();
  await page.waitForURL('**/login');
  const back = page.getByRole('tab', { name: 'Primer préstamo' });
  await expect.poll(() => back.getAttribute('aria-selected')).toBe('false');
  await back.click();
  await page.waitForURL('**/signup');
});

test('the root and unknown paths lead to sign-up, a customer to /bienvenido', async () => {
  const page = await browsing.open();
  for (const path of ['/', '/no-existe/nada']) {
    await page.goto(path);
    await page.waitForURL('**/signup');
  }
  await expect.poll(() => page.title()).toContain('Pedí tu préstamo');
  const customer = await browsing.open({ token: await createAccount() });
  for (const path of ['/signup', '/rappi']) {
    await customer.goto(path);
    await customer.waitForURL('**/bienvenido');
  }
});

test('a campaign is sent along', async () => {
  const page = await browsing.open();
  await visit(page, '/signup?utm_source=radio&utm_campaign=verano');
  await visit(page, '/signup');
  await fill(page, 'AR', newPerson('AR'));
  const { request } = await send(page);
  expect(request.postDataJSON()).toMatchObject({ parameter: 'utm_source=radio&utm_campaign=verano' });
});

test('banks that do not arrive can be asked for again', async () => {
  const page = await browsing.open();
  await page.route('**/api/v3/banks', (route) => route.fulfill({ status: 404, json: { status: 'error' } }));
  await visit(page, '/signup');
  await page.getByText('No pudimos cargar los bancos.').waitFor();
  await page.unroute('**/api/v3/banks');
  await page.getByRole('button', { name: 'Volver a intentar' }).click();
  await page.getByRole('option', { name: 'Banco de la Nación Argentina' }).waitFor({ state: 'attached' });
  expect(await page.getByText('No pudimos cargar los bancos.').count()).toBe(0);
});

test('what is typed before the script has come is kept', async () => {
  const page = await browsing.open({ country: 'UY' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/signup', { waitUntil: 'commit' });
  await page.getByLabel('Nombre').fill('Ana');
  await page.getByLabel('Cédula').fill('12345672');
  release();
  // Only the page's script puts the dots in.
  await expect.poll(() => page.getByLabel('Cédula').inputValue()).toBe('1.234.567-2');
  await page.getByLabel('Apellido').fill('Pereyra');
  expect(await page.getByLabel('Nombre').inputValue()).toBe('Ana');
});

test('the whole form works by keyboard alone', async () => {
  const person = newPerson('AR');
  const page = await browsing.open();
  await visit(page, '/signup');
  await page.getByRole('option', { name: 'Banco de la Nación Argentina' }).waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: 'Primer préstamo' }).focus();
  const type = async (text: string) => {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  };
  await type('Ana');
  await type('Pereyra');
  await type(person.document);
  await type('23041990');
  await type(person.email);
  await type(person.phone);
  await type('BBVA');
  // Past the privacy notice to the button.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await next(page).evaluate((button) => document.activeElement === button)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/vendors/*');
});

test('the page needs at most 100 kB of script', async () => {
  const page = await browsing.open({ country: 'UY' });
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js')) sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  await visit(page, '/signup');
  await page.waitForLoadState('networkidle');
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(100_000);
});
