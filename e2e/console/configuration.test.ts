import { afterAll, beforeAll, expect, test } from 'vitest';
import { holidaysOf } from '../../src/countries/holidays.ts';
import { localDate } from '../../src/countries/local-time.ts';
import { addBusinessDays, addDays, formatDate } from '../../src/domain/calendar-date.ts';
import {
  advanceClock,
  approveByCall,
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
import { chooseByKey, pressByKey, tickByKey, typeByKey } from '../testing/keyboard.ts';
import { done } from '../testing/journey.ts';
import type { RunningProduct } from '../testing/product.ts';
import { inView } from '../testing/seen.ts';
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
