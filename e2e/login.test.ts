import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../src/countries/country-pack.ts';
import { type Answer, api, eventually } from './api.ts';
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts';
import { useBrowser } from './harness.ts';
import { createAccount, done, newPhone, type TestAccount } from './journey.ts';
import { visit } from './visit.ts';

const browsing = useBrowser();
const countries: CountryCode[] = ['AR', 'UY'];
const password = 'clave-de-prueba-7';

/** Longer than any page here takes on a busy machine. */
const patient = { timeout: 10_000, interval: 50 };
const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
const enter = (page: Page) => page.getByRole('button', { name: 'Ingresar', exact: true });
const says = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

interface Message {
  readonly channel: 'sms' | 'email';
  readonly text: string;
}

/** The path of the newest link of that kind sent to somebody. */
async function linkTo(to: string, page: 'login' | 'magic-link' | 'recupero-contrasena'): Promise<string> {
  const pattern = new RegExp(`https?://[^/]+(/${page}/[^\\s]+)`);
  const find = async () => {
    const { body } = await api(`GET /sandbox/messages?to=${encodeURIComponent(to)}`);
    const texts = (body as Message[]).map(({ text }) => pattern.exec(text)?.[1]);
    return texts.find((path) => path !== undefined);
  };
  const found = await eventually(find, (path) => path !== undefined);
  return found ?? '';
}

/** An account whose password is set, as its owner does it with the welcome e-mail. */
async function withPassword(country: CountryCode): Promise<TestAccount> {
  const account = await createAccount(country);
  const path = await linkTo(account.email, 'recupero-contrasena');
  await done('POST /api/recovery', {
    country,
    body: {
      token: path.split('/').at(-1),
      email: account.email,
      password,
      password_confirmation: password,
    },
  });
  return account;
}

async function logIn(page: Page, account: TestAccount): Promise<void> {
  await page.getByLabel('Mail', { exact: true }).fill(account.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await enter(page).click();
}

/** Answers a call as the server does, with some members changed. */
const changed = (change: (body: Answer['body']) => void) => async (route: Route) => {
  const request = route.request();
  const { hostname, pathname } = new URL(request.url());
  // Asked from here, since only the browser knows the addresses below localhost.
  const { status, body } = await api(`${request.method()} ${pathname}`, {
    country: hostname === 'localhost' ? 'UY' : 'AR',
    headers: { authorization: request.headers().authorization ?? '' },
  });
  change(body);
  await route.fulfill({ status, json: body });
};

const refused = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { status: 'error', code, message, messages: [message], errors: [] } });

describe.each(countries)('login by e-mail in %s', (country) => {
  test('leads to /bienvenido', async () => {
    const account = await withPassword(country);
    const page = await browsing.open({ country });
    await visit(page, '/login');
    await page.getByRole('heading', { name: 'Iniciá sesión y solicitá tu préstamo' }).waitFor();
    expect(await enter(page).isDisabled()).toBe(true);
    await page.getByLabel('Mail', { exact: true }).fill(account.email);
    expect(await enter(page).isDisabled()).toBe(true);
    await logIn(page, account);
    await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect.poll(() => pathOf(page), patient).toBe('/signup');
  });

  test('is told apart from a wrong one, and is disabled while it is checked', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country });
    await visit(page, '/login');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/v3/authenticate-new', async (route) => {
      await held;
      await route.continue();
    });
    await logIn(page, account);
    await enter(page).and(page.locator(':disabled')).waitFor();
    release();
    await says(page, 'El mail o la contraseña no son correctos.');
    expect(page.url()).toMatch(/\/login$/);
  });

  test('with wrong fields asks to review them', async () => {
    const page = await browsing.open({ country });
    await visit(page, '/login');
    await page.getByLabel('Mail', { exact: true }).fill('ana@');
    await page.getByLabel('Contraseña', { exact: true }).fill('x');
    await enter(page).click();
    await says(page, 'Por favor, revisa los campos para avanzar.');
    const email = page.getByLabel('Mail', { exact: true });
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await email.evaluate((input) => document.activeElement === input)).toBe(true);
  });
});

