import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTRIES, type CountryCode } from '../../src/countries/countries.ts';
import { holidaysOf } from '../../src/countries/holidays.ts';
import { addDays, calendarDate, formatDate, isBusinessDay } from '../../src/domain/calendar-date.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { createBorrower } from '../testing/borrower.ts';
import { advanceClock, goByKey, press, signInAs, staff, startConsole } from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { pressByKey, typeByKey } from '../testing/keyboard.ts';
import type { RunningProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole({ DAILY_EVERY_SECONDS: '2' }));
  lookAt(product.port);
  for (const country of ['AR', 'AR', 'AR', 'UY'] as const) await debtor(country);
  await goToOfficeHours();
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };
/** Two months from now the first instalment is late. */
const lateAfterDays = 62;

/** Customer without reminders, since one of the day would use up its only contact. */
async function debtor(country: CountryCode): Promise<void> {
  const { token } = await createBorrower(country);
  await done('POST /api/v3/preferences', { country, token, body: { reminders: false } });
}

/** Moves the clock to noon of a day on which calls are allowed, and waits until the day before has closed. */
async function goToOfficeHours(): Promise<void> {
  const { now } = await done('GET /sandbox/clock', {});
  let day = addDays(calendarDate(now.slice(0, 10)), lateAfterDays);
  while (!COUNTRIES.every((code) => isBusinessDay(day, holidaysOf(code)))) day = addDays(day, 1);
  const minutes = Math.round((Date.parse(`${day}T15:00:00Z`) - Date.parse(now)) / 60_000);
  await advanceClock(product, `PT${minutes}M`);
}

const cases = (page: Page) => page.getByRole('table').getByRole('row');

/** Waits for the close that has the demo's late customers: the first one may come before they are stored. */
async function closedQueue(page: Page, country: CountryCode, least = 1): Promise<void> {
  const waiting = async () =>
    ((await staff(page, { path: `/collections?country=${country}` })).body['result'] as unknown[]).length;
  await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThanOrEqual(least);
}

describe('a case', () => {
  const country = 'AR';

  test('is called, its result entered and the next one taken by keyboard alone', async () => {
    const page = await browser.open(wide);
    await signInAs(page, url, 'Cobranzas');
    await closedQueue(page, country, 2);
    await goByKey(page, 'Cobranzas');
    await page.goto(`${url}/cobranzas?pais=${country}`);
    await page.getByText('Primero los que más importan').click();
    await page.getByText('En orden de días de atraso').waitFor();
    await expect.poll(() => cases(page).count()).toBeGreaterThanOrEqual(3);
    await expectAccessible(page);
    await press(page, 'Atender al siguiente');
    await page.getByRole('heading', { name: 'Deuda' }).waitFor();
    const first = new URL(page.url()).pathname;
    await expectAccessible(page);

    await page.keyboard.press('l');
    await page.getByRole('group', { name: 'Resultado de la llamada' }).waitFor();
    await page.getByRole('link', { name: /^\+\d+ \d+$/ }).waitFor();
    await page.keyboard.press('4');
    const dialog = page.getByRole('dialog', { name: 'Promete pagar' });
    await dialog.waitFor();
    await expectAccessible(page);
    await typeByKey(page, dialog.getByLabel('Cuánto promete'), '1000');
    await pressByKey(page, dialog.getByRole('button', { name: 'Guardar' }));
    await page.getByText('Promesa anotada').waitFor();
    // The next case is there by itself.
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(first);
    await page.getByRole('heading', { name: 'Deuda' }).waitFor();

    await page.keyboard.press('l');
    await page.getByRole('group', { name: 'Resultado de la llamada' }).waitFor();
    await page.keyboard.press('7');
    await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: 'Guardar' }));
    await page.getByText('Anotado: ya no se la llama.').waitFor();

    await page.goto(`${url}${first}`);
    const call = page.getByRole('button', { name: 'Llamar' });
    expect(await call.isDisabled()).toBe(true);
    await page
      .getByText(/prometió pagar y el plazo no terminó/i)
      .first()
      .waitFor();
    await page.keyboard.press('d');
    await page.getByRole('dialog', { name: 'Asignar y agendar' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('at 768 and 360 px nothing is cut off, on the queue and a case', async () => {
    const page = await browser.open(wide);
    await signInAs(page, url, 'Cobranzas');
    await closedQueue(page, country);
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${url}/cobranzas?pais=${country}&vista=waiting`);
      await page.getByRole('navigation', { name: 'Vistas' }).waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole('table').getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Deuda' }).waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});

test('the debt of a chosen day is the one of that day', async () => {
  const page = await browser.open(wide);
  await signInAs(page, url, 'Cobranzas');
  await closedQueue(page, 'AR');
  await page.goto(`${url}/cobranzas?pais=AR`);
  await page.getByRole('table').getByRole('link').first().click();
  const field = page.getByLabel('Cuánto va a deber el');
  await field.waitFor();
  const later = addDays(calendarDate(await field.inputValue()), 9);
  await field.fill(later);
  await expect.poll(() => page.getByText(`El ${formatDate(later)} va a deber`).isVisible()).toBe(true);
});

test('a case says why a button cannot be pressed, and its key sends nothing', async () => {
  const page = await browser.open({ width: 360, height: 740 });
  await signInAs(page, url, 'Cobranzas');
  await closedQueue(page, 'UY');
  await page.goto(`${url}/cobranzas?pais=UY`);
  await page.getByRole('table').getByRole('link').first().click();
  const mail = page.getByRole('button', { name: 'Mandar link de pago' });
  expect(await mail.isDisabled()).toBe(true);
  // The customers here want no reminders by mail.
  await page.getByText('No se puede mandar el link: no quiere que la contactemos por acá').waitFor();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Mandar link de pago' });
  await dialog.getByRole('button', { name: 'Mandar' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Mandar' }).click();
  expect(await dialog.isVisible()).toBe(true);
});

test('the day after, the figures have the contacts of the day, and nothing is cut off at 768 and 360 px', async () => {
  await advanceClock(product, 'P1D');
  const page = await browser.open(wide);
  await signInAs(page, url, 'Cobranzas');
  const country = 'AR';
  await expect
    .poll(
      async () => (await staff(page, { path: `/collections/figures?country=${country}` })).body['closed_on'],
      { timeout: 60_000 },
    )
    .not.toBe('');
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${url}/cobranzas?pais=${country}&vista=resultados`);
    await page.getByRole('table').first().waitFor();
    await page.getByText(/^Hasta el cierre del /).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});
