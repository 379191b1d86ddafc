import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { createBorrower } from '../testing/borrower.ts';
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
import { chooseByKey, pressByKey, typeByKey } from '../testing/keyboard.ts';
import { createAccount, done, photo, type TestAccount } from '../testing/journey.ts';
import type { RunningProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';
import { packOf } from '../../src/countries/index.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole());
  lookAt(product.port);
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };

async function openClaims(page: Page, { document }: TestAccount): Promise<void> {
  await page.goto(`/balance/1/${document}?reclamos=1`);
  await page.getByRole('tab', { name: 'RECLAMOS', selected: true }).waitFor();
}

/** Opens a ticket with this text through the customer form. */
async function writeTicket(page: Page, account: TestAccount, words: string): Promise<void> {
  await openClaims(page, account);
  await page.getByRole('button', { name: 'Pedir ayuda' }).click();
  const help = page.getByRole('dialog', { name: 'Ayuda' });
  await help.getByLabel('Tu mensaje').fill(words);
  await help.getByRole('button', { name: 'Enviar mensaje' }).click();
  await help.getByText('¡Gracias! Recibimos tu mensaje.').waitFor();
  await help.getByRole('button', { name: 'Cerrar' }).click();
}

/** Opens the console on the newest waiting ticket of a country. */
async function openTicket(page: Page, country: string): Promise<void> {
  await signInAs(page, url, 'Atención', '/tickets');
  await page.getByLabel('País').selectOption(country);
  await page
    .getByRole('row', { name: 'Consulta al chat de ayuda' })
    .filter({ hasText: 'Espera respuesta' })
    .last()
    .getByRole('link')
    .click();
  await page.getByRole('heading', { name: 'Consulta al chat de ayuda', level: 1 }).waitFor();
}

