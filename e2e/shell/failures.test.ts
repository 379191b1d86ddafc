import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { passUntil, settled, stopTime } from '../testing/clock.ts';
import { errorOf } from '../testing/apply-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { createLead } from '../testing/journey.ts';

const browsing = useBrowser();
const suggest = '**/api/v3/suggest';
const suggestion = (page: Page) => page.getByRole('dialog', { name: 'Sugerencias y mejoras' });
const snackbar = (page: Page) =>
  page.getByRole('status').filter({ has: page.getByText(/CERRAR|INGRESAR AQUÍ/) });

/** Fails a suggestion with this answer. */
async function failWith(page: Page, status: number, json: object): Promise<void> {
  await page.route(suggest, (route) => route.fulfill({ status, json }));
  await page.goto('/login');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Sugerencias y mejoras' }).click();
  await suggestion(page).getByLabel('Nombre y apellido').fill('Ana Prueba');
  await suggestion(page).getByLabel('Mail').fill('ana@example.com');
  await suggestion(page).getByLabel('Título').fill('Una idea');
  await suggestion(page).getByLabel('Tu sugerencia').fill('Más cuotas');
  await suggestion(page).getByRole('button', { name: 'Enviar' }).click();
}

/** Fails a login with Google: its dialog has closed. */
async function failGoogle(page: Page): Promise<void> {
  await page.route('**/api/social/google', (route) =>
    route.fulfill({ status: 422, json: { status: 'error', message: 'La frase' } }),
  );
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continuar con Google' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mail').fill('ana@example.com');
  await dialog.getByRole('button', { name: 'Ingresar' }).click();
}

describe('messages of the server', () => {
  const whole = {
    status: 'error',
    message: 'La frase',
    messages: ['Uno', 'Dos'],
    errors: ['Tres', 'Cuatro'],
  };
  test.each([
    ['errors, joined by newlines', 422, whole, 'Tres\nCuatro'],
    ['nothing: a sentence of our own', 503, {}, 'Tuvimos un problema. Volvé a intentarlo en unos minutos.'],
  ])('%s', async (_what, status, json, text) => {
    const page = await browsing.open();
    await failWith(page, status, json);
    const words = suggestion(page).getByRole('status').locator('p');
    await words.waitFor();
    expect(await words.textContent()).toBe(text);
    // One place says it, and it can be closed.
    await snackbar(page).getByRole('button', { name: 'CERRAR' }).click();
    await words.waitFor({ state: 'detached' });
  });
});

describe('the snackbar', () => {
  test('goes with CERRAR, by the keyboard too', async () => {
    const page = await browsing.open();
    await failGoogle(page);
    const close = snackbar(page).getByRole('button', { name: 'CERRAR' });
    // The error colour is the default, next to the theme's other two (docs/product/shell.md#snackbar).
    const colour = (element: Element) => getComputedStyle(element.parentElement ?? element).backgroundColor;
    expect(await close.evaluate(colour)).toBe('rgb(249, 100, 64)');
    const theme = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return ['--primary', '--secondary'].map((name) => style.getPropertyValue(name).trim());
    });
    expect(theme).toEqual(['#00d597', '#38215d']);
    await close.focus();
    await page.keyboard.press('Enter');
    await snackbar(page).waitFor({ state: 'detached' });
  });

  test('asks a person who has an account to log in, for 6 seconds', async () => {
    const lead = await createLead();
    const page = await browsing.open();
    await page.clock.install();
    const { promise: stopped, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/v3/account', async (route) => {
      await stopped;
      await route.fulfill({ status: 409, json: { status: 'error', code: 'user_exists', message: 'x' } });
    });
    await page.goto(`/vendors/${lead.hash}`);
    await page.getByRole('button', { name: 'Continuar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Registrate para continuar' });
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Registrarme' }).click();
    await stopTime(page);
    answer();
    const words = snackbar(page).getByText('El correo y/o DNI ya se encuentran registrados.');
    const passed = await passUntil(page, () => words.isVisible());
    await page.clock.fastForward(6000 - passed - 1);
    await snackbar(page).getByRole('link', { name: 'INGRESAR AQUÍ' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  });
});

