import { describe, expect, it } from 'vitest';
import { api, eventually } from '../testing/api.ts';
import { createBorrower } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { confirmLoan, done } from '../testing/journey.ts';
import { advance, payoutByHand } from '../testing/payouts.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';
import { inView } from '../testing/seen.ts';

const browsing = useBrowser();

/** Path of the link to `page` in the newest message to an address. */
async function linkTo(email: string, page: string): Promise<string> {
  const link = new RegExp(`/${page}/[\\w-]+`);
  const messages = await eventually(
    async () => (await api(`GET /sandbox/messages?to=${encodeURIComponent(email)}`)).body,
    (all: { text: string }[]) => all.some(({ text }) => link.test(text)),
  );
  return messages.map(({ text }) => link.exec(text)?.[0] ?? '').find((path) => path !== '') ?? '';
}

describe('a link that does not work any more', () => {
  const country = 'AR';
  it('is requested again where it was opened, and by its tracking code', async () => {
    const page = await browsing.open({ country });
    await page.goto(`/arrepentimiento/${'x'.repeat(32)}`);
    await page.getByRole('button', { name: 'Confirmar mi pedido' }).click();
    await page.getByRole('button', { name: 'Enviarme otro link' }).click();
    await page.getByText(/Si el pedido sigue sin confirmar, enviamos otro link/).waitFor();
    await page.goto('/baja-membresia');
    await page.getByRole('button', { name: 'Enviarme otro link' }).click();
    await page.getByText('Escribí tu código de seguimiento.').waitFor();
    await page.getByLabel('Código de seguimiento').fill('BAJA-0123456789');
    await page.getByRole('button', { name: 'Enviarme otro link' }).click();
    const sent = page.getByText(/Si el pedido sigue sin confirmar, enviamos otro link/);
    await expect.poll(() => sent.isVisible()).toBe(true);
  });
});

