import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTRIES, type CountryCode } from '../../src/countries/countries.ts';
import { holidaysOf } from '../../src/countries/holidays.ts';
import { packOf } from '../../src/countries/index.ts';
import { localDate } from '../../src/countries/local-time.ts';
import { addDays, calendarDate, formatDate, isBusinessDay } from '../../src/domain/calendar-date.ts';
import { eventually } from '../testing/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { createBorrower, type TestBorrower } from '../testing/borrower.ts';
import {
  advanceClock,
  approveByCall,
  approveByKey,
  attachReceipt,
  confirmMoney,
  goByKey,
  goTo,
  openApprovals,
  openMoney,
  press,
  requestCard,
  signInAs,
  staff,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { pickDayByKey, pressByKey, typeByKey } from '../testing/keyboard.ts';
import { formatMoney } from '../testing/money.ts';
import type { RunningProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';

/** What the day's work leaves to people: late loans, months to close, unpaid memberships and refused invoices. */

let product: RunningProduct;
let url: string;
let member: TestBorrower;
beforeAll(async () => {
  ({ product, url } = await startConsole({
    DAILY_EVERY_SECONDS: '2',
    SESSION_IDLE_HOURS: '9000',
    SESSION_MAX_DAYS: '365',
  }));
  lookAt(product.port);
  await setAuthority('refuse');
  // Three refusals with one code stop a series.
  for (const country of ['AR', 'AR', 'AR', 'UY'] as const) await debtor(country);
  await advanceClock(product, `P${lateAfterDays - chargedAfterDays}D`);
  member = await debtor('UY', { membership: true });
  await goToOfficeHours();
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };
/** Two months from now the first instalment is late and its month is over. */
const lateAfterDays = 62;
/** By then the membership's charging day has passed, once. */
const chargedAfterDays = 40;
/** The work of a day, in a worker that is busy with all of it. */
const dayMs = 60_000;

const setAuthority = (mode: 'ok' | 'refuse') => done('POST /sandbox/providers/invoicing', { body: { mode } });

/** Customer without reminders, since one of the day would use up its only contact. */
async function debtor(country: CountryCode, options: { membership?: boolean } = {}): Promise<TestBorrower> {
  const one = await createBorrower(country, options);
  await done('POST /api/v3/preferences', { country, token: one.token, body: { reminders: false } });
  return one;
}

/** Moves the clock to noon of a day on which calls are allowed, and waits until the day before has closed. */
async function goToOfficeHours(): Promise<void> {
  const { now } = await done('GET /sandbox/clock', {});
  let day = addDays(calendarDate(now.slice(0, 10)), chargedAfterDays);
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

    // At 768 and 360 px nothing is cut off, on the queue and a case.
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

    // The debt of a chosen day is the one of that day.
    const field = page.getByLabel('Cuánto va a deber el');
    await field.waitFor();
    const later = addDays(calendarDate(await field.inputValue()), 9);
    await field.fill(later);
    await expect.poll(() => page.getByText(`El ${formatDate(later)} va a deber`).isVisible()).toBe(true);
  });
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

describe('a close', () => {
  const country = 'AR';
  const name = packOf(country).country;

  test('a month is prepared, its journal read, closed by two people and taken away as files', async () => {
    const desk = await browser.open(wide);
    await signInAs(desk, url, 'Contaduría');
    await goByKey(desk, 'Cierre');
    const next = desk.getByRole('region', { name: new RegExp(`^${name}: `) });
    await next.waitFor();
    await expect
      .poll(
        async () => {
          await desk.reload();
          await next.waitFor();
          return next.getByRole('button', { name: /Preparar/ }).count();
        },
        { timeout: 90_000 },
      )
      .toBe(1);
    await expectAccessible(desk);
    await pressByKey(desk, next.getByRole('button', { name: /Preparar/ }));
    await next.getByRole('link', { name: 'Ver el diario y cerrar' }).waitFor({ timeout: 30_000 });
    await pressByKey(desk, next.getByRole('link', { name: 'Ver el diario y cerrar' }));
    const journal = desk.getByRole('table', { name: 'Diario, por asiento y cuenta' });
    await journal.getByRole('row', { name: /Capital a cobrar/ }).waitFor();
    await journal.getByRole('row', { name: /Previsión por incobrables/ }).waitFor();
    await expectAccessible(desk);
    for (const width of [360, 768]) {
      await desk.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(desk);
    }
    await desk.setViewportSize(wide);
    await press(desk, 'Cerrar el mes');
    await desk.getByRole('dialog').waitFor();
    await typeByKey(desk, desk.getByLabel('Explicación', { exact: true }), 'Fin de mes');
    await press(desk, 'Pedir aprobación');
    await desk.getByText('Espera aprobación: lo pidió').first().waitFor();

    const head = await openApprovals(browser, url);
    const pending = requestCard(head, `Cierre de`);
    const read = pending.getByRole('table', { name: 'Diario, por asiento y cuenta' });
    await read
      .getByRole('row', { name: /Capital a cobrar/ })
      .first()
      .waitFor();
    await read.getByRole('row', { name: /^Total/ }).waitFor();
    await pressByKey(head, pending.getByRole('button', { name: 'Aprobar' }));
    await head.getByText('Aprobado.').waitFor();

    await desk.reload();
    await desk.getByText('Cerrado, n.º 1').waitFor();
    await head.goto(`${url}/deudores?pais=${country}`);
    await reloadUntil(head, head.getByRole('table', { name: 'Deudores del cierre' }));
    for (const file of ['Diario, CSV', 'Préstamos, XLSX']) {
      const coming = desk.waitForEvent('download');
      await pressByKey(desk, desk.getByRole('button', { name: file }));
      expect((await coming).suggestedFilename()).toMatch(
        new RegExp(`^cierre-${country.toLowerCase()}-1-\\d{4}-\\d\\d-`),
      );
    }
  });
});

test('what the law decides is confirmed by two people, from a day on', async () => {
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Contaduría', '/valores');
  const what = 'Previsiones por clase, Argentina';
  const row = desk.getByRole('row', { name: /^Previsiones por clase Argentina/ });
  await row.getByText('Sin confirmar').waitFor();
  await expectAccessible(desk);
  await press(desk, `Confirmar: ${what}`);
  const dialog = desk.getByRole('dialog');
  await dialog.getByText('Falta que lo confirme el contador.').waitFor();
  const { now } = await done('GET /sandbox/clock', {});
  await pickDayByKey(desk, dialog.getByLabel('Vale desde el día'), localDate(new Date(now), 'AR'));
  await typeByKey(desk, dialog.getByLabel('Explicación', { exact: true }), 'Lo dijo el contador');
  await press(desk, 'Pedir aprobación');
  await row.getByText('Espera aprobación: lo pidió').waitFor();

  await approveByCall(url, 'Lo dijo el contador', 'Cumplimiento');
  await desk.reload();
  await row.getByText('Confirmado desde el').waitFor();
  await desk.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(desk);
});

async function signedIn(role: string): Promise<Page> {
  const page = await browser.open(wide);
  await signInAs(page, url, role);
  return page;
}

/** Confirms the open dialog, and has a second person approve the request with these words. */
async function confirmByTwo(desk: Page, second: string, words: string): Promise<void> {
  expect(await confirmMoney(desk, 'Lo pidió por teléfono')).toBe(true);
  const other = await signedIn(second);
  await goTo(other, 'Aprobaciones');
  await approveByKey(other, requestCard(other, words));
}

/** Reloads until the work of the product shows. */
async function reloadUntil(page: Page, sight: Locator, count = 1): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        return sight.count();
      },
      { timeout: dayMs },
    )
    .toBeGreaterThanOrEqual(count);
}

