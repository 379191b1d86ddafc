import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holidaysOf } from '../../src/countries/holidays.ts';
import { localDate } from '../../src/countries/local-time.ts';
import { addBusinessDays, addDays, formatDate } from '../../src/domain/calendar-date.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import {
  advanceClock,
  approveByCall,
  approveByKey,
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
import { chooseByKey, pickDayByKey, pressByKey, tabTo, tickByKey, typeByKey } from '../testing/keyboard.ts';
import { createLead, done, type TestLead } from '../testing/journey.ts';
import { formatRoundMoney } from '../testing/money.ts';
import { answerOf, openOffer } from '../testing/offer-steps.ts';
import type { RunningProduct } from '../testing/product.ts';
import { inView } from '../testing/seen.ts';
import { lookAt } from '../testing/target.ts';

/** What staff decide for all borrowers: settings, holidays, prices and credit rules. */

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole());
  lookAt(product.port);
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };

const publicly = async (name: string, country: 'AR' | 'UY' = 'AR') =>
  (await done('GET /api/v3/enviroments', { country })).model[name] as string;

test('a value is changed, refused when it is wrong, and undone by keyboard; borrowers have it at once', async () => {
  const before = await publicly('whatsapp-onboarding-top');
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Administración');
  await goByKey(desk, 'Configuración');
  await typeByKey(desk, desk.getByLabel('Buscar', { exact: true }), 'Espera del botón de WhatsApp');
  await press(desk, 'Cambiar: Espera del botón de WhatsApp, Argentina');
  const dialog = desk.getByRole('dialog');
  const value = dialog.getByLabel('Valor', { exact: true });
  const words = dialog.getByLabel('Explicación', { exact: true });
  await typeByKey(desk, value, '9999');
  await typeByKey(desk, words, 'Pide menos espera');
  await press(desk, 'Guardar');
  await dialog.getByText(/entre 0 y 3600/).waitFor();
  await typeByKey(desk, value, '60');
  await press(desk, 'Guardar');
  await desk.getByText('Guardado: rige desde ahora.').waitFor();
  expect(await publicly('whatsapp-onboarding-top')).toBe('60');
  await press(desk, 'Historia: Espera del botón de WhatsApp, Argentina');
  await dialog.getByText(/^Ada Administración, .* Pide menos espera$/).waitFor();
  await press(desk, 'Deshacer: volver a lo de antes, 120 (el del programa)');
  await typeByKey(desk, words, 'Era de prueba');
  await press(desk, 'Guardar');
  await desk.getByText('Cambiado', { exact: true }).waitFor({ state: 'detached' });
  expect(await publicly('whatsapp-onboarding-top')).toBe(before);
});

test('the phone of the help waits for a second person', async () => {
  const before = await publicly('whatsapp-support');
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Administración', '/configuracion');
  await desk.getByRole('button', { name: 'Cambiar: WhatsApp de soporte, Argentina' }).click();
  const dialog = desk.getByRole('dialog');
  await typeByKey(desk, dialog.getByLabel('Valor', { exact: true }), '5491144445555');
  await typeByKey(desk, dialog.getByLabel('Explicación', { exact: true }), 'Número nuevo');
  await press(desk, 'Pedir aprobación');
  const row = desk.getByRole('row', { name: /^WhatsApp de soporte/ });
  await row.getByText('Ada Administración pidió: 5491144445555').waitFor();
  expect(await inView(row)).toBe(true);
  expect(await inView(desk.getByText('Espera aprobación: se hace cuando otra persona lo apruebe.'))).toBe(
    true,
  );
  expect(await publicly('whatsapp-support')).toBe(before);
  await approveByCall(url, '5491144445555');
  expect(await publicly('whatsapp-support')).toBe('5491144445555');
});

