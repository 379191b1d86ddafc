import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { next } from '../testing/apply-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import {
  approveByCall,
  expectAccessibleInBoth,
  goTo,
  openApprovals,
  press,
  requestCard,
  signInAs,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { pressByKey, typeByKey } from '../testing/keyboard.ts';
import { chooseProposal, confirmLoan, done, newCbu } from '../testing/journey.ts';
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
const receipt = {
  name: 'extracto.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7 extracto'),
};

/** Opens the newest payout of a view. */
async function openNewest(desk: Page, view: string): Promise<void> {
  await goTo(desk, 'Envíos');
  await desk.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name: view }).click();
  await desk.getByRole('combobox', { name: 'País' }).selectOption('Argentina');
  await desk
    .getByRole('link', { name: /^Préstamo \d+$/ })
    .last()
    .click();
  await desk.getByRole('heading', { name: /^Envío del préstamo/, level: 1 }).waitFor();
}

test('a transfer that fails is corrected by its borrower, paid once, and seen by them', async () => {
  const account = await createReadyCustomer('AR');
  const failed = await confirmLoan(account);
  await advance(failed, 'ok');
  await advance(failed, 'failed');

  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Atención');
  await openNewest(desk, 'Fallidos');
  await desk.getByText('Falta otra cuenta').waitFor();
  await press(desk, 'Pedir otra cuenta');
  await desk.getByRole('dialog').waitFor();
  await expectAccessible(desk);
  await desk.getByLabel('Explicación').focus();
  await desk.keyboard.type('La cuenta no existe');
  await press(desk, 'Mandar el link');
  await desk.getByText('El link para corregir la cuenta está en camino.').waitFor();

  const page = await browser.open({ width: 360, height: 740, token: account });
  await chooseProposal(page, account);
  await page.goto(`/ver-prestamo/${failed}`);
  await page.getByRole('heading', { name: 'No pudimos enviarte el dinero' }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // The welcome, where a login leads, says it too.
  await page.goto('/bienvenido');
  await page.getByText('No pudimos enviarte el dinero').waitFor();
  await page.getByRole('button', { name: 'Continuar mi solicitud' }).waitFor();
  await page.getByRole('button', { name: 'Corregir mi cuenta' }).click();
  await page.getByText(/Rechazada$/).waitFor();
  await page.getByRole('radio', { name: /Otra cuenta/, checked: true }).waitFor();
  await page.getByLabel('CBU, CVU o alias').fill(newCbu());
  await next(page).click();
  await page.getByText('La cuenta bancaria ha sido creada.').waitFor();
  await page.goto('/revisar');
  await page.getByRole('checkbox', { name: /Acepto los términos/ }).check();
  await page.getByRole('checkbox', { name: /^Acepto el (pagaré|vale)$/ }).check();
  await page.getByRole('button', { name: 'Confirmar préstamo' }).click();
  await page.waitForURL(/\/finalizacion\/[\w-]{20,}$/);
  const paid = page.url().split('/').at(-1) ?? '';
  await advance(paid, 'ok');
  await advance(paid, 'ok');
  await page.getByText('El dinero de tu préstamo ya está disponible.').waitFor({ timeout: 30_000 });

  await desk.reload();
  await desk.getByText('Confirmó de nuevo').waitFor();
  await desk.getByRole('link', { name: /^envío del préstamo/ }).click();
  await desk.getByText('Hecho', { exact: true }).waitFor();
});

test('an order is held, released, queried and settled by two people with a receipt', async () => {
  const account = await createReadyCustomer('AR');
  const loan = await confirmLoan(account);
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Tesorería');
  await openNewest(desk, 'Por salir');
  await press(desk, 'Retener');
  await desk.getByLabel('Explicación').fill('Llamar antes');
  await press(desk, 'Retener');
  await desk.getByText('El envío queda retenido.').waitFor();
  const page = await browser.open({ token: account });
  await page.goto(`/ver-prestamo/${loan}`);
  await page.getByText('El dinero todavía no salió y no podemos decirte el día.').waitFor();
  await expectAccessible(page);
  await press(desk, 'Soltar');
  await desk.getByLabel('Explicación').fill('Atendió y está bien');
  await press(desk, 'Soltar');
  // From the country's limit upwards, a second person approves.
  const waits = desk.getByText('Espera aprobación: se hace cuando otra persona lo apruebe.');
  await waits.or(desk.getByText('El envío sigue su curso.')).waitFor();
  if ((await waits.count()) > 0) {
    await approveByCall(url, 'Atendió y está bien');
    await desk.reload();
  }
  await advance(loan, 'ok');
  await done(`POST /sandbox/loans/${loan}/advance`, { body: { outcome: 'unknown' } });
  await desk.reload();
  await press(desk, 'Preguntar al proveedor');
  await desk.getByText('El proveedor contestó: No sabe.').waitFor();
  await press(desk, 'Resolver con comprobante');
  await desk.getByLabel('Número de la transferencia').fill('BANCO-77');
  await desk.getByLabel(/^Comprobante/).setInputFiles(receipt);
  await desk.getByText('Adjunto: extracto.pdf').waitFor();
  await desk.getByRole('row', { name: /^Resultado .*Se pagó/ }).waitFor();
  await expectAccessible(desk);
  await desk.getByLabel('Explicación').fill('Figura en el extracto');
  await press(desk, 'Pedir aprobación');
  await desk.getByText('Espera aprobación: se hace cuando otra persona lo apruebe.').waitFor();
  const head = await openApprovals(browser, url);
  await requestCard(head, /Resolver un envío/)
    .getByRole('button', { name: 'Aprobar' })
    .click();
  await head.getByText('Aprobado.').waitFor();
  await page.goto(`/ver-prestamo-old/${loan}`);
  await page.getByText('El dinero de tu préstamo ya está disponible.').waitFor();
});

/** Fills the dialog's explanation by keyboard and sends it. */
async function explain(desk: Page, why: string, action: string): Promise<void> {
  const dialog = desk.getByRole('dialog');
  await typeByKey(desk, dialog.getByLabel('Explicación'), why);
  await pressByKey(desk, dialog.getByRole('button', { name: action, exact: true }));
}

test('payouts of a country are stopped by one person, promise nobody a day and go on after two; one above the cap of the day leaves after two', async () => {
  // The other tests pay out in Argentina.
  const [country, name] = ['UY', 'Uruguay'] as const;
  const account = await createReadyCustomer(country);
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Tesorería', '/envios');
  await desk.getByRole('table').or(desk.getByText('No hay envíos sin terminar.')).waitFor();
  const look = () => expectAccessibleInBoth(desk);
  await look();
  await press(desk, `Tiempos, detener y tope de ${name}`);
  await press(desk, `Detener los envíos de ${name}`);
  await look();
  await explain(desk, 'El banco rechaza todo', 'Detener');
  await desk.getByText(`${name}: envíos detenidos por`).waitFor();
  await look();
  const page = await browser.open({ country, token: account, width: 360, height: 740 });
  await chooseProposal(page, account);
  await page.goto('/revisar');
  await page.getByText('Ahora hay demoras para enviar el dinero').waitFor();
  await expectAccessible(page);

  await press(desk, `Reanudar los envíos de ${name}`);
  await expectAccessible(desk);
  await explain(desk, 'El banco avisó que ya anda', 'Pedir aprobación');
  await desk.getByText('Espera aprobación: se hace cuando otra persona lo apruebe.').waitFor();
  await approveByCall(url, 'El banco avisó que ya anda');
  await page.reload();
  await page.getByText(/^Si confirmás ahora, acreditamos tu préstamo/).waitFor();

  const loan = await confirmLoan(account);
  await desk.reload();
  await press(desk, `Tiempos, detener y tope de ${name}`);
  await press(desk, `Tope diario de ${name}`);
  await desk.getByLabel(/^Tope por día/).fill('100');
  await desk.getByText('Hay envíos más grandes que este tope').waitFor();
  await expectAccessible(desk);
  await explain(desk, 'Quedan pocos fondos', 'Pedir aprobación');
  await approveByCall(url, 'Quedan pocos fondos');
  await desk.reload();
  await desk.getByText(/el tope por sí solo/).waitFor();
  await page.goto(`/ver-prestamo/${loan}`);
  await page.getByText('El dinero todavía no salió y no podemos decirte el día.').waitFor();

  await desk.getByRole('combobox', { name: 'País' }).selectOption(name);
  await desk
    .getByRole('link', { name: /^Préstamo \d+$/ })
    .last()
    .click();
  await press(desk, 'Enviar por encima del tope');
  await expectAccessible(desk);
  await explain(desk, 'Hay fondos para este', 'Pedir aprobación');
  await approveByCall(url, 'Hay fondos para este');
  await advance(loan, 'ok');
  await advance(loan, 'ok');
  await desk.reload();
  await expectAccessible(desk);
  await page.goto(`/ver-prestamo-old/${loan}`);
  await page.getByText('El dinero de tu préstamo ya está disponible.').waitFor();
});
