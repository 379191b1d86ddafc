import { packOf } from '../../src/countries/index.ts';
import { describe, expect, test } from 'vitest';
import { api } from '../testing/api.ts';
import { expectAccessible } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { applyBy, createAccount, done, newPhone, type TestAccount } from '../testing/journey.ts';
import { changed, linkTo, pathOf, refused, says } from '../testing/login-steps.ts';

const browsing = useBrowser();

describe('login by cellphone', () => {
  const country = 'AR';

  test('says what is wrong with a number', async () => {
    const page = await browsing.open({ country });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Ingresar con tu celular' }).click();
    await page.getByLabel('Celular').fill('123');
    await page.getByRole('button', { name: 'Recibir link por SMS' }).click();
    await says(page, 'Por favor, revisa los campos para avanzar.');
    expect(await page.getByLabel('Celular').getAttribute('aria-invalid')).toBe('true');
  });

  test('sends a link that logs in once', async () => {
    const account = await createAccount(country);
    await applyBy.phone(account);
    const page = await browsing.open({ country });
    await page.goto('/login?redirectTo=/bienvenido');
    await page.getByRole('button', { name: 'Ingresar con tu celular' }).click();
    await page.getByRole('button', { name: 'Ingresar con mail' }).waitFor();
    const send = page.getByRole('button', { name: 'Recibir link por SMS' });
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel('Celular').fill(account.phone);
    const [request] = await Promise.all([page.waitForRequest('**/api/auth/sendpin'), send.click()]);
    expect(request.postDataJSON()).toEqual({
      cellphone: account.phone,
      cellphone_prefix: packOf(country).prefix,
      redirectTo: '/bienvenido',
    });
    const dialog = page.getByRole('dialog', { name: 'Te enviamos un link' });
    await dialog.getByText('Vale por 3 horas.').waitFor();
    expect(pathOf(page)).toBe('/login-link');
    expect(await page.locator('body').innerText()).not.toContain(account.phone);
    await dialog.getByRole('button', { name: 'Entendido' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`terminado en ${account.phone.slice(-4)}.`).waitFor();
    expect(await page.getByText(account.phone).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Volver al inicio' }).click();
    await expect.poll(() => pathOf(page)).toBe('/signup');

    const link = await linkTo(account.phone, 'login');
    expect(link).toContain('redirectTo=');
    await page.goto(link);
    await expect.poll(() => pathOf(page)).toBe('/bienvenido');
    const other = await browsing.open({ country });
    await other.goto(link);
    await says(other, 'El link no es válido o ya venció.');
    expect(other.url()).toMatch(/\/login$/);
  });

  test('can be sent again after a minute, and to another number', async () => {
    const account = await createAccount(country);
    await applyBy.phone(account);
    const page = await browsing.open({ country });
    await page.clock.install();
    await page.goto('/login?redirectTo=/bienvenido');
    await page.getByRole('button', { name: 'Ingresar con tu celular' }).click();
    await page.getByLabel('Celular').fill(account.phone);
    await page.getByRole('button', { name: 'Recibir link por SMS' }).click();
    await page.getByRole('button', { name: 'Entendido' }).click();
    const resend = page.getByRole('button', { name: 'Reenviar link' });
    expect(await resend.isDisabled()).toBe(true);
    await page.getByText(/Si no te llega, podés pedir otro en (60|5\d) segundos\./).waitFor();
    await page.clock.runFor(20_000);
    await page.reload();
    await page.getByText(/Si no te llega, podés pedir otro en (40|3\d) segundos\./).waitFor();
    await page.clock.runFor(61_000);
    const [request] = await Promise.all([page.waitForRequest('**/api/auth/sendpin'), resend.click()]);
    expect(request.postDataJSON()).toMatchObject({ cellphone: account.phone, redirectTo: '/bienvenido' });
    await says(page, 'Te enviamos otro link por SMS.');
    expect(await resend.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Cambiar el número' }).click();
    await expect.poll(() => pathOf(page)).toBe('/login');
    expect(await page.getByLabel('Celular').inputValue()).toBe(account.phone);
  });

  test('the same is said of an unknown number', async () => {
    const page = await browsing.open({ country });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Ingresar con tu celular' }).click();
    await page.getByLabel('Celular').fill(newPhone(country));
    await page.getByRole('button', { name: 'Recibir link por SMS' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Vale por 3 horas.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/login-link');
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/login');
    await page.goForward();
    await page.getByText('Vale por 3 horas.').waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

/** Login link by SMS; the number is proved first, as an application does. */
async function smsLink(account: TestAccount, redirectTo = ''): Promise<string> {
  const { country, phone } = account;
  await applyBy.phone(account);
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
    await expect.poll(() => pathOf(page)).toBe('/login');
    await expectAccessible(page);
    release();
    await expect.poll(() => pathOf(page)).toBe('/oferta-comercial');
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
    await expect.poll(() => pathOf(page)).toBe('/bienvenido');
  });

  test('goes to redirectTo once the profile is there', async () => {
    const account = await createAccount('AR');
    const page = await browsing.open();
    await page.goto(await smsLink(account, '/estado-cuenta'));
    await expect.poll(() => pathOf(page)).toBe('/estado-cuenta');
  });

  test('without a profile goes to /bienvenido, also with a redirectTo', async () => {
    const account = await createAccount('AR');
    const page = await browsing.open();
    const first = { times: 1 };
    await page.route(
      '**/api/v3/account-new',
      refused(404, 'not_found', 'No encontramos lo que buscás.'),
      first,
    );
    await page.goto(await smsLink(account, '/estado-cuenta'));
    await expect.poll(() => pathOf(page)).toBe('/bienvenido');
  });

  test('ends the session that the browser had', async () => {
    const account = await createAccount('UY');
    const page = await browsing.open({ country: 'UY', token: account });
    await page.goto(await smsLink(account, '/estado-cuenta'));
    await expect.poll(() => pathOf(page)).toBe('/estado-cuenta');
    const statusOf = async (token: string) =>
      (await api('GET /api/v3/account-new', { country: 'UY', token })).status;
    await expect.poll(() => statusOf(account.token)).toBe(401);
    const kept = await page.evaluate(() => localStorage.getItem('cuota.session'));
    expect(await statusOf((JSON.parse(kept ?? '{}') as { token: string }).token)).toBe(200);
  });

  test('a bad link leaves the session that there is', async () => {
    const account = await createAccount('AR');
    const page = await browsing.open({ token: account });
    await page.goto('/login/no-es-un-link');
    await expect.poll(() => pathOf(page)).toBe('/bienvenido');
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
    await expect.poll(() => pathOf(page)).toBe('/oferta-comercial');
    const other = await browsing.open({ country: 'UY' });
    await other.goto(link);
    await says(other, 'El link no es válido o ya venció.');
    expect(other.url()).toMatch(/\/login$/);
  });

  test('is asked for on the login screen with the address typed there, and enters', async () => {
    const account = await createAccount('AR');
    const page = await browsing.open();
    await page.goto('/login?redirectTo=/bienvenido');
    const ask = page.getByRole('button', { name: 'Recibir un link de acceso por mail' });
    await ask.click();
    const field = page.getByLabel('Mail', { exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await field.fill(account.email);
    const [request] = await Promise.all([page.waitForRequest('**/api/auth/magic-link'), ask.click()]);
    expect(request.postDataJSON()).toEqual({ email: account.email, redirectTo: '/bienvenido' });
    const dialog = page.getByRole('dialog', { name: 'Te enviamos un link' });
    await dialog.getByText('Vale por 3 horas.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await ask.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.goto(await linkTo(account.email, 'magic-link'));
    await expect.poll(() => pathOf(page)).toBe('/bienvenido');
  });

  test('goes to its target', async () => {
    const page = await browsing.open();
    await page.goto(await magicLink(await createAccount('AR'), '/estado-cuenta?desde=mail'));
    await expect.poll(() => pathOf(page)).toBe('/estado-cuenta?desde=mail');
  });

  test('without a target of its own goes to redirectTo', async () => {
    const page = await browsing.open();
    await page.goto(`${await magicLink(await createAccount('AR'))}?redirectTo=/estado-cuenta`);
    await expect.poll(() => pathOf(page)).toBe('/estado-cuenta');
  });
});

test('/sms-enviado says that the link is on its way and how to get another', async () => {
  const page = await browsing.open();
  await page.goto('/sms-enviado');
  await page.getByText('Te enviamos un link de acceso por SMS. Vale por 3 horas.').waitFor();
  await page.getByRole('button', { name: 'Pedir otro link' }).click();
  await expect.poll(() => pathOf(page)).toBe('/login');
});