describe('after a password login', () => {
  test('redirectTo wins', async () => {
    const account = await withPassword('AR');
    const page = await browsing.open();
    await visit(page, `/login?redirectTo=${encodeURIComponent('/oferta-comercial?x=1')}`);
    await logIn(page, account);
    await expect.poll(() => pathOf(page), patient).toBe('/oferta-comercial?x=1');
  });

  test.each(['https://otro.example/robo', '//otro.example', '/\\otro.example'])(
    'no other site is gone to: %s',
    async (target) => {
      const account = await withPassword('AR');
      const page = await browsing.open();
      await visit(page, `/login?redirectTo=${encodeURIComponent(target)}`);
      await logIn(page, account);
      await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
      expect(new URL(page.url()).hostname).toBe('ar.localhost');
    },
  );

  /** A customer with loans in the given states. */
  async function withLoans(page: Page, states: string[]): Promise<void> {
    await page.route(
      '**/api/v3/account-new',
      changed(({ result }) => (result.loans = states.length)),
    );
    const result = states.map((state_slug, id) => ({ id, state_slug }));
    await page.route('**/api/loan', (route) => route.fulfill({ json: { status: 'success', result } }));
  }

  test('who finished a loan is sent to the renewal site with token and expiry', async () => {
    const account = await withPassword('UY');
    const page = await browsing.open({ country: 'UY' });
    await withLoans(page, ['approved', 'finished']);
    const site = 'https://renovaciones.example/inicio?a=1';
    await page.route(
      '**/api/v3/enviroments',
      changed(({ model }) => (model['renewal-url'] = site)),
    );
    await page.route('https://renovaciones.example/**', (route) => route.fulfill({ body: 'renovar' }));
    await visit(page, '/login');
    const answered = page.waitForResponse('**/api/v3/authenticate-new');
    await logIn(page, account);
    const { result } = await (await answered).json();
    await page.waitForURL('https://renovaciones.example/**');
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      a: '1',
      token: result.token,
      expired: result.expired,
    });
  });

  test('by default renewing is the offer of this site, without a token in the address', async () => {
    const account = await withPassword('AR');
    const page = await browsing.open();
    await withLoans(page, ['finished']);
    await visit(page, '/login');
    await logIn(page, account);
    await expect.poll(() => pathOf(page), patient).toBe('/oferta-comercial');
  });

  test('who has loans but finished none goes to /bienvenido', async () => {
    const account = await withPassword('AR');
    const page = await browsing.open();
    await withLoans(page, ['approved']);
    await visit(page, '/login');
    await logIn(page, account);
    await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
  });
});

describe.each(countries)('login by cellphone in %s', (country) => {
  test('sends a link that logs in once', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country });
    await visit(page, '/login?redirectTo=/bienvenido');
    await page.getByRole('button', { name: 'Ingresar con tu celular' }).click();
    await page.getByRole('button', { name: 'Ingresar con mail' }).waitFor();
    const send = page.getByRole('button', { name: 'Recibir link por SMS' });
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel('Celular').fill(account.phone);
    const [request] = await Promise.all([page.waitForRequest('**/api/auth/sendpin'), send.click()]);
    expect(request.postDataJSON()).toEqual({
      cellphone: account.phone,
      cellphone_prefix: country === 'AR' ? '54' : '598',
      redirectTo: '/bienvenido',
    });
    const dialog = page.getByRole('dialog', { name: 'Te enviamos un link' });
    await dialog.getByText('Vale por 3 horas.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Entendido' }).click();
    await expect.poll(() => pathOf(page), patient).toBe('/login-link');
    await page.getByText(`terminado en ${account.phone.slice(-4)}.`).waitFor();
    expect(await page.getByText(account.phone).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Volver al inicio' }).click();
    await expect.poll(() => pathOf(page), patient).toBe('/signup');

    const link = await linkTo(account.phone, 'login');
    expect(link).toContain('redirectTo=');
    await page.goto(link);
    await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
    const other = await browsing.open({ country });
    await other.goto(link);
    await says(other, 'El link no es válido o ya venció.');
    expect(other.url()).toMatch(/\/login$/);
  });

  test('says what is wrong with a number', async () => {
    const page = await browsing.open({ country });
    await visit(page, '/login');
    await page.getByRole('button', { name: 'Ingresar con tu celular' }).click();
    await page.getByLabel('Celular').fill('123');
    await page.getByRole('button', { name: 'Recibir link por SMS' }).click();
    await says(page, 'Por favor, revisa los campos para avanzar.');
    expect(await page.getByLabel('Celular').getAttribute('aria-invalid')).toBe('true');
  });

  test('the same is said of an unknown number', async () => {
    const page = await browsing.open({ country });
    await visit(page, '/login');
    await page.getByRole('button', { name: 'Ingresar con tu celular' }).click();
    await page.getByLabel('Celular').fill(newPhone(country));
    await page.getByRole('button', { name: 'Recibir link por SMS' }).click();
    await page.getByRole('dialog').getByText('Vale por 3 horas.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => pathOf(page), patient).toBe('/login-link');
  });
});

