import { describe, expect, it } from 'vitest';
import { writtenDocument } from '../../src/countries/identifiers/document.ts';
import { eventually } from '../testing/api.ts';
import { leapUntil, settled, stopTime } from '../testing/clock.ts';
import { useBrowser } from '../testing/harness.ts';
import { applyBy, confirmLoan, done } from '../testing/journey.ts';
import { advance, payoutByHand } from '../testing/payouts.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';
import { loginOf } from '../testing/screens.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();

payoutByHand();

describe('loan view', () => {
  const country = 'UY';
  it('follows the loan step by step and then leads to the self-service area', async () => {
    const account = await createReadyCustomer(country);
    const id = await confirmLoan(account);
    const page = await browsing.open({ country, token: account });
    await page.clock.install();
    await page.goto(`/ver-prestamo/${id}`);
    await page.getByText('ESTADO: Preparando el envío del dinero').waitFor();
    const current = page.getByRole('list', { name: 'Avance de tu préstamo' }).locator('[aria-current=step]');
    await current.getByText('Verificando tu información').waitFor();
    await advance(id, 'ok');
    await leapUntil(page, current.getByText('Preparando la transferencia'));
    await advance(id, 'ok');
    await leapUntil(page, page.getByRole('tab', { name: 'CUOTAS' }));
    expect(new URL(page.url()).pathname).toBe(`/balance/1/${account.document}`);
  });

  it('says so when the loan was not approved', async () => {
    const account = await createReadyCustomer(country);
    const id = await confirmLoan(account);
    await advance(id, 'failed');
    const page = await browsing.open({ country, token: account });
    await page.goto(`/ver-prestamo-renovador/${id}`);
    await page.getByRole('heading', { name: 'Solicitud cancelada' }).waitFor();
    expect(await seen(page.getByText('PRÉSTAMO NO APROBADO'))).toBe(true);
  });

  it('names the card as its owner knows it, on every screen of the loan', async () => {
    const account = await createReadyCustomer(country);
    await applyBy.card(account);
    const id = await confirmLoan(account);
    const page = await browsing.open({ country, token: account });
    for (const address of [`/finalizacion/${id}`, `/ver-prestamo/${id}`, `/ver-prestamo-old/${id}`]) {
      await page.goto(address);
      expect(await seen(page.getByText('Visa •••• 1111', { exact: true }))).toBe(true);
    }
  });
});

describe('a request that is not paid out', () => {
  const open = async () => {
    const account = await createReadyCustomer('AR');
    const id = await confirmLoan(account);
    const page = await browsing.open({ country: 'AR', token: account });
    await page.clock.install();
    await page.goto(`/ver-prestamo/${id}`);
    await page.getByText('ESTADO: Preparando el envío del dinero').waitFor();
    return { page, id };
  };

  it('is canceled with a reason', async () => {
    const { page, id } = await open();
    await page.getByRole('button', { name: 'Cancelar mi solicitud' }).click();
    const dialog = page.getByRole('dialog', { name: '¿Cancelar tu solicitud?' });
    const send = dialog.getByRole('button', { name: 'Cancelar mi solicitud' });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: 'Ya no necesito el dinero' }).check();
    await stopTime(page);
    const canceled = page.waitForResponse('**/api/cancel_loan/front/*');
    const profile = page.waitForResponse('**/api/v3/account-new');
    await send.click();
    expect((await canceled).request().postDataJSON()).toEqual({ auditOptionId: '1' });
    await profile;
    await page.clock.runFor(450);
    await settled(page);
    expect(page.url()).toContain('/ver-prestamo/');
    await eventually(
      async () => {
        await page.clock.runFor(50);
        return page.url();
      },
      (url) => url.endsWith('/cancelacion-exitosa'),
    );
    await page.clock.resume();
    await page.getByRole('heading', { name: 'Cancelación exitosa' }).waitFor();
    await page.goto(`/ver-prestamo/${id}`);
    expect(await seen(page.getByRole('heading', { name: 'Solicitud cancelada' }))).toBe(true);
    expect(await page.getByRole('button', { name: 'Modificar mi solicitud' }).count()).toBe(0);
    // A loan that was never paid out shows no total as if it were owed.
    expect(await seen(page.getByText('Ibas a recibir'))).toBe(true);
    expect(await page.getByText('Total a devolver', { exact: true }).count()).toBe(0);
  });

  it('is modified by choosing again', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Modificar mi solicitud' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sí, modificar' }).click();
    await page.waitForURL('**/oferta-comercial');
    expect(await seen(page.getByRole('heading', { name: /Este es tu préstamo/ }))).toBe(true);
    expect(await page.getByText('Ya tenés un préstamo activo').count()).toBe(0);
  });

  it('cannot be cancelled once the money is on its way', async () => {
    const { page, id } = await open();
    // The page must not learn of the payout before the person decides.
    await page.route('**/api/v3/loan-new/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Modificar mi solicitud' }).click();
    await advance(id, 'ok');
    await advance(id, 'ok');
    await page.getByRole('dialog').getByRole('button', { name: 'Sí, modificar' }).click();
    const words = 'Ha ocurrido un error. Por favor, volvé a intentarlo o contactate con soporte.';
    expect(await seen(page.getByText(words))).toBe(true);
  });
});

