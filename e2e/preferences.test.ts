import { describe, expect, it } from 'vitest';
import { api, eventually } from './api.ts';
import { expectAccessible } from './axe.ts';
import { useBrowser } from './harness.ts';
import { done } from './journey.ts';
import { createReadyCustomer } from './ready-customer.ts';

const browsing = useBrowser();

/** The demo customers who are ten days late have a reminder of it from the first start on (docs/demo.md). */
async function linkOf(country: 'AR' | 'UY'): Promise<string> {
  const to = `demora10@${country.toLowerCase()}.demo.example`;
  const link = /\/avisos\/[\w-]+/;
  const messages = await eventually(
    async () => (await api(`GET /sandbox/messages?to=${encodeURIComponent(to)}`)).body,
    (all: { text: string }[]) => all.some(({ text }) => link.test(text)),
  );
  return messages.map(({ text }) => link.exec(text)?.[0] ?? '').find((path) => path !== '') ?? '';
}

describe.each(['AR', 'UY'] as const)('the link at the foot of a reminder, %s', (country) => {
  it('switches reminders and debits off without a login, by a click and not by opening it', async () => {
    const path = await linkOf(country);
    const stored = async () =>
      (await done(`GET /api/v3${path.replace('avisos', 'preferences')}`, { country })).model;
    const page = await browsing.open({ country });
    await page.goto(path);
    await page.getByRole('heading', { name: 'Recordatorios de vencimiento' }).waitFor();
    expect(await stored()).toEqual({ reminders: true, debits: true });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'No recibir más recordatorios' }).click();
    await page.getByText('No vas a recibir más recordatorios.').waitFor();
    await page.getByRole('button', { name: 'Frenar el débito automático' }).click();
    await page.getByText('El débito automático está frenado.').waitFor();
    expect(await stored()).toEqual({ reminders: false, debits: false });
    await page.getByText('Para volver a activarlo, ingresá a tu cuenta.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Recibir recordatorios' }).click();
    await page.getByText('Vas a recibir los recordatorios.').waitFor();
    expect(await stored()).toEqual({ reminders: true, debits: false });
    await page.getByRole('button', { name: 'Ingresar', exact: true }).click();
    await page.waitForURL('**/login?redirectTo=*');
  });
});

it('an unknown link says so, and a customer changes both after a login', async () => {
  const page = await browsing.open({ country: 'AR' });
  await page.goto('/avisos/no-es-un-link');
  await page.getByText('El link no es válido').waitFor();
  const account = await createReadyCustomer('AR');
  const own = await browsing.open({ country: 'AR', token: account });
  await own.goto('/avisos');
  await own.getByRole('button', { name: 'Frenar el débito automático' }).click();
  await own.getByText('El débito automático está frenado.').waitFor();
  await own.getByRole('button', { name: 'Activar el débito automático' }).click();
  await own.getByText('El débito automático está activo.').waitFor();
  expect(await own.getByRole('button', { name: 'Frenar el débito automático' }).isVisible()).toBe(true);
});

it('the membership is shown with price, term and the way out', async () => {
  const answer = await done('POST /api/v3/authenticate-new', {
    country: 'AR',
    body: { email: 'membresia@ar.demo.example', password: 'Demo-2026' },
  });
  const page = await browsing.open({ country: 'AR', token: answer.result });
  await page.goto('/membresia');
  await page.getByText('$6.300').waitFor();
  await page.getByText('Activa', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dar de baja mi membresía' }).click();
  await page.waitForURL('**/baja-membresia');
});

it('a customer without one reads its price and no day that holds only for a loan confirmed now', async () => {
  const account = await createReadyCustomer('AR');
  const page = await browsing.open({ country: 'AR', token: account });
  await page.goto('/membresia');
  await page
    .getByText(/\$6\.300\. Se cobra cuando termina el plazo para arrepentirte del préstamo\.$/)
    .waitFor();
  expect(await page.getByText('Si confirmás ahora').count()).toBe(0);
});

it('a membership that could not be charged says so, and whom to write to', async () => {
  const { result } = await done('POST /api/v3/authenticate-new', {
    country: 'AR',
    body: { email: 'membresia@ar.demo.example', password: 'Demo-2026' },
  });
  const { model } = await done('GET /api/v3/membership', { country: 'AR', token: result.token });
  const due = { ...model, membership: { ...model.membership, charge: { state: 'due', on: '' } } };
  const page = await browsing.open({ country: 'AR', token: result });
  await page.route('**/api/v3/membership', (route) =>
    route.fulfill({ json: { status: 'success', model: due } }),
  );
  await page.goto('/membresia');
  await page.getByText('Pendiente de pago', { exact: true }).waitFor();
  await page.getByText('No pudimos cobrar tu membresía').waitFor();
  const contact = page.getByRole('main').getByRole('link', { name: /^Contactanos/ });
  expect(await contact.getAttribute('href')).toContain('api.whatsapp.com/send');
  await expectAccessible(page);
});
