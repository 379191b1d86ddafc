import { expect, it } from 'vitest';
import { expectAccessible } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';

const browsing = useBrowser();

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
  await own.getByRole('button', { name: 'No recibir llamadas' }).click();
  await own.getByText('No te vamos a llamar más.').waitFor();
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
  await page.getByRole('button', { name: 'Dar de baja mi membresía' }).click();
  await page.waitForURL('**/baja-membresia');
  expect(new URL(page.url()).pathname).toBe('/baja-membresia');
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

it('a membership that could not be charged says so, and how it is paid', async () => {
  const { result } = await done('POST /api/v3/authenticate-new', {
    country: 'AR',
    body: { email: 'membresia@ar.demo.example', password: 'Demo-2026' },
  });
  const { model } = await done('GET /api/v3/membership', { country: 'AR', token: result.token });
  const charge = { state: 'due', on: '' };
  const due = { ...model, membership: { ...model.membership, charge, owed: 6300, is_being_paid: false } };
  const page = await browsing.open({ country: 'AR', token: result });
  await page.route('**/api/v3/membership', (route) =>
    route.fulfill({ json: { status: 'success', model: due } }),
  );
  await page.goto('/membresia');
  await page.getByText('Pendiente de pago', { exact: true }).waitFor();
  await page.getByText(/^Falta pagarla y tus cuotas no cambian\./).waitFor();
  await page.getByRole('button', { name: /^Pagar \$6\.300.* de la membresía$/ }).waitFor();
  await expectAccessible(page);

  // Once its term is over it can no longer be ended, and nothing says so; before its price is charged it can.
  const end = page.getByRole('button', { name: 'Dar de baja mi membresía' });
  await end.waitFor();
  due.membership.state = 'expired';
  await page.reload();
  await page.getByText(/no cambian\. Pagala con el medio que prefieras\.$/).waitFor();
  expect(await end.count()).toBe(0);
  due.membership.charge = { state: 'planned', on: '05/12/2026' };
  await page.reload();
  await end.waitFor();
});
