import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { bankLabel, fill, newPerson, next, openFilled, send } from '../testing/signup-steps.ts';

const browsing = useBrowser();

test('/rappi signs up under its own token, in every later call too', async () => {
  const page = await openFilled(browsing, 'AR', newPerson('AR'), '/rappi');
  const [later, { request, model }] = await Promise.all([
    page.waitForRequest((sent) => /\/vendors-api\/(v2|v1\/leads\/)/.test(sent.url())),
    send(page),
  ]);
  expect(request.headers()['x-application-token']).toBe('rappi');
  expect(later.headers()['x-application-token']).toBe('rappi');
  const { token } = await done('POST /vendors-api/v2/token/creditrisk', { country: 'AR', body: {} });
  const { result } = await done(`GET /vendors-api/v1/leads/${model.hash}`, { country: 'AR', token });
  expect(result.profile.origin).toBe('rappi');
  await page.goto('/signup');
  const [banks] = await Promise.all([page.waitForRequest('**/api/v3/banks'), page.reload()]);
  expect(banks.headers()['x-application-token']).toBe('rappi');
});

test.each([
  ['AR', 'Hasta $1.450.000, 100% online.'],
  ['UY', 'Hasta $25.000, 100% online.'],
] as const)('%s says the advertised maximum', async (country, words) => {
  const page = await browsing.open({ country });
  await page.goto('/signup');
  await expect.poll(() => page.getByText(words).count()).toBe(1);
});

test('somebody without an offer is led to the answer too, and the bank is kept', async () => {
  const page = await openFilled(browsing, 'AR', newPerson('AR'));
  await page.getByLabel('Fecha de nacimiento').fill(`01-01-${new Date().getFullYear() - 17}`);
  const { model } = await send(page);
  expect(model.suitable).toBe(0);
  await page.waitForURL(`**/vendors/${model.hash}`);
  expect(await page.evaluate(() => localStorage.getItem('cuota.bank'))).toBe('011');
});

test("'Soy cliente/a' leads to the login and back", async () => {
  const page = await browsing.open();
  await page.goto('/signup');
  await page.getByRole('tab', { name: 'Soy cliente/a' }).click();
  await page.waitForURL('**/login');
  const back = page.getByRole('tab', { name: 'Primer préstamo' });
  await expect.poll(() => back.getAttribute('aria-selected')).toBe('false');
  await back.click();
  await page.waitForURL('**/signup');
});

test('a campaign is sent along', async () => {
  const page = await browsing.open();
  await page.goto('/signup?utm_source=radio&utm_campaign=verano');
  await page.goto('/signup');
  await fill(page, 'AR', newPerson('AR'));
  const { request } = await send(page);
  expect(request.postDataJSON()).toMatchObject({ parameter: 'utm_source=radio&utm_campaign=verano' });
});

test('banks that do not arrive can be asked for again', async () => {
  const page = await browsing.open();
  await page.route('**/api/v3/banks', (route) => route.fulfill({ status: 404, json: { status: 'error' } }));
  await page.goto('/signup');
  await page.getByText('No pudimos cargar los bancos.').waitFor();
  await page.unroute('**/api/v3/banks');
  await page.getByRole('button', { name: 'Volver a intentar' }).click();
  await page.getByLabel(bankLabel).click();
  await page.getByRole('option', { name: 'Banco de la Nación Argentina' }).waitFor();
  expect(await page.getByText('No pudimos cargar los bancos.').count()).toBe(0);
});

/** Holds the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('what is typed or pressed before the script has come is kept', async () => {
  const page = await browsing.open({ country: 'UY' });
  const release = await holdScripts(page);
  await page.goto('/signup', { waitUntil: 'commit' });
  await page.getByLabel('Nombre').fill('Ana');
  await page.getByLabel('Cédula').fill('12345672');
  await page.getByRole('button', { name: 'Bases del sorteo' }).click();
  await page.getByRole('button', { name: 'Sugerencias y mejoras' }).click();
  release();
  // Only the last of two presses is repeated.
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Sugerencias y mejoras' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Only the page's script puts the dots in.
  await expect.poll(() => page.getByLabel('Cédula').inputValue()).toBe('1.234.567-2');
  await page.getByLabel('Apellido').fill('Pereyra');
  expect(await page.getByLabel('Nombre').inputValue()).toBe('Ana');
});

test.each([
  [
    'pressed',
    (page: Page) => page.getByRole('button', { name: 'Ingresar', exact: true }).click({ force: true }),
  ],
  ['sent by Enter', (page: Page) => page.getByLabel('Contraseña', { exact: true }).press('Enter')],
])('a form %s before the script has come, its button still disabled, is sent', async (_how, submit) => {
  const page = await browsing.open();
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Mail').fill('nadie@example.com');
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
  await submit(page);
  const sent = page.waitForRequest('**/api/v3/authenticate-new');
  release();
  expect((await sent).postDataJSON()).toMatchObject({ email: 'nadie@example.com' });
});

test('the whole form works by keyboard alone', async () => {
  const person = newPerson('AR');
  const page = await browsing.open();
  await Promise.all([page.waitForResponse('**/api/v3/banks'), page.goto('/signup')]);
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
  // Past the usual banks to the search.
  const usual = page.getByRole('group', { name: 'Los más usados' }).getByRole('button');
  for (const _ of await usual.all()) await page.keyboard.press('Tab');
  await type('hipotecario');
  // Past the privacy notice to the button.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await next(page).evaluate((button) => document.activeElement === button)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/vendors/*');
});

test('the page needs at most 100 kB of script, and is painted before it asks for scripts and typeface', async () => {
  const page = await browsing.open({ country: 'UY', isFirstVisit: true });
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js')) sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  await page.goto('/signup');
  const late = await page.evaluate(async () => {
    await document.fonts.ready;
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    return performance
      .getEntriesByType('resource')
      .filter(
        ({ name, startTime }) =>
          /first-.*js$|woff2$/.test(name) && startTime > (painted?.startTime ?? Infinity),
      )
      .map(({ name }) => name.replace(/.*[.]/, ''));
  });
  expect(late.toSorted()).toEqual(['js', 'woff2']);
  await page.waitForLoadState('networkidle');
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(100_000);
});