async function smsLink({ country, phone }: TestAccount, redirectTo = ''): Promise<string> {
  await done('POST /api/auth/sendpin', { country, body: { cellphone: phone, redirectTo } });
  return linkTo(phone, 'login');
}

describe('auto-login', () => {
  test('takes the hash out of the address at once and goes to the offer that there is', async () => {
    const account = await createAccount('AR');
    const page = await browsing.open();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/auth/autologin', async (route) => {
      await held;
      await route.continue();
    });
    const link = await smsLink(account);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Estamos ingresando a tu cuenta' }).waitFor();
    await expect.poll(() => pathOf(page), patient).toBe('/login');
    await expectAccessible(page);
    release();
    await expect.poll(() => pathOf(page), patient).toBe('/oferta-comercial');
    await page.goBack().catch(() => null);
    expect(page.url()).not.toContain(link);
  });

  test('without an offer goes to /bienvenido', async () => {
    const account = await createAccount('UY');
    const page = await browsing.open({ country: 'UY' });
    await page.route(
      '**/api/v3/account-new',
      changed(({ result }) => (result.credit_rating.check_offer = 0)),
    );
    await page.goto(await smsLink(account));
    await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
  });

  test('goes to redirectTo once the profile is there', async () => {
    const account = await createAccount('AR');
    const page = await browsing.open();
    await page.goto(await smsLink(account, '/solicitar-prestamo'));
    await expect.poll(() => pathOf(page), patient).toBe('/solicitar-prestamo');
  });

  test('without a profile goes to /bienvenido, whatever redirectTo says', async () => {
    const account = await createAccount('AR');
    const page = await browsing.open();
    const first = { times: 1 };
    await page.route(
      '**/api/v3/account-new',
      refused(404, 'not_found', 'No encontramos lo que buscás.'),
      first,
    );
    await page.goto(await smsLink(account, '/solicitar-prestamo'));
    await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
  });

  test('a bad link leaves the session that there is', async () => {
    const account = await createAccount('AR');
    const page = await browsing.open({ token: account });
    await page.goto('/login/no-es-un-link');
    await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
    await says(page, 'El link no es válido o ya venció.');
    await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor();
  });
});

