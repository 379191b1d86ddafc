import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { passUntil, settled, stopTime } from '../testing/clock.ts';
import { useBrowser } from '../testing/harness.ts';
import { confirmLoan, newDocument, type TestAccount } from '../testing/journey.ts';
import { payoutByHand } from '../testing/payouts.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';
import { seen } from '../testing/seen.ts';

/** The loan cancellation dialog of the balance (docs/product/borrowers-area.md#loan-cancellation). */

const browsing = useBrowser();

payoutByHand();

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const asking = (page: Page) => dialog(page, 'Cancelar tu préstamo');
const result = (page: Page) => dialog(page, 'Tu pedido de cancelación');

async function open(country: 'AR' | 'UY', document: string, token?: TestAccount): Promise<Page> {
  const page = await browsing.open({ country, ...(token && { token }) });
  await page.clock.install();
  await page.goto(`/balance/1/${document}?modalBaja=1`);
  await asking(page).getByRole('radio').first().waitFor();
  return page;
}

async function choose(page: Page, reason: string | RegExp): Promise<void> {
  await asking(page).getByRole('radio', { name: reason }).check();
  await asking(page).getByRole('button', { name: 'Enviar' }).click();
}

/** Confirms, then advances a frozen clock through the result until the dialog closes itself. */
async function sendAndWait(page: Page, words: string): Promise<void> {
  await stopTime(page);
  await dialog(page, '¿Pedís la cancelación?')
    .getByRole('button', { name: 'Sí, pedir la cancelación' })
    .click();
  await passUntil(page, () => result(page).getByText(words).isVisible());
  // The answer may have arrived within the last milliseconds of the advance.
  await page.clock.runFor(3990);
  await settled(page);
  expect(await result(page).count()).toBe(1);
  await page.clock.runFor(10);
  await settled(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.clock.resume();
}

describe('asking to cancel', () => {
  const country = 'AR';
  it('is chosen, confirmed and reviewed; while it is, another is refused', async () => {
    const account = await createReadyCustomer(country);
    await confirmLoan(account);
    const page = await open(country, account.document, account);
    const send = asking(page).getByRole('button', { name: 'Enviar' });
    expect(await send.isDisabled()).toBe(true);
    // Its page cancels at once while the money has not left.
    const byItself = asking(page).getByRole('link', { name: 'Ver mi préstamo' });
    expect(await byItself.getAttribute('href')).toMatch(/^\/ver-prestamo\//);

    await choose(page, /^Otro motivo/);
    const words = asking(page).getByLabel('Tu motivo');
    await asking(page).getByText('Contanos el motivo.').waitFor();
    expect(await words.evaluate((field) => field === document.activeElement)).toBe(true);
    await words.fill('   ');
    await send.click();
    expect(await asking(page).getByText('Contanos el motivo.').count()).toBe(1);
    await words.fill('Me mudo de país');
    await send.click();
    const sure = dialog(page, '¿Pedís la cancelación?');
    await sure.getByText('Motivo: Me mudo de país.').waitFor();
    await sure.getByRole('button', { name: 'No, volver' }).click();
    expect(await words.inputValue()).toBe('Me mudo de país');
    await send.click();
    const sent = page.waitForRequest('**/api/v3/cancellation');
    await sendAndWait(
      page,
      'Tu solicitud está siendo revisada. Te vamos contactar por celular o correo electrónico.',
    );
    expect((await sent).postDataJSON()).toEqual({
      cancellationReasonId: 5,
      cancellationReasonSlug: 'other',
      documentNumber: account.document,
      otherReason: 'Me mudo de país',
    });
    expect(new URL(page.url()).search).toBe('');
    await page.getByText(/^Pediste la cancelación el \d\d-\d\d-\d{4}: la estamos revisando/).waitFor();
    expect(await page.getByRole('button', { name: 'Cancelar mi préstamo' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'RECLAMOS' }).click();
    await page.getByText('Solicitud de cancelación del préstamo').waitFor();

    // A reason chosen before the profile arrives stays chosen.
    const profile = Promise.withResolvers<void>();
    await page.route('**/api/v3/account-new', async (route) => {
      await profile.promise;
      await route.continue();
    });
    await page.goto(`/balance/1/${account.document}?modalBaja=1`);
    await asking(page)
      .getByRole('radio', { name: /^Me arrepentí/ })
      .check();
    const arrived = page.waitForResponse('**/api/v3/account-new');
    profile.resolve();
    await arrived;
    await settled(page);
    await asking(page).getByRole('button', { name: 'Enviar' }).click();
    await sendAndWait(page, 'Tu solicitud está en proceso. Nos comunicaremos en breve.');
  });

  it('is refused without a loan, to known and unknown documents alike', async () => {
    const page = await open(country, newDocument(country, 5));
    await choose(page, /^Ya no lo necesito/);
    await sendAndWait(
      page,
      'Tu solicitud ha sido rechazada. Para más información ponete en contacto con nosotros.',
    );
    expect(await page.getByRole('list', { name: 'Tus reclamos' }).count()).toBe(0);
  });
});

describe('the dialog', () => {
  it('leaves the reasons their height on a phone held across', async () => {
    const page = await browsing.open({ country: 'AR', width: 640, height: 360 });
    await page.goto(`/balance/1/${newDocument('AR', 5)}?modalBaja=1`);
    const top = async (name: string) => (await asking(page).getByRole('button', { name }).boundingBox())?.y;
    await asking(page).getByRole('radio').first().waitFor();
    // The actions move while the reasons come in.
    await expect.poll(async () => (await top('Enviar'))! - (await top('Volver'))!).toBe(0);
    const reason = await asking(page).getByRole('radio').first().boundingBox();
    expect(reason!.y + reason!.height).toBeLessThan((await top('Enviar'))!);
  });

  it('stays usable after any other error, which the dialog shows', async () => {
    const page = await open('AR', newDocument('AR', 5));
    await page.route('**/api/v3/cancellation', (route) => route.fulfill({ status: 500, body: '{}' }), {
      times: 1,
    });
    await choose(page, /^Me arrepentí/);
    const yes = dialog(page, '¿Pedís la cancelación?').getByRole('button', {
      name: 'Sí, pedir la cancelación',
    });
    const answered = page.waitForResponse('**/api/v3/cancellation');
    await yes.click();
    await answered;
    await expect.poll(() => yes.getAttribute('aria-busy')).toBe(null);
    const failure = dialog(page, '¿Pedís la cancelación?').getByText(
      'Tuvimos un problema. Volvé a intentarlo en unos minutos.',
    );
    expect(await seen(failure)).toBe(true);
    await yes.click();
    expect(await seen(result(page))).toBe(true);
    await page.keyboard.press('Escape');
    await result(page).waitFor({ state: 'detached' });
  });

  it('asks for the reasons again when they could not be had', async () => {
    const page = await browsing.open({ country: 'UY' });
    await page.route('**/api/v3/cancellation/reason', (route) => route.fulfill({ status: 400, body: '{}' }), {
      times: 1,
    });
    await page.goto(`/balance/1/${newDocument('UY', 5)}?modalBaja`);
    await asking(page).getByText('No pudimos cargar los motivos.').waitFor();
    await asking(page).getByRole('button', { name: 'Volver a intentar' }).click();
    await asking(page).getByRole('radio').first().waitFor();
    expect(await asking(page).getByRole('radio').count()).toBe(5);
  });
});
