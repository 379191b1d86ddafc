import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../src/countries/local-time.ts';
import { addDays } from '../../src/domain/calendar-date.ts';
import {
  expectAccessibleInBoth,
  goByKey,
  goTo,
  openApprovals,
  press,
  requestCard,
  signInAs,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { chooseByKey, pickDayByKey, pressByKey, typeByKey } from '../testing/keyboard.ts';
import { createLead, done } from '../testing/journey.ts';
import { formatRoundMoney } from '../testing/money.ts';
import { answerOf, openOffer } from '../testing/offer-steps.ts';
import type { RunningProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole());
  lookAt(product.port);
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };

/** Argentina's day after the product's, whose clock a previous attempt may have advanced. */
async function tomorrow(): Promise<string> {
  const { now } = await done('GET /sandbox/clock', {});
  return addDays(localDate(new Date(now), 'AR'), 1);
}

/** Tabs to a field and overwrites its text. */
const type = (page: Page, label: string, text: string) =>
  typeByKey(page, page.getByLabel(label, { exact: true }), text);

test('a price list is copied, checked, approved by a second person and offered from its day on, by keyboard', async () => {
  const name = `ar-${randomUUID().slice(0, 8)}`;
  const rate = randomInt(200, 250);
  const before = await createLead('AR', { lastDigit: 8 });
  const held = (await answerOf(before)).result.max_option.no_membership.plans;

  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Análisis');
  await goByKey(desk, 'Precios');
  await press(desk, 'Copiar: ar-1');
  await desk.getByRole('dialog').waitFor();
  await type(desk, 'Nombre de la lista nueva', name);
  await desk.keyboard.press('Enter');
  await desk.getByRole('heading', { name: `Borrador ${name}`, level: 1 }).waitFor();
  await type(desk, 'TNA, %, sin membresía', '-3');
  await type(desk, 'TNA, %, con membresía', '180');
  await press(desk, 'Guardar');
  await desk.getByText('La tasa tiene que ser mayor que 0 y hasta 2.000 %.').first().waitFor();
  expect(await desk.getByRole('button', { name: 'Poner en vigencia' }).isDisabled()).toBe(true);
  await type(desk, 'TNA, %, sin membresía', `${rate},5`);
  await press(desk, 'Guardar');
  await desk.getByText('La lista no tiene errores ni huecos.').waitFor();
  await chooseByKey(desk, desk.getByLabel('Monto de la muestra'), '$999.000');
  const sample = desk
    .getByRole('table', { name: 'Sin membresía, $999.000' })
    .getByRole('row', { name: /^12 / });
  await sample
    .getByText(/^hoy \$/)
    .first()
    .waitFor();
  const shown = (await sample.getByRole('cell').first().innerText()).split('\n');
  await press(desk, 'Poner en vigencia');
  await desk.getByRole('dialog').waitFor();
  await pickDayByKey(desk, desk.getByLabel('Rige desde'), await tomorrow());
  await type(desk, 'Explicación', 'Bajó el costo del dinero');
  await press(desk, 'Pedir aprobación');
  await desk.getByText('Espera aprobación: la pidió Andrés Análisis.').waitFor();

  const head = await openApprovals(browser, url);
  const pending = requestCard(head, name);
  await pending.getByRole('row', { name: new RegExp(`^TNA .*${rate},50%`) }).waitFor();
  await pressByKey(head, pending.getByRole('button', { name: 'Aprobar' }));
  await head.getByText('Aprobado.').waitFor();
  await goByKey(head, 'Precios');
  await head.getByRole('row', { name }).getByText('Programada').waitFor();

  const { price_lists: coming } = await done('GET /sandbox/state', { country: 'AR' });
  const { id } = coming.find((list: { name: string }) => list.name === name);
  await done(`POST /sandbox/price-lists/${id}/start`, { country: 'AR' });
  const lead = await createLead('AR', { lastDigit: 8 });
  const twelve = (await answerOf(lead)).result.max_option.no_membership.plans.find(
    (plan: { installmentsQuantity: number }) => plan.installmentsQuantity === 12,
  );
  const money = (units: number) => units.toLocaleString('es-AR', { minimumFractionDigits: 2 });
  expect(shown).toEqual([
    `$${money(twelve.payment)}`,
    `hoy $${money(held.find((plan: { installmentsQuantity: number }) => plan.installmentsQuantity === 12).payment)}`,
  ]);
  const page = await openOffer(browser, lead);
  await page.getByRole('tab', { name: 'Basic' }).click();
  const chosen = page.getByRole('radio', { name: /^12 cuotas/ });
  await chosen.waitFor();
  expect(await chosen.getAttribute('aria-label')).toContain(
    `12 cuotas de ${formatRoundMoney(twelve.payment)}`,
  );
  // Existing offers keep their terms.
  const kept = (await answerOf(before)).result.max_option.no_membership.plans;
  expect(kept.map((plan: { payment: number }) => plan.payment)).toEqual(
    held.map((plan: { payment: number }) => plan.payment),
  );
});

test('the screens of prices are accessible 768 px wide and dark, 1280 px wide and light', async () => {
  const desk = await browser.open(wide);
  const look = () => expectAccessibleInBoth(desk);
  await signInAs(desk, url, 'Análisis', '/precios');
  await desk.getByRole('button', { name: 'Copiar: uy-1' }).click();
  await desk.getByLabel('Nombre de la lista nueva').fill(`uy-${randomUUID().slice(0, 8)}`);
  await look();
  await desk.getByRole('button', { name: 'Copiar', exact: true }).click();
  await desk.getByRole('table', { name: /^Con membresía/ }).waitFor();
  await look();
  await desk.getByRole('button', { name: 'Poner en vigencia' }).click();
  await look();
  await desk.keyboard.press('Escape');
  await desk.getByLabel('Máximo, fila 2', { exact: true }).fill('1');
  await desk.getByRole('button', { name: 'Guardar' }).click();
  await desk.getByText('Para corregir').waitFor();
  await look();
  await goTo(desk, 'Precios');
  await desk.getByRole('table', { name: /^Listas de precios/ }).waitFor();
  await look();
  await desk.getByRole('link', { name: 'uy-1', exact: true }).first().click();
  await desk.getByRole('heading', { name: 'Lista uy-1' }).waitFor();
  await look();
});
