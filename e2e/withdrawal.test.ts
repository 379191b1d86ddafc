import { describe, expect, it } from 'vitest';
import { api, eventually } from './api.ts';
import { useBrowser } from './harness.ts';
import { confirmLoan, done } from './journey.ts';
import { createReadyCustomer } from './ready-customer.ts';

const browsing = useBrowser();

/** Path of the link in the newest message to somebody that leads below `page`. */
async function linkTo(email: string, page: string): Promise<string> {
  const link = new RegExp(`/${page}/[\\w-]+`);
  const messages = await eventually(
    async () => (await api(`GET /sandbox/messages?to=${encodeURIComponent(email)}`)).body,
    (all: { text: string }[]) => all.some(({ text }) => link.test(text)),
  );
  return messages.map(({ text }) => link.exec(text)?.[0] ?? '').find((path) => path !== '') ?? '';
}

describe.each(['AR', 'UY'] as const)('the public ways out in %s', (country) => {
  it('takes a loan back that was not paid out yet: page, mail, link, effect', async () => {
    await done('POST /sandbox/disbursement', { body: { mode: 'manual' } });
    try {
      const account = await createReadyCustomer(country);
      const id = await confirmLoan(account);
      const page = await browsing.open({ country });
      await page.goto('/arrepentimiento');
      await page.getByLabel(country === 'AR' ? 'DNI' : 'Cédula').fill(account.document);
      await page.getByLabel('Mail', { exact: true }).fill(account.email);
      await page.getByRole('button', { name: 'Arrepentirme de mi préstamo' }).click();
      await page.getByText(/Tu código de seguimiento es ARR-\d{10}/).waitFor();
      await page.goto(await linkTo(account.email, 'arrepentimiento'));
      await page.getByRole('button', { name: 'Confirmar mi pedido' }).click();
      await page.getByText('Tu pedido está confirmado').waitFor();
      expect(new URL(page.url()).pathname).toBe('/arrepentimiento');
      const { result } = await done(`GET /api/v3/loan-new/${id}`, { country, token: account.token });
      expect(result.state_slug).toBe('canceled');
    } finally {
      await done('POST /sandbox/disbursement', { body: { mode: 'auto' } });
    }
  });

  it('says that a link is no good, and leads back to the request', async () => {
    const page = await browsing.open({ country });
    await page.goto('/baja-membresia/no-es-un-link');
    await page.getByRole('button', { name: 'Confirmar mi pedido' }).click();
    await page.getByRole('alert').getByText('El link no es válido o ya venció. Pedí uno nuevo.').waitFor();
    await page.getByRole('button', { name: 'Hacer el pedido de nuevo' }).click();
    expect(await page.getByLabel('Mail', { exact: true }).inputValue()).toBe('');
  });
});
