import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { createBorrower, type TestBorrower } from '../testing/borrower.ts';
import {
  advanceClock,
  approveByKey,
  attachReceipt,
  confirmMoney,
  goTo,
  openMoney,
  press,
  requestCard,
  signInAs,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { pressByKey, typeByKey } from '../testing/keyboard.ts';
import { formatMoney } from '../testing/money.ts';
import type { RunningProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';

/** Debts and documents that the day's work leaves to people: the price of a membership without a card, and refused invoices. */

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
  member = await createBorrower('UY', { membership: true });
  // Three refusals with one code stop a series.
  for (let loans = 0; loans < 3; loans += 1) await createBorrower('AR');
  // The membership's charging day and the first due dates have passed.
  await advanceClock(product, 'P40D');
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };
/** The work of a day, in a worker that is busy with all of it. */
const dayMs = 60_000;

const setAuthority = (mode: 'ok' | 'refuse') => done('POST /sandbox/providers/invoicing', { body: { mode } });

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