describe('the older view', () => {
  it.each(['AR', 'UY'] as const)(
    'shows every figure of the proposal in %s, with and without membership',
    async (country) => {
      const login = await loginOf('membresia', country);
      const { result } = await done('GET /api/loan', { country, token: login.token });
      const page = await browsing.open({ country, token: login });
      await page.goto(`/ver-prestamo-old/${result[0].id}`);
      await page.getByText('ESTADO: Dinero depositado').waitFor();
      const isAr = country === 'AR';
      for (const label of ['Cuotas', 'Primer vencimiento', 'Estado', 'Cómo lo recibís', 'Banco', 'Membresía'])
        await page.getByText(label, { exact: true }).waitFor();
      await page.getByText(isAr ? 'CBU' : 'Número de cuenta', { exact: true }).waitFor();
      await page.getByText('Sin la membresía').waitFor();
      expect(await page.getByText(isAr ? 'TNA' : 'TEA', { exact: true }).count()).toBe(2);
      expect(await page.getByText('CFTNA', { exact: true }).count()).toBe(isAr ? 2 : 0);
      expect(await page.getByText('Total a devolver', { exact: true }).count()).toBe(2);
      // Total saving or loss, with the membership's price.
      await page
        .getByText(isAr ? 'Lo que ahorrás en total' : /Lo que (ahorrás|pagás de más) en total/)
        .waitFor();
    },
  );
});

describe('a loan on its way', () => {
  it('cannot be changed once approved, unless its lender lets it; the way back and the contact stay', async () => {
    // A mocked answer, so that the test does not depend on the payout's progress.
    const account = await loginOf('enviando', 'AR');
    const [{ id }] = (await done('GET /api/loan', { country: 'AR', token: account.token })).result;
    const sent = await done(`GET /api/v3/loan-new/${id}`, { country: 'AR', token: account.token });
    const result = { ...sent.result, state_slug: 'preapproved' };
    const page = await browsing.open({ country: 'AR', token: account });
    const change = page.getByRole('button', { name: /(Modificar|Cancelar) mi solicitud/ });
    for (const has_cancel_from_the_client of [true, false]) {
      await page.route('**/api/v3/loan-new/*', (route) =>
        route.fulfill({ json: { status: 'success', result: { ...result, has_cancel_from_the_client } } }),
      );
      await page.goto(`/ver-prestamo/${id}`);
      await page.getByText('ESTADO: Préstamo aprobado').waitFor();
      expect(await change.count()).toBe(has_cancel_from_the_client ? 2 : 0);
    }
    expect(await seen(page.getByText('Contactanos'))).toBe(true);
    await page.getByRole('button', { name: 'Volver al inicio' }).click();
    await page.waitForURL('**/bienvenido');
  });

  it('that does not exist is an error with the way back to the welcome page', async () => {
    const account = await loginOf('nueva', 'UY');
    const page = await browsing.open({ country: 'UY', token: account });
    await page.goto('/ver-prestamo/0000000000000000000000');
    await page.getByRole('heading', { name: 'los datos que has ingresado no son válidos' }).waitFor();
    await page.getByRole('alert').getByText('No encontramos lo que buscás.').waitFor();
    await page.getByRole('button', { name: 'Volver al inicio' }).click();
    await page.waitForURL('**/bienvenido');
    await page.getByText('los datos que has ingresado').waitFor({ state: 'detached' });
    expect(await seen(page.getByRole('heading', { level: 1 }))).toBe(true);
  });
});

