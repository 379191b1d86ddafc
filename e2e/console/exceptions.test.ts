import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../src/countries/local-time.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import {
  approveByCall,
  approveByKey,
  expectAccessibleInBoth,
  goByKey,
  openApprovals,
  press,
  requestCard,
  signInAs,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { chooseByKey, pickDayByKey, pressByKey, typeByKey } from '../testing/keyboard.ts';
import { createLead, done, type TestLead } from '../testing/journey.ts';
import { openOffer } from '../testing/offer-steps.ts';
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
  await press(desk, 'Empezar a decidir');
  await desk.getByRole('heading', { name: 'Reglas que se cumplieron' }).waitFor();
  await desk.getByText('La central no respondió.', { exact: false }).waitFor();
  await desk.getByText('Son menos de cinco', { exact: false }).waitFor();
  await expectAccessible(desk);

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

test('the screens are accessible 768 px wide and dark, 1280 px wide and light', async () => {
  await duringOutage();
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Análisis');
  for (const path of ['/excepciones', '/reglas', '/tablero']) {
    await desk.goto(url + path);
    await desk.getByRole('table').first().waitFor();
    await expectAccessibleInBoth(desk);
  }
  await desk.goto(`${url}/excepciones`);
  await desk.getByRole('rowheader').first().getByRole('link').click();
  await desk.getByRole('heading', { name: 'Datos', exact: true }).waitFor();
  await expectAccessibleInBoth(desk);
});