describe('magic link', () => {
  async function magicLink({ country, email }: TestAccount, redirectTo = ''): Promise<string> {
    await done('POST /api/auth/magic-link', { country, body: { email, redirectTo } });
    return linkTo(email, 'magic-link');
  }

  test('without a target goes to the offer that there is, once', async () => {
    const account = await createAccount('UY');
    const page = await browsing.open({ country: 'UY' });
    const link = await magicLink(account);
    await page.goto(link);
    await expect.poll(() => pathOf(page), patient).toBe('/oferta-comercial');
    const other = await browsing.open({ country: 'UY' });
    await other.goto(link);
    await says(other, 'El link no es válido o ya venció.');
    expect(other.url()).toMatch(/\/login$/);
  });

  test('goes to its target', async () => {
    const page = await browsing.open();
    await page.goto(await magicLink(await createAccount('AR'), '/revisar?desde=mail'));
    await expect.poll(() => pathOf(page), patient).toBe('/revisar?desde=mail');
  });

  test('without a target of its own goes to redirectTo', async () => {
    const page = await browsing.open();
    await page.goto(`${await magicLink(await createAccount('AR'))}?redirectTo=/solicitar-prestamo`);
    await expect.poll(() => pathOf(page), patient).toBe('/solicitar-prestamo');
  });

  test('without a profile goes to /bienvenido', async () => {
    const page = await browsing.open();
    const first = { times: 1 };
    await page.route(
      '**/api/v3/account-new',
      refused(404, 'not_found', 'No encontramos lo que buscás.'),
      first,
    );
    await page.goto(await magicLink(await createAccount('AR')));
    await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
  });

  test('without an offer goes to /bienvenido', async () => {
    const page = await browsing.open();
    await page.route(
      '**/api/v3/account-new',
      changed(({ result }) => (result.credit_rating.check_offer = 0)),
    );
    await page.goto(await magicLink(await createAccount('AR')));
    await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
  });
});

describe.each(countries)('forgotten password in %s', (country) => {
  test('from the link to a new password', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country });
    await visit(page, '/login');
    await page.getByRole('link', { name: 'Olvidé mi contraseña' }).click();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ reset: '1', product: 'LOANS', back_url: '/login' });
    const dialog = page.getByRole('dialog', { name: 'Recuperar contraseña' });
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await says(page, 'Por favor, completa todos los campos para avanzar.');
    await expectAccessible(page);
    await dialog.getByLabel('Mail').fill(account.email);
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await dialog.getByText(`Te enviamos un mail con instrucciones a ${account.email}.`).waitFor();
    await dialog.getByRole('button', { name: 'Volver a iniciar sesión' }).click();
    await expect.poll(() => pathOf(page), patient).toBe('/login');
    await dialog.waitFor({ state: 'detached' });

    const link = await linkTo(account.email, 'recupero-contrasena');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Volver a establecer contraseña' }).waitFor();
    await expect.poll(() => page.url()).not.toContain(link);
    await page.getByText('Las dos contraseñas deben ser iguales.').waitFor();
    await page.getByLabel('Mail', { exact: true }).fill(account.email);
    await page.getByLabel('Contraseña nueva').fill(password);
    await page.getByLabel('Repetí la contraseña').fill(`${password}x`);
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await page.getByText('Las contraseñas deben coincidir.').waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByLabel('Mail', { exact: true }).fill(account.email);
    await page.getByLabel('Contraseña nueva').fill(password);
    await page.getByLabel('Repetí la contraseña').fill(password);
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await expect.poll(() => pathOf(page), patient).toBe('/login');
    await logIn(page, account);
    await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
  });

  test('a bad link shows that it failed, and a way to a new one', async () => {
    const page = await browsing.open({ country });
    await page.goto('/recupero-contrasena/no-es-un-link');
    await page.getByLabel('Mail', { exact: true }).fill('ana@example.com');
    await page.getByLabel('Contraseña nueva').fill('corta');
    await page.getByLabel('Repetí la contraseña').fill('corta');
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await page.getByText('La contraseña debe tener al menos 6 caracteres.').waitFor();
    await page.getByLabel('Contraseña nueva').fill('123456');
    await page.getByLabel('Repetí la contraseña').fill('123456');
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await page.getByText('Elegí una contraseña menos común.').waitFor();
    await page.getByLabel('Contraseña nueva').fill(password);
    await page.getByLabel('Repetí la contraseña').fill(password);
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'No pudimos cambiar tu contraseña' });
    await notice.waitFor();
    await expectAccessible(page);
    await notice.getByRole('link', { name: 'Pedir un link nuevo' }).click();
    await page.getByRole('dialog', { name: 'Recuperar contraseña' }).waitFor();
    expect(page.url()).toContain('reset=1');
  });
});