test('the unpaid price of a membership is waived by two people, and nobody asks for it again', async () => {
  const { country, token, document } = member;
  const body = { document_type: 1, document_number: document };
  const { model } = await eventually(
    () => done('POST /api/v3/balance', { country, token, body }),
    (answer) => answer.model.membership_debts.length === 1,
    dayMs,
  );
  const owed = formatMoney(model.membership_debts[0].amount);
  const page = await browser.open({ country, token: member });
  await page.goto(`/balance/1/${document}`);
  await page.getByText(`Debés ${owed} de tu membresía Wayni+`).waitFor();

  const desk = await signedIn('Tesorería');
  await openMoney(desk, 'Membresías que se deben');
  const row = desk.getByRole('row').filter({ hasText: owed });
  await pressByKey(desk, row.getByRole('button', { name: /^No cobrar la membresía/ }));
  await desk.getByRole('dialog', { name: 'No cobrar la membresía de Ana Prueba' }).waitFor();
  await expectAccessible(desk);
  await confirmByTwo(desk, 'Jefatura', 'No cobrar una membresía');
  await desk.reload();
  await desk.getByText('Nadie debe una membresía').waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('de tu membresía').waitFor({ state: 'detached' });
  const { model: after } = await done('POST /api/v3/balance', { country, token, body });
  expect(after.membership_debts).toEqual([]);
});