describe('a ticket', () => {
  const country = 'UY';
  const { country: name } = packOf(country);
  const words = 'No veo mi pago, y la pregunta es bastante larga, para ver cómo se corta en el teléfono';

  test('a ticket is filed, answered in the console, read and answered back in the account, and closed; files go both ways, and a note stays with the staff', async () => {
    const account = await createAccount(country);
    const page = await browser.open({ country, token: account });
    const look = async () => {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBoth(page);
      await page.setViewportSize({ width: 360, height: 800 });
    };
    await writeTicket(page, account, words);
    await openClaims(page, account);
    await page.getByRole('link', { name: 'Consulta al chat de ayuda' }).click();
    await page.getByRole('button', { name: 'Adjuntar una foto o un PDF' }).waitFor();
    const file = page.locator('input[type=file]');
    const buffer = Buffer.from('hola');
    await file.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer });
    await page.getByRole('alert').filter({ hasText: 'tiene que ser una foto' }).waitFor();
    await file.setInputFiles({ name: 'pago.png', mimeType: 'image/png', buffer: photo });
    await page.getByText('Recibimos tu archivo.').waitFor();
    const talk = page.getByRole('list', { name: 'Conversación' });
    await talk.getByRole('link', { name: 'pago.jpg' }).waitFor();
    await look();

    const desk = await browser.open(wide);
    await openTicket(desk, name);
    await desk.getByText(words).waitFor();
    await desk.getByRole('link', { name: 'pago.jpg' }).waitFor();
    await desk.getByText('Nota interna', { exact: true }).click();
    await desk.getByLabel('Nota', { exact: true }).fill('Ya llamó dos veces.');
    await desk.getByRole('button', { name: 'Guardar nota' }).click();
    await desk.getByText('Nota guardada.').waitFor();
    await desk.locator('input[type=file]').setInputFiles({
      name: 'libre deuda.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 x %%EOF'),
    });
    await desk.getByText('Archivo adjunto. Avisale con una respuesta.').waitFor();
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Tomar' }).click();
    await desk.getByText(/^Lo atiende /).waitFor();
    await desk.getByLabel('Plantilla').selectOption('Pago que no se ve');
    await desk.getByRole('button', { name: 'Usar plantilla' }).click();
    expect(await desk.getByLabel('Respuesta').inputValue()).toContain('Hola Ana:');
    await desk.getByLabel('Respuesta').fill('Llegó hoy:\nya está en tu cuenta.');
    await desk.getByRole('button', { name: 'Enviar', exact: true }).click();
    await desk.getByText('Respuesta enviada.').waitFor();
    expect(await desk.getByLabel('Respuesta').inputValue()).toBe('');

    await openClaims(page, account);
    await page.getByRole('tab', { name: /RECLAMOS.*1 respuesta nueva/ }).waitFor();
    const answered = page.getByRole('list', { name: 'Tus reclamos' }).getByRole('listitem');
    await answered.getByText('Respuesta nueva', { exact: true }).waitFor();
    await answered.getByText('Abierto', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Consulta al chat de ayuda' }).click();
    await page.getByRole('heading', { name: 'Tu reclamo', level: 1 }).waitFor();
    await talk.getByText('ya está en tu cuenta.').waitFor();
    await talk.getByRole('link', { name: 'libre deuda.pdf' }).waitFor();
    expect(await talk.getByText('Ya llamó dos veces.').count()).toBe(0);
    // The draft is stored, and a failed request does not lose it.
    await page.getByLabel('Tu respuesta').fill('Gracias, lo miro');
    await page.reload();
    // The page is server-rendered; the script restores the draft.
    await expect.poll(() => page.getByLabel('Tu respuesta').inputValue()).toBe('Gracias, lo miro');
    await page.route('**/answer', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Enviar respuesta' }).click();
    await page.getByRole('alert').filter({ hasText: 'No pudimos enviar tu respuesta' }).waitFor();
    expect(await page.getByLabel('Tu respuesta').inputValue()).toBe('Gracias, lo miro');
    await page.getByRole('button', { name: 'Enviar respuesta' }).click();
    await talk.getByText('Gracias, lo miro').waitFor();
    expect(await page.getByLabel('Tu respuesta').inputValue()).toBe('');
    await page.getByLabel('Tu respuesta').fill('   ');
    await page.getByRole('button', { name: 'Enviar respuesta' }).click();
    await page.getByText('Escribí tu respuesta.').waitFor();
    await look();

    // An agent who has not read the latest message is warned, and keeps the draft.
    await desk.getByLabel('Respuesta').fill('Cerramos el reclamo.');
    await desk.getByRole('button', { name: 'Enviar y cerrar' }).click();
    await desk.getByRole('alert').filter({ hasText: 'agregó un mensaje mientras lo mirabas' }).waitFor();
    await desk.getByRole('list', { name: 'Conversación' }).getByText('Gracias, lo miro').waitFor();
    expect(await desk.getByLabel('Respuesta').inputValue()).toBe('Cerramos el reclamo.');
    await desk.getByRole('button', { name: 'Enviar y cerrar' }).click();
    await desk.getByText('Respuesta enviada. El ticket quedó cerrado.').waitFor();

    await page.reload();
    await talk.getByText('Cerramos el reclamo.').waitFor();
    await page.getByText('Resuelto', { exact: true }).waitFor();
    await page.getByText('Si no quedó resuelto, respondé acá').waitFor();
    await page.getByRole('link', { name: 'Volver a mis reclamos' }).click();
    await page.getByRole('tab', { name: 'RECLAMOS', selected: true }).waitFor();
    await page.goto('/reclamos/no-hay');
    await page.getByText('Este reclamo no existe o es de otra cuenta.').waitFor();
    await page.getByRole('link', { name: 'Volver a mis reclamos' }).waitFor();
    await look();
  });

  test('a request to cancel is accepted by two people, a withdrawal is refused with a reason: by keyboard', async () => {
    const [accepted, refused] = [await createBorrower(country), await createBorrower(country)];
    const { code } = (
      await done('POST /api/v3/withdrawal', {
        country,
        body: { kind: 'loan', document_number: refused.document, email_address: refused.email },
      })
    ).model;
    await done('POST /api/v3/cancellation', {
      country,
      token: accepted.token,
      body: { cancellationReasonId: 1, cancellationReasonSlug: 'regret', documentNumber: accepted.document },
    });
    await eventually(
      () => done(`GET /sandbox/messages?to=${encodeURIComponent(refused.email)}`, {}),
      (messages: { text: string }[]) => messages.some(({ text }) => text.includes(code)),
    );
    const desk = await browser.open(wide);
    await signInAs(desk, url, 'Atención');
    await goByKey(desk, 'Solicitudes');
    await chooseByKey(desk, desk.getByLabel('País'), name);
    const asked = desk.getByRole('row', { name: `Préstamo ${accepted.loanId.slice(0, 8)}` });
    const other = desk.getByRole('row', { name: code });
    const dialog = desk.getByRole('dialog');
    await asked.getByText(/^Faltan? \d+ días?$/).waitFor();
    await expectAccessibleInBoth(desk);
    await pressByKey(desk, asked.getByRole('button', { name: /^Aceptar/ }));
    await dialog.waitFor();
    await expectAccessibleInBoth(desk);
    await typeByKey(desk, dialog.getByLabel('Explicación'), 'Lo pidió en término');
    await press(desk, 'Pedir aprobación');
    await desk.getByText('Espera aprobación: se hace cuando otra persona lo apruebe.').waitFor();
    await asked.getByText('Espera aprobación para aceptarla: la pidió Alicia Atención').waitFor();
    await asked.getByRole('button').first().waitFor({ state: 'detached' });
    await pressByKey(desk, other.getByRole('button', { name: /^Rechazar/ }));
    await dialog.waitFor();
    await expectAccessibleInBoth(desk);
    await chooseByKey(desk, dialog.getByLabel('Motivo'), 'No es la persona');
    await typeByKey(desk, dialog.getByLabel('Explicación'), 'Ese préstamo no se puede cancelar');
    await press(desk, 'Pedir aprobación');
    await other.getByText('Espera aprobación para rechazarla: la pidió Alicia Atención').waitFor();

    const head = await openApprovals(browser, url);
    const refusal = requestCard(head, code);
    await pressByKey(head, refusal.getByRole('button', { name: 'Aprobar' }));
    await head.getByText('Aprobado.').waitFor();
    await refusal.waitFor({ state: 'detached' });
    const pending = requestCard(head, /Cancelar un préstamo/);
    await pending.getByRole('row', { name: /^Resultado .*Espera la devolución/ }).waitFor();
    await pressByKey(head, pending.getByRole('button', { name: 'Aprobar' }));
    await head.getByText('Aprobado.').waitFor();

    const page = await browser.open({ country, token: accepted });
    await openClaims(page, accepted);
    await page.getByRole('link', { name: 'Solicitud de cancelación del préstamo' }).click();
    await page.getByText(/Aceptamos tu arrepentimiento/).waitFor();
    const told = await browser.open({ country, token: refused });
    await openClaims(told, refused);
    await told.getByRole('link', { name: new RegExp(code) }).click();
    await told.getByText(/El motivo: Ese préstamo no se puede cancelar/).waitFor();
    expect(await told.getByText('Resuelto', { exact: true }).count()).toBe(1);
  });
});