describe('the public ways out', () => {
  const country = 'AR';

  describe('while payouts wait', () => {
    payoutByHand();

    it('takes a loan back that was not paid out yet: page, mail, link, effect', async () => {
      const account = await createReadyCustomer(country);
      const id = await confirmLoan(account);
      const page = await browsing.open({ country });
      await page.goto('/arrepentimiento');
      await page.getByLabel('DNI').fill(account.document);
      await page.getByLabel('Mail', { exact: true }).fill(account.email);
      await page.getByRole('button', { name: 'Arrepentirme de mi préstamo' }).click();
      await expect.poll(() => inView(page.getByText(/Tu código de seguimiento es ARR-\d{10}/))).toBe(true);
      await page.goto(await linkTo(account.email, 'arrepentimiento'));
      await page.getByRole('button', { name: 'Confirmar mi pedido' }).click();
      await page.getByText('Tu pedido está confirmado').waitFor();
      expect(new URL(page.url()).pathname).toBe('/arrepentimiento');
      const { result } = await done(`GET /api/v3/loan-new/${id}`, { country, token: account.token });
      expect(result.state_slug).toBe('canceled');
    });

    it('tells a customer who was paid out how much to return, until when and where, and takes it', async () => {
      const account = await createReadyCustomer(country);
      const id = await confirmLoan(account);
      await advance(id, 'ok');
      await advance(id, 'ok');
      await done('POST /api/v3/withdrawal', {
        country,
        body: { kind: 'loan', document_number: account.document, email_address: account.email },
      });
      const visitor = await browsing.open({ country });
      await visitor.goto(await linkTo(account.email, 'arrepentimiento'));
      await visitor.getByRole('button', { name: 'Confirmar mi pedido' }).click();
      await visitor.getByText(/tenés que devolver \$[\d.,]+\. .* hasta el \d\d-\d\d-\d{4}\./).waitFor();
      await visitor.getByRole('button', { name: 'Elegir cómo devolverlo' }).click();
      await visitor.waitForURL('**/login?redirectTo=%2Fdevolver-prestamo');

      const page = await browsing.open({ country, token: account });
      await page.goto(`/ver-prestamo/${id}`);
      await page.waitForURL('**/balance/1/*');
      // Return mode: its own title, one amount, and nothing else to pay.
      await page.getByRole('heading', { name: 'Te arrepentiste de este préstamo', level: 1 }).waitFor();
      await page.getByText(/^Hasta el \d\d-\d\d-\d{4}$/).waitFor();
      await page.getByText(/^ARR-\d{10}$/).waitFor();
      await page.getByRole('button', { name: /^Devolver \$/ }).waitFor();
      expect(await page.getByRole('button', { name: /^(Pagar|Cerrar por|Adelantar)/ }).count()).toBe(0);
      expect(await page.getByRole('checkbox').count()).toBe(0);
      // The final page of the application shows the same when reopened.
      await page.goto(`/finalizacion/${id}`);
      await page.getByRole('heading', { name: 'Te arrepentiste de este préstamo', level: 1 }).waitFor();
      expect(await page.getByText('El dinero ya es tuyo').count()).toBe(0);
      await page.getByRole('button', { name: 'Devolver el dinero' }).waitFor();
      await page.goto('/bienvenido');
      await page.getByRole('heading', { name: 'Te arrepentiste de este préstamo' }).waitFor();
      await page.getByRole('button', { name: 'Devolver el dinero' }).waitFor();
      await page.goto('/devolver-prestamo');
      await page.waitForURL(`**/pago-anticipado/${id}`);
      await page.getByRole('button', { name: /^Devolver \$/ }).click();
      await page.getByRole('dialog').getByRole('radio').first().check();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Pagar/ })
        .click();
      await page.waitForURL('**/coupon/*');
      const hash = new URL(page.url()).pathname.split('/').at(-1);
      await page.goto('/bienvenido');
      await page.getByText(/^Pagalo hasta el/).waitFor();
      expect(await page.getByRole('button', { name: 'Devolver el dinero' }).count()).toBe(0);
      await done(`POST /sandbox/payments/${hash}/settle`, { country });
      await page.goto(`/ver-prestamo/${id}`);
      await page.getByRole('heading', { name: 'Préstamo sin efecto' }).waitFor();
      await page.getByText('El dinero volvió y no debés nada.').waitFor();
      await page.goto(`/finalizacion/${id}`);
      await page.getByRole('heading', { name: 'Préstamo sin efecto', level: 1 }).waitFor();
      expect(await page.getByText(/no aprobado/i).count()).toBe(0);
    });
  });

  it('says that a link is no good, and leads back to the request', async () => {
    const page = await browsing.open({ country });
    await page.goto('/baja-membresia/no-es-un-link');
    await page.getByRole('button', { name: 'Confirmar mi pedido' }).click();
    await page.getByRole('alert').getByText('El link no es válido o ya venció. Pedí uno nuevo.').waitFor();
    await page.getByRole('button', { name: 'Hacer el pedido de nuevo' }).click();
    expect(await page.getByLabel('Mail', { exact: true }).inputValue()).toBe('');
  });

  it('is confirmed on the screen by a logged-in customer', async () => {
    const account = await createBorrower(country);
    const page = await browsing.open({ country, token: account });
    await page.goto('/arrepentimiento');
    await page.getByRole('button', { name: 'Arrepentirme de mi préstamo' }).click();
    const dialog = page.getByRole('dialog', { name: '¿Te arrepentís de tu préstamo?' });
    await dialog.getByRole('button', { name: 'Sí, confirmar' }).click();
    await expect.poll(() => inView(page.getByText('Tu pedido está confirmado'))).toBe(true);
    await page.getByText(/Tu código de seguimiento es ARR-\d{10}/).waitFor();
    await page.getByRole('button', { name: 'Elegir cómo devolverlo' }).click();
    await page.waitForURL(`**/pago-anticipado/${account.loanId}`);
    await page.getByRole('heading', { name: 'Devolvé el dinero' }).waitFor();
    await page.getByRole('button', { name: /^Devolver \$/ }).waitFor();
    expect(await page.getByRole('button', { name: /^(Pagar|Cerrar por|Adelantar)/ }).count()).toBe(0);
  });
});