describe('finish screen', () => {
  it('is there under all its addresses, all but one for customers only', async () => {
    const login = await loginOf('aldia', 'AR');
    const { result } = await done('GET /api/loan', { country: 'AR', token: login.token });
    const { id } = result[0];
    const page = await browsing.open({ country: 'AR', token: login });
    const addresses = [
      `/finalizacion/${id}`,
      `/finalizacion-renovador/${id}`,
      `/fin-proceso/${id}`,
      '/fin-proceso',
      '/fin-prestamo',
    ];
    for (const address of addresses) {
      await page.goto(address);
      await page.getByRole('heading', { name: '¡Listo, Alicia! El dinero ya es tuyo' }).waitFor();
    }
    const stranger = await browsing.open({ country: 'AR' });
    for (const address of [addresses[0] ?? '', `/ver-prestamo/${id}`, `/comprobante-transferencia/${id}`]) {
      await stranger.goto(address);
      await stranger.waitForURL('**/signup');
    }
    await stranger.goto(`/finish/${id}`);
    expect(await seen(stranger.getByRole('heading', { name: '¡Listo! El dinero ya es tuyo' }))).toBe(true);
  });

  it('has an error state for a loan that does not exist', async () => {
    const page = await browsing.open({ country: 'AR' });
    await page.goto('/finish/0000000000000000000000');
    await page.getByRole('heading', { name: 'los datos que has ingresado no son válidos' }).waitFor();
    expect(await seen(page.getByText('No encontramos lo que buscás.'))).toBe(true);
  });
});

describe('transfer receipt', () => {
  it('leads back to the loan after 2 seconds while there is none, and shows the transferred amount after the transfer', async () => {
    const account = await createReadyCustomer('AR');
    const id = await confirmLoan(account);
    const stranger = await browsing.open({ country: 'AR' });
    // The finish screen is public by the loan's id, and masks its owner.
    await stranger.goto(`/finish/${id}`);
    await stranger.getByRole('heading', { name: '¡Listo! Recibimos tu solicitud' }).waitFor();
    await stranger.getByText(/^\*{4}\d{4}$/).waitFor();
    expect(await stranger.getByText(/\bAna\b/).count()).toBe(0);

    const waiting = await browsing.open({ country: 'AR', token: account });
    const start = Date.now();
    await waiting.clock.install({ time: start });
    await waiting.clock.pauseAt(start + 1_000);
    await waiting.goto(`/comprobante-transferencia/${id}`);
    const failed = waiting.getByRole('heading', { name: 'No encontramos el comprobante' });
    await eventually(async () => {
      await waiting.clock.runFor(20);
      return failed.isVisible();
    }, Boolean);
    await waiting.clock.runFor(1_900);
    expect(waiting.url()).toContain('/comprobante-transferencia/');
    await waiting.clock.runFor(200);
    await eventually(
      async () => waiting.url(),
      (url) => url.endsWith(`/ver-prestamo/${id}`),
    );

    await advance(id, 'ok');
    await advance(id, 'ok');
    const page = await browsing.open({ country: 'AR', token: account });
    await page.goto(`/ver-prestamo-old/${id}`);
    await page.getByRole('button', { name: 'Ver comprobante de transferencia' }).click();
    await page.waitForURL(`**/comprobante-transferencia/${id}`);
    for (const words of ['Código', 'Fecha', 'Cuenta de destino', 'CUIT/CUIL', 'Ana Prueba'])
      await page.getByText(words, { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Descargar PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^comprobante-.+\.pdf$/);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Imprimir' }).isVisible()).toBe(false);
    expect(await page.getByText('Ana Prueba').isVisible()).toBe(true);
  });

  it('of cash in Uruguay names the place and the cédula, and no account, as the finish screen of the newest loan does', async () => {
    const account = await createReadyCustomer('UY', 'red-pagos');
    const id = await confirmLoan(account);
    const page = await browsing.open({ country: 'UY', token: account });
    await page.goto('/fin-prestamo');
    await page.getByRole('heading', { name: '¡Listo, Ana!' }).waitFor();
    await page.getByText('Red pagos, con tu documento').waitFor();
    expect(await seen(page.getByText('Preparando la entrega del dinero'))).toBe(true);
    await advance(id, 'ok');
    await advance(id, 'ok');
    await page.goto(`/ver-prestamo-old/${id}`);
    await page.getByText('ESTADO: Dinero disponible para retirar').waitFor();
    await page.getByRole('button', { name: 'Ver comprobante de entrega' }).click();
    await page.waitForURL(`**/comprobante-transferencia/${id}`);
    await page.getByRole('heading', { name: 'Comprobante de entrega', level: 1 }).waitFor();
    for (const words of ['Monto entregado', 'Lugar de cobro', 'Red pagos, con tu documento', 'Cédula'])
      await page.getByText(words, { exact: true }).waitFor();
    expect(await seen(page.getByText(writtenDocument('UY', account.document), { exact: true }))).toBe(true);
    expect(await page.getByText('Cuenta de destino').count()).toBe(0);
  });
});