test('the recovery page of another site gets the product and the way back', async () => {
  const page = await browsing.open();
  await page.route('**/api/v3/enviroments', (route) =>
    route.fulfill({ json: { status: 'success', model: { 'recovery-url': 'https://claves.example/r?x=1' } } }),
  );
  await visit(page, '/login');
  const link = page.getByRole('link', { name: 'Olvidé mi contraseña' });
  await expect.poll(() => link.getAttribute('href')).toContain('claves.example');
  const { searchParams } = new URL((await link.getAttribute('href')) ?? '');
  const back = `${new URL(page.url()).origin}/login`;
  expect(Object.fromEntries(searchParams)).toEqual({ x: '1', product: 'LOANS', back_url: back });
  expect(await link.getAttribute('target')).toBe('_blank');
});

describe('login with Google', () => {
  async function choose(page: Page, email: string): Promise<void> {
    await page.getByRole('button', { name: 'Continuar con Google' }).click();
    const dialog = page.getByRole('dialog', { name: 'Continuar con Google' });
    await dialog.getByLabel('Mail').fill(email);
    await dialog.getByRole('button', { name: 'Ingresar' }).click();
  }

  test('of a customer leads to /bienvenido', async () => {
    const account = await createAccount('AR');
    const page = await browsing.open();
    await visit(page, '/login');
    await choose(page, account.email);
    await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
  });

  test.each(['social_commercial_offer', 'account_create_exception'])(
    'of somebody who never signed up leads to sign-up (%s)',
    async (code) => {
      const page = await browsing.open({ country: 'UY' });
      await page.route('**/api/social/google', refused(422, code, 'otra cosa'));
      await visit(page, '/login');
      await choose(page, 'nadie@example.com');
      await expect.poll(() => pathOf(page), patient).toBe('/signup');
      await says(page, 'No podes iniciar sesión si no te registraste antes.');
    },
  );

  test('of an unknown person gets that answer from the server itself', async () => {
    const page = await browsing.open();
    await visit(page, '/login');
    await choose(page, `nadie.${Date.now()}@example.com`);
    await expect.poll(() => pathOf(page), patient).toBe('/signup');
    await says(page, 'No podes iniciar sesión si no te registraste antes.');
  });

  test("says the server's words, or that it failed where there are none", async () => {
    const page = await browsing.open();
    await visit(page, '/login');
    await page.route('**/api/social/google', refused(429, 'too_many', 'Hiciste demasiados intentos.'), {
      times: 1,
    });
    await choose(page, 'ana@example.com');
    await says(page, 'Hiciste demasiados intentos.');
    await page.route('**/api/social/google', (route) => route.fulfill({ status: 500, body: 'gateway' }));
    await choose(page, 'ana@example.com');
    await says(page, 'Ha ocurrido un error al iniciar sesión, por favor intente nuevamente más tarde.');
    expect(page.url()).toMatch(/\/login$/);
  });

  test('is not offered where it is not set up', async () => {
    const page = await browsing.open();
    await page.route('**/api/v3/enviroments', (route) =>
      route.fulfill({ json: { status: 'success', model: { sandbox: 'off', 'google-client-id': '' } } }),
    );
    await visit(page, '/login');
    const button = page.getByRole('button', { name: 'Continuar con Google' });
    await button.waitFor({ state: 'detached' });
    expect(await button.count()).toBe(0);
  });
});

test('/sms-enviado says that the link is on its way and how to get another', async () => {
  const page = await browsing.open();
  await page.goto('/sms-enviado');
  await page.getByText('Te enviamos un link de acceso por SMS. Vale por 3 horas.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pedir otro link' }).click();
  await expect.poll(() => pathOf(page), patient).toBe('/login');
});

test.each(countries)('the login is accessible at 320 px and in both schemes in %s', async (country) => {
  for (const scheme of ['light', 'dark'] as const) {
    const page = await browsing.open({ country, width: 320, scheme });
    await visit(page, '/login');
    expect(await page.getByText('¿Todavía no tenés tu préstamo?').count()).toBe(1);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Continuar con Google' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('a customer has no business on the login pages', async () => {
  const page = await browsing.open({ token: await createAccount() });
  for (const path of ['/login', '/login-link', '/recupero-contrasena/x']) {
    await page.goto(path);
    await expect.poll(() => pathOf(page), patient).toBe('/bienvenido');
  }
  await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor();
});