describe('a GET that fails', () => {
  test('is retried after 2 seconds, three times at most, and then by hand', async () => {
    const page = await browsing.open();
    await page.clock.install();
    let asked = 0;
    const { promise: stopped, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/v3/terms', async (route) => {
      asked += 1;
      await stopped;
      await (asked < 5 ? route.fulfill({ status: 503, json: { status: 'error' } }) : route.continue());
    });
    await page.goto('/login');
    const answered = () => page.waitForResponse('**/api/v3/terms');
    let next = answered();
    /** The page knows that its request failed, and waits to retry. */
    const known = async () => {
      await (await next).finished();
      await settled(page);
    };
    const asking = page.waitForRequest('**/api/v3/terms');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Términos y condiciones' }).click();
    await asking;
    await stopTime(page);
    answer();
    await known();
    const dialog = page.getByRole('dialog', { name: 'Términos y condiciones' });
    for (const count of [1, 2, 3]) {
      await page.clock.fastForward(1999);
      expect(asked).toBe(count);
      expect(await page.getByRole('progressbar').count()).toBe(1);
      next = answered();
      await page.clock.fastForward(1);
      await known();
    }
    await page.clock.runFor(100);
    await dialog.getByText('No pudimos cargar el texto.').waitFor();
    await page.clock.fastForward(60_000);
    expect(asked).toBe(4);
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await page.clock.resume();
    await dialog.getByRole('button', { name: 'Volver a intentar' }).click();
    await dialog.getByRole('heading', { level: 3 }).first().waitFor();
  });
});

test('a dialog whose code fails to load breaks no page: an error is shown, typed text stays, and it opens later', async () => {
  const page = await browsing.open();
  const lose = (route: Route) => route.abort();
  const asked = '**/assets/*.js';
  // The page has its own code by then, and fetches only the dialog's.
  await page.goto('/signup', { waitUntil: 'networkidle' });
  await page.getByLabel('Nombre').fill('Ana');
  await page.route(asked, lose);
  const open = (options?: { timeout: number }) =>
    page.getByRole('contentinfo').getByRole('button', { name: 'Sugerencias y mejoras' }).click(options);
  await open();
  await snackbar(page).getByText('No pudimos conectarnos').waitFor();
  expect(await page.getByLabel('Nombre').inputValue()).toBe('Ana');
  await page.unroute(asked, lose);
  // Chromium does not refetch a failed module: the second press reloads the page.
  await expect
    .poll(async () => {
      // The page under an open dialog takes no clicks.
      await open({ timeout: 1000 }).catch(() => undefined);
      return suggestion(page).isVisible();
    })
    .toBe(true);
  expect(await page.getByLabel('Nombre', { exact: true }).inputValue()).toBe('Ana');
});

describe('a server in trouble', () => {
  const country = 'UY';
  test('offers a retry, keeps typed text, and the same request succeeds later', async () => {
    const page = await browsing.open({ country, width: 360 });
    const keys: (string | undefined)[] = [];
    await page.route(suggest, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      const message = 'Tuvimos un problema. Volvé a intentarlo en unos minutos.';
      const json = { status: 'error', code: 'unavailable', message, messages: [message], errors: [] };
      return route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json });
    });
    await page.goto('/login');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Sugerencias y mejoras' }).click();
    const fields = { 'Nombre y apellido': 'Ana Prueba', Mail: 'ana@example.com', Título: 'Una idea' };
    for (const [label, text] of Object.entries(fields)) await suggestion(page).getByLabel(label).fill(text);
    await suggestion(page).getByLabel('Tu sugerencia').fill('Más cuotas');
    await suggestion(page).getByRole('button', { name: 'Enviar' }).click();
    await suggestion(page).getByRole('status').getByText('Volvé a intentarlo').waitFor();
    for (const [label, text] of Object.entries(fields))
      expect(await suggestion(page).getByLabel(label).inputValue()).toBe(text);
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/suggest') && answer.ok());
    await suggestion(page).getByRole('button', { name: 'Enviar' }).click();
    await sent;
    expect(keys[0]).toMatch(/./);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('the failure of an action', () => {
  test('stays above the button until the next try, for a screen reader too', async () => {
    const page = await browsing.open();
    await failWith(page, 503, { status: 'error', message: 'La frase' });
    const words = suggestion(page).getByRole('status').getByText('La frase');
    await words.waitFor();
    await page.unroute(suggest);
    await suggestion(page).getByLabel('Título').fill('Otra idea');
    expect(await words.isVisible()).toBe(true);
    await suggestion(page).getByRole('button', { name: 'Enviar' }).click();
    await page.getByRole('status').getByText('¡Gracias! Recibimos tu sugerencia.').waitFor();
  });

  test('of a login is shown under the password until it is typed again', async () => {
    const page = await browsing.open();
    await page.goto('/login');
    const password = page.getByLabel('Contraseña', { exact: true });
    await page.getByLabel('Mail', { exact: true }).fill('nadie@example.com');
    await password.fill('no-es-esta');
    await page.getByRole('button', { name: 'Ingresar', exact: true }).click();
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
    expect(await errorOf(page, 'Contraseña')).toBe('El mail o la contraseña no son correctos.');
    expect(await snackbar(page).count()).toBe(0);
    await password.fill('otra');
    expect(await errorOf(page, 'Contraseña')).toBe('');
  });
});