test('a payment method gets a limit and another leaves, once a second person approves: by keyboard', async () => {
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Análisis', '/configuracion');
  await chooseByKey(desk, desk.getByLabel('Tema'), 'Medios de pago');
  await press(desk, 'Cambiar: Medios de pago, Argentina');
  await tickByKey(desk, desk.getByRole('checkbox', { name: 'Pago Fácil', exact: true }));
  await typeByKey(desk, desk.getByLabel('Hasta cuánto, Rapipago'), '50000');
  await press(desk, 'Subir Transferencia bancaria');
  await typeByKey(desk, desk.getByLabel('Explicación', { exact: true }), 'Termina el contrato con la red');
  await press(desk, 'Pedir aprobación');
  await desk
    .getByText(/^Andrés Análisis pidió: Transferencia bancaria, Rapipago \(hasta \$50\.000\)/)
    .waitFor();
  expect(await publicly('payment-methods')).toContain('pago-facil');
  const head = await openApprovals(browser, url);
  const pending = requestCard(head, /Medios de pago/);
  await pressByKey(head, pending.getByRole('button', { name: 'Aprobar' }));
  await head.getByText('Aprobado.').waitFor();
  expect(await publicly('payment-methods')).toBe('bank-transfer,rapipago:50000,debit-card,mercado-pago');
  await goByKey(head, 'Configuración');
  await head.getByText('Transferencia bancaria, Rapipago (hasta $50.000)').waitFor();
});

test('a bank holiday holds for borrowers once a second person approves: by keyboard', async () => {
  const [country, name] = ['AR', 'Argentina'] as const;
  const soon = addDays(localDate(new Date(), country), 20);
  const day = addBusinessDays(soon, 1, holidaysOf(country));
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Análisis', '/valores');
  await press(desk, `Agregar feriados, ${name}`);
  const days = desk.getByLabel('Uno por línea: día y nombre');
  await typeByKey(desk, days, `${formatDate(addDays(soon, -90))} Ya pasó`);
  await typeByKey(desk, desk.getByLabel('Explicación', { exact: true }), 'Lo decretaron hoy');
  await press(desk, 'Pedir aprobación');
  await desk.getByRole('dialog').getByRole('alert').waitFor();
  await typeByKey(desk, days, `${formatDate(day)} Duelo nacional`);
  await press(desk, 'Pedir aprobación');
  await desk
    .getByText(/^Queda pendiente|[Ee]spera aprobación/)
    .first()
    .waitFor();
  expect(await publicly('holidays', country)).toBe('');

  const head = await openApprovals(browser, url);
  const pending = requestCard(head, new RegExp(`Feriados bancarios.*${name}`));
  await pressByKey(head, pending.getByRole('button', { name: 'Aprobar' }));
  await head.getByText('Aprobado.').waitFor();
  await goByKey(head, 'Valores por fecha');
  await press(head, `Ver cambios: feriados, ${name}`);
  await head.getByRole('dialog').getByText('Duelo nacional').waitFor();
  // All processes apply it at the same time, a minute later.
  await advanceClock(product, 'PT61S');
  await expect.poll(() => publicly('holidays', country), { timeout: 20_000 }).toBe(`+${day}`);
});

