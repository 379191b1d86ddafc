import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { createAccount } from '../testing/journey.ts';
import { linkTo, logIn, password, pathOf, says } from '../testing/login-steps.ts';

const browsing = useBrowser();

describe('forgotten password', () => {
  const country = 'AR';
  test('from the link to a new password', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country });
    await page.goto('/login');
    await page.getByRole('link', { name: 'Olvidé mi contraseña' }).click();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ reset: '1', product: 'LOANS', back_url: '/login' });
    const dialog = page.getByRole('dialog', { name: 'Recuperar contraseña' });
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await says(page, 'Por favor, completa todos los campos para avanzar.');
    await expectAccessible(page);
    await dialog.getByLabel('Mail').fill(account.email);
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await dialog.getByText(`Te enviamos un mail con instrucciones a ${account.email}.`).waitFor();
    await dialog.getByRole('button', { name: 'Volver a iniciar sesión' }).click();
    await expect.poll(() => pathOf(page)).toBe('/login');
    await dialog.waitFor({ state: 'detached' });

    const link = await linkTo(account.email, 'recupero-contrasena');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Volver a establecer contraseña' }).waitFor();
    await expect.poll(() => page.url()).not.toContain(link);
    await page.getByText('Las dos contraseñas deben ser iguales.').waitFor();
    await page.getByLabel('Mail', { exact: true }).fill(account.email);
    await page.getByLabel('Contraseña nueva').fill(password);
    await page.getByLabel('Repetí la contraseña').fill(`${password}x`);
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await page.getByText('Las contraseñas deben coincidir.').waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByLabel('Mail', { exact: true }).fill(account.email);
    await page.getByLabel('Contraseña nueva').fill(password);
    await page.getByLabel('Repetí la contraseña').fill(password);
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await expect.poll(() => pathOf(page)).toBe('/login');
    await logIn(page, account);
    await expect.poll(() => pathOf(page)).toBe('/bienvenido');
  });

  test('a bad link shows that it failed, and a way to a new one', async () => {
    const page = await browsing.open({ country });
    await page.goto('/recupero-contrasena/no-es-un-link');
    await page.getByLabel('Mail', { exact: true }).fill('ana@example.com');
    await page.getByLabel('Contraseña nueva').fill('corta');
    await page.getByLabel('Repetí la contraseña').fill('corta');
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await page.getByText('La contraseña debe tener al menos 6 caracteres.').waitFor();
    await page.getByLabel('Contraseña nueva').fill('123456');
    await page.getByLabel('Repetí la contraseña').fill('123456');
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await page.getByText('Elegí una contraseña menos común.').waitFor();
    await page.getByLabel('Contraseña nueva').fill(password);
    await page.getByLabel('Repetí la contraseña').fill(password);
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'No pudimos cambiar tu contraseña' });
    await notice.waitFor();
    await expectAccessible(page);
    await notice.getByRole('link', { name: 'Pedir un link nuevo' }).click();
    await page.getByRole('dialog', { name: 'Recuperar contraseña' }).waitFor();
    expect(page.url()).toContain('reset=1');
  });
});

test('the recovery page of another site gets the product and the way back', async () => {
  const page = await browsing.open();
  await page.route('**/api/v3/enviroments', (route) =>
    route.fulfill({ json: { status: 'success', model: { 'recovery-url': 'https://claves.example/r?x=1' } } }),
  );
  await page.goto('/login');
  const link = page.getByRole('link', { name: 'Olvidé mi contraseña' });
  await expect.poll(() => link.getAttribute('href')).toContain('claves.example');
  const { searchParams } = new URL((await link.getAttribute('href')) ?? '');
  const back = `${new URL(page.url()).origin}/login`;
  expect(Object.fromEntries(searchParams)).toEqual({ x: '1', product: 'LOANS', back_url: back });
  expect(await link.getAttribute('target')).toBe('_blank');
});