test('a ticket is opened, answered and closed by the keyboard alone; the screens are accessible 768 px wide and dark, 1280 px wide and light', async () => {
  const account = await createAccount('AR');
  const page = await browser.open({ token: account });
  for (const words of ['Otra igual', 'Sólo con teclado']) await writeTicket(page, account, words);
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Atención', '/tickets');
  await press(desk, 'Consulta al chat de ayuda', 'link');
  await desk.getByText('Sólo con teclado').waitFor();
  await expectAccessibleInBoth(desk);
  for (const name of ['Cerrar ticket', 'Juntar con otro']) {
    await press(desk, name);
    await desk.getByRole('dialog').waitFor();
    await expectAccessibleInBoth(desk);
    await desk.keyboard.press('Escape');
    await desk.getByRole('dialog').waitFor({ state: 'detached' });
  }
  const box = desk.getByLabel('Respuesta');
  await typeByKey(desk, box, 'Va');
  // The draft survives leaving the page.
  await goByKey(desk, 'Tickets');
  await desk.getByRole('table').waitFor();
  await expectAccessibleInBoth(desk);
  await press(desk, 'Consulta al chat de ayuda', 'link');
  await desk.getByText('Sólo con teclado').waitFor();
  expect(await box.inputValue()).toBe('Va');
  await press(desk, 'Enviar');
  await desk.getByText('Respuesta enviada.').waitFor();
  await desk.keyboard.press('Shift+Tab');
  await press(desk, 'Cerrar ticket');
  await desk.getByRole('dialog').waitFor();
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('Resuelto por teléfono');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Enter');
  await desk.getByText('El ticket quedó cerrado.').waitFor();
  expect(await desk.getByRole('button', { name: 'Reabrir' }).count()).toBe(1);
  await goTo(desk, 'Tickets');
  await desk.getByRole('link', { name: 'Míos' }).click();
  await desk.getByRole('table').or(desk.getByText('No hay tickets.')).waitFor();
  await expectAccessibleInBoth(desk);
});