describe('invoices that the authority refuses', () => {
  const refused = (desk: Page) => desk.getByRole('row').filter({ hasText: 'Rechazada' });
  const openView = (desk: Page, view: string) =>
    desk.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name: view }).click();

  test('are sent again, settled by hand, and their series resumed', async () => {
    const desk = await signedIn('Tesorería');
    await goTo(desk, 'Facturas');
    await desk.getByLabel('País').selectOption('Argentina');
    await reloadUntil(desk, refused(desk), 3);
    const series = desk.getByRole('row').filter({ hasText: 'Tres rechazos seguidos con el código' });
    await series.getByText('Parada').waitFor();
    await expectAccessible(desk);
    await desk.setViewportSize({ width: 360, height: 740 });
    await desk.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectNoSidewaysScroll(desk);
    await desk.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    await desk.setViewportSize(wide);
    await setAuthority('ok');

    await pressByKey(desk, series.getByRole('button', { name: 'Reanudar Factura' }));
    await typeByKey(desk, desk.getByRole('dialog').getByLabel('Explicación'), 'Era el padrón');
    await press(desk, 'Reanudar');
    await series.waitFor({ state: 'detached' });

    const sent = refused(desk).first();
    const number = (await sent.innerText()).match(/préstamo (\d+)/)?.[1] ?? '';
    await pressByKey(desk, sent.getByRole('button', { name: /^Mandar otra vez/ }));
    await desk.getByRole('dialog').getByText('La autoridad contestó: ').waitFor();
    await typeByKey(desk, desk.getByRole('dialog').getByLabel('Explicación'), 'El padrón ya lo tiene');
    await expectAccessible(desk);
    await press(desk, 'Mandar');
    await desk.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => refused(desk).count()).toBe(2);

    // Without the notice of what was sent.
    await desk.reload();
    const settled = refused(desk).first();
    await pressByKey(desk, settled.getByRole('button', { name: /^Dar por resuelta/ }));
    await attachReceipt(desk, 'hecha-a-mano.pdf');
    await confirmByTwo(desk, 'Contaduría', 'Dar por resuelta una factura');
    await desk.reload();
    await expect.poll(() => refused(desk).count()).toBe(1);
    await openView(desk, 'Resueltas a mano');
    await desk.getByRole('link', { name: /^Comprobante \d+$/ }).waitFor();

    await openView(desk, 'Emitidas');
    await reloadUntil(desk, desk.getByRole('row').filter({ hasText: `préstamo ${number}` }));
  });
});
