import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { expectAccessible } from '../testing/axe.ts';
import { approveByCall, press, signInAs, startConsole } from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { confirmLoan, done } from '../testing/journey.ts';
import { pressByKey, typeByKey } from '../testing/keyboard.ts';
import { advance } from '../testing/payouts.ts';
import type { RunningProduct } from '../testing/product.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';
import { lookAt } from '../testing/target.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole());
  lookAt(product.port);
});
beforeEach(() => done('POST /sandbox/disbursement', { body: { mode: 'manual' } }));
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };

/** Fills a dialog's explanation and sends it. */
async function explain(desk: Page, why: string, action: string): Promise<void> {
  const dialog = desk.getByRole('dialog');
  await expectAccessible(desk);
  await typeByKey(desk, dialog.getByLabel('Explicación'), why);
  await pressByKey(desk, dialog.getByRole('button', { name: action, exact: true }));
}

test('payouts of a country are stopped by one person and go on after two; one above the cap of the day leaves after two', async () => {
  const account = await createReadyCustomer('AR');
  const loan = await confirmLoan(account);
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Tesorería', '/envios');
  await press(desk, 'Tiempos, detener y tope de Argentina');
  await press(desk, 'Detener los envíos de Argentina');
  await explain(desk, 'El banco rechaza todo', 'Detener');
  await desk.getByText('Argentina: envíos detenidos').waitFor();
  const page = await browser.open({ country: 'AR', token: account });
  await page.goto(`/ver-prestamo/${loan}`);
  await page.getByText('El dinero todavía no salió y no podemos decirte el día.').waitFor();

  await press(desk, 'Reanudar los envíos de Argentina');
  await explain(desk, 'El banco avisó que ya anda', 'Pedir aprobación');
  await desk
    .getByText(/Espera aprobación/)
    .first()
    .waitFor();
  await approveByCall(url, 'El banco avisó que ya anda');
  await desk.reload();
  await press(desk, 'Tiempos, detener y tope de Argentina');
  await press(desk, 'Tope diario de Argentina');
  await desk.getByLabel(/^Tope por día/).fill('100');
  await desk.getByText('Hay envíos más grandes que este tope').waitFor();
  await explain(desk, 'Quedan pocos fondos', 'Pedir aprobación');
  await approveByCall(url, 'Quedan pocos fondos');
  await desk.reload();
  await desk.getByText(/el tope por sí solo/).waitFor();

  await desk
    .getByRole('link', { name: /^Préstamo \d+$/ })
    .first()
    .click();
  await press(desk, 'Enviar por encima del tope');
  await explain(desk, 'Hay fondos para este', 'Pedir aprobación');
  await approveByCall(url, 'Hay fondos para este');
  await advance(loan, 'ok');
  await advance(loan, 'ok');
  await desk.reload();
  await expectAccessible(desk);
  await page.goto(`/ver-prestamo-old/${loan}`);
  await page.getByText('El dinero de tu préstamo ya está disponible.').waitFor();
});