test('the screens are accessible 768 px wide and dark, 1280 px wide and light', async () => {
  const desk = await browser.open(wide);
  const look = () => expectAccessibleInBoth(desk);
  const dialog = async (button: string) => {
    await desk.getByRole('button', { name: button }).first().click();
    await desk.getByRole('dialog').waitFor();
    await look();
    await desk.keyboard.press('Escape');
    await desk.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await signInAs(desk, url, 'Jefatura');
  await desk.getByRole('link', { name: 'Valores por fecha para cargar' }).waitFor();
  await look();
  await goTo(desk, 'Configuración');
  await desk.getByRole('table', { name: 'Links' }).waitFor();
  await look();
  for (const button of [
    'Cambiar: Medios de pago, Argentina',
    'Cambiar: Invitación, Uruguay',
    'Historia: Medios de pago, Argentina',
  ])
    await dialog(button);
  await goTo(desk, 'Valores por fecha');
  for (const name of [/^Argentina, /, /^Uruguay, /]) await desk.locator('summary', { hasText: name }).click();
  await desk.getByRole('table', { name: /^Feriados bancarios: Argentina/ }).waitFor();
  await look();
  for (const button of [
    'Cargar: Valor de la UI',
    'Ver todos: Tope legal de la tasa',
    'Agregar feriados, Argentina',
    'Ver cambios: feriados, Uruguay',
    'Quitar: ',
  ])
    await dialog(button);
});

/** Argentina's day after the product's, whose clock a previous attempt may have advanced. */
async function tomorrow(): Promise<string> {
  const { now } = await done('GET /sandbox/clock', {});
  return addDays(localDate(new Date(now), 'AR'), 1);
}

/** Tabs to a field and overwrites its text. */
const type = (page: Page, label: string, text: string) =>
  typeByKey(page, page.getByLabel(label, { exact: true }), text);

test('a price list is copied, checked, approved by a second person and offered from its day on, by keyboard; its screens are accessible', async () => {
  const name = `ar-${randomUUID().slice(0, 8)}`;
  const rate = randomInt(200, 250);
  const before = await createLead('AR', { lastDigit: 8 });
  const held = (await answerOf(before)).result.max_option.no_membership.plans;

  const desk = await browser.open(wide);
  const look = () => expectAccessibleInBoth(desk);
  await signInAs(desk, url, 'Análisis');
  await goByKey(desk, 'Precios');
  await press(desk, 'Copiar: ar-1');
  await desk.getByRole('dialog').waitFor();
  await type(desk, 'Nombre de la lista nueva', name);
  await look();
  await desk.keyboard.press('Enter');
  await desk.getByRole('heading', { name: `Borrador ${name}`, level: 1 }).waitFor();
  await desk.getByRole('table', { name: /^Con membresía/ }).waitFor();
  await look();
  await type(desk, 'TNA, %, sin membresía', '-3');
  await type(desk, 'TNA, %, con membresía', '180');
  // Typed after Tab, as in any field, it replaces the amount.
  const most = desk.getByLabel('Máximo, ARS', { exact: true });
  const again = (await most.inputValue()).replaceAll(/\D/g, '');
  await tabTo(desk, most);
  await desk.keyboard.type(again);
  expect(await most.inputValue()).toBe(again);
  await press(desk, 'Guardar');
  await desk.getByText('La tasa tiene que ser mayor que 0 y hasta 2.000 %.').first().waitFor();
  expect(await desk.getByRole('button', { name: 'Poner en vigencia' }).isDisabled()).toBe(true);
  await desk.getByText('Para corregir').waitFor();
  await look();
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
  await look();
  await pickDayByKey(desk, desk.getByLabel('Rige desde'), await tomorrow());
  await type(desk, 'Explicación', 'Bajó el costo del dinero');
  await press(desk, 'Pedir aprobación');
  await desk.getByText('Espera aprobación: la pidió Andrés Análisis.').waitFor();
  await goTo(desk, 'Precios');
  await desk.getByRole('table', { name: /^Listas de precios/ }).waitFor();
  await look();
  await desk.getByRole('link', { name: 'ar-1', exact: true }).first().click();
  await desk.getByRole('heading', { name: 'Lista ar-1' }).waitFor();
  await look();

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

const bureau = (mode: 'ok' | 'down') => done('POST /sandbox/providers/bureau', { body: { mode } });

/** Signs up a person while the bureau is down. */
async function duringOutage(): Promise<TestLead> {
  await bureau('down');
  const lead = await createLead('AR');
  await bureau('ok');
  return lead;
}

async function waiting(lead: TestLead, options: object = {}): Promise<Page> {
  const page = await browser.open({ country: 'AR', ...options });
  await page.goto(`/vendors/${lead.hash}`);
  await page.getByText('Una persona mira tu solicitud', { exact: false }).waitFor();
  return page;
}

const explain = (page: Page, text: string) =>
  typeByKey(page, page.getByRole('dialog').getByLabel('Explicación'), text);

test('whom the bureau says nothing about is decided by people, by keyboard, and reads the answer', async () => {
  const [lower, higher, refused] = [await duringOutage(), await duringOutage(), await duringOutage()];
  const page = await waiting(lower);
  await page.getByText('Te respondemos a más tardar el', { exact: false }).waitFor();
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [768, 'light'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }

  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Análisis');
  await goByKey(desk, 'Excepciones');
  await desk.getByRole('table').first().waitFor();
  await expectAccessibleInBoth(desk);
  await press(desk, 'Empezar a decidir');
  await desk.getByRole('heading', { name: 'Reglas que se cumplieron' }).waitFor();
  await desk.getByText('La central no respondió.', { exact: false }).waitFor();
  await desk.getByText('Son menos de cinco', { exact: false }).waitFor();
  await desk.getByRole('heading', { name: 'Datos', exact: true }).waitFor();
  await expectAccessibleInBoth(desk);

  await desk.keyboard.press('a');
  await explain(desk, 'Mostró su recibo de sueldo');
  await pressByKey(desk, desk.getByRole('dialog').getByRole('button', { name: 'Aprobar' }));
  await desk.getByText('Solicitud aprobada.').waitFor();
  await openOffer(browser, lower);

  await desk.keyboard.press('e');
  await explain(desk, 'Es cliente desde hace años');
  await pressByKey(desk, desk.getByRole('dialog').getByRole('button', { name: 'Pedir aprobación' }));
  await desk.getByText('Espera aprobación', { exact: false }).first().waitFor();
  await waiting(higher);

  await desk.keyboard.press('r');
  await explain(desk, 'Los datos no alcanzan');
  await pressByKey(desk, desk.getByRole('dialog').getByRole('button', { name: 'Rechazar' }));
  await desk.getByText('Solicitud rechazada.').waitFor();
  const read = await browser.open({ country: 'AR', width: 360, height: 740 });
  await read.goto(`/vendors/${refused.hash}`);
  await read.getByRole('heading', { name: 'El motivo principal' }).waitFor();
  await read.getByRole('heading', { name: 'Dónde corregirlo' }).waitFor();
  await expectAccessible(read);
  await expectNoSidewaysScroll(read);

  await approveByCall(url, /exception/);
  await openOffer(browser, higher);
});

test('rules are copied, compared with last month and activated by a second person', async () => {
  const name = `ar-${randomUUID().slice(0, 8)}`;
  for (const lastDigit of [3, 8]) await createLead('AR', { lastDigit });
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Análisis', '/reglas');
  await desk.getByRole('table').first().waitFor();
  await expectAccessibleInBoth(desk);
  await press(desk, 'Copiar: ar-inicial');
  await desk.getByRole('dialog').waitFor();
  await typeByKey(desk, desk.getByLabel('Nombre de las reglas nuevas'), name);
  await desk.keyboard.press('Enter');
  await desk.getByRole('heading', { name: `Borrador ${name}`, level: 1 }).waitFor();
  await press(desk, 'Agregar una regla');
  const rule = desk.getByRole('group', { name: 'Regla 1', exact: true });
  await chooseByKey(desk, rule.getByLabel('Resultado'), 'Lo decide una persona');
  await typeByKey(desk, rule.getByLabel('Código'), 'nota-baja');
  await typeByKey(desk, rule.getByLabel('Valor'), '5');
  await press(desk, 'Guardar');
  await press(desk, 'Comparar');
  await desk.getByText(/solicitudes comparadas: cambiarían [1-9]/).waitFor();
  await desk
    .getByRole('row', { name: /lo mira una persona/ })
    .first()
    .waitFor();
  await expectAccessible(desk);
  await press(desk, 'Poner en vigencia');
  await desk.getByRole('dialog').waitFor();
  const { now } = await done('GET /sandbox/clock', {});
  await pickDayByKey(desk, desk.getByLabel('Rigen desde'), localDate(new Date(now), 'AR'));
  await explain(desk, 'Muchos atrasos en las notas bajas');
  await press(desk, 'Pedir aprobación');
  await desk.getByText('Espera aprobación: la pidió Andrés Análisis.').waitFor();

  const head = await openApprovals(browser, url);
  const request = requestCard(head, name);
  await request.getByText('Cambiarían').first().waitFor();
  await approveByKey(head, request);
  await goByKey(head, 'Reglas de crédito');
  await head.getByRole('row', { name }).getByText('Vigente').waitFor();

  await waiting(await createLead('AR', { lastDigit: 3 }));
  await openOffer(browser, await createLead('AR', { lastDigit: 8 }));
  expect(await head.getByRole('row', { name: 'ar-inicial' }).getByText('Reemplazada').count()).toBe(1);
});
