import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { api } from '../testing/api.ts';
import { openStep, next } from '../testing/apply-steps.ts';
import { addAuthenticator } from '../testing/authenticator.ts';
import { useBrowser } from '../testing/harness.ts';
import { createAccount } from '../testing/journey.ts';
import {
  logIn,
  needsProof,
  password,
  pathOf,
  proofCode,
  proofDialog,
  says,
  withPassword,
} from '../testing/login-steps.ts';

/** docs/product/signup-and-login.md#new-proof */

const browsing = useBrowser();
const wrongCode = 'El código no es correcto o ya venció. Revisalo o pedí otro.';
const tokenOf = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('cuota.session') ?? '{}') as { token?: string }).token,
  );
/** A file that the page gives; undefined where none comes, so that the test fails where it waits. */
const fileOf = (page: Page) => page.waitForEvent('download').catch(() => undefined);

describe('a new proof is asked for in place', () => {
  const country = 'UY';
  test('by the password, and what was begun goes on', async () => {
    const account = await withPassword(country);
    const page = await browsing.open({ country });
    await page.goto('/login?redirectTo=%2Fmis-datos');
    await logIn(page, account);
    const download = page.getByRole('button', { name: 'Descargar mis datos' });
    await download.waitFor();
    const before = await tokenOf(page);
    await needsProof(page, '**/api/v3/own-data/file');
    await download.click();
    const dialog = proofDialog(page);
    await dialog.getByLabel('Tu contraseña').fill('otra-cosa-9');
    await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click();
    await dialog.getByText('La contraseña no es correcta.').waitFor();
    await dialog.getByLabel('Tu contraseña').fill(password);
    const file = fileOf(page);
    await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click();
    expect(await file).toBeDefined();
    await dialog.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/mis-datos');
    const after = await tokenOf(page);
    expect(after).not.toBe(before);
    // The session before it is over.
    const headers = { authorization: `Bearer ${before}` };
    await expect
      .poll(async () => (await api('GET /api/v3/account-new', { country, headers })).status)
      .toBe(401);
  });

  test('by a code, in the middle of a form that keeps what was typed', async () => {
    const { page, account } = await openStep(browsing, country, '/validacion-celular');
    const phone = '91234567';
    await page.getByLabel('Celular').fill(phone);
    await needsProof(page, '**/api/v3/sendcode');
    await next(page).click();
    const dialog = proofDialog(page);
    expect(await dialog.getByLabel('Tu contraseña').count()).toBe(0);
    // The number is not yet proved.
    expect(await dialog.getByRole('button', { name: /^Recibir un código por SMS/ }).count()).toBe(0);
    await dialog.getByRole('button', { name: /^Recibir un código en/ }).click();
    await dialog.getByText(/^Te enviamos un código a/).waitFor();
    const code = await proofCode(account.email);
    await dialog.getByLabel('Código de 6 números').fill(code === '000000' ? '000001' : '000000');
    await dialog.getByText(wrongCode).first().waitFor();
    const sent = page.waitForRequest('**/api/v3/sendcode');
    await dialog.getByLabel('Código de 6 números').fill(code);
    expect((await sent).postDataJSON()).toMatchObject({ cellphone: phone });
    await page
      .getByRole('dialog')
      .getByLabel(/Código/)
      .waitFor();
    expect(await page.getByLabel('Celular').inputValue()).toBe(phone);
  });

  test('by the passkey of the device', async () => {
    const account = await withPassword(country);
    const page = await browsing.open({ country });
    await addAuthenticator(page);
    await page.goto('/login?redirectTo=%2Fmis-datos');
    await logIn(page, account);
    await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click();
    await says(page, 'Listo: ya podés ingresar sin contraseña.');
    await needsProof(page, '**/api/v3/own-data/file');
    await page.getByRole('button', { name: 'Descargar mis datos' }).click();
    const file = fileOf(page);
    await proofDialog(page).getByRole('button', { name: 'Usar huella, cara o PIN' }).click();
    expect(await file).toBeDefined();
  });

  test('and whoever says no stays where they were, with nothing changed; or the login leads back here', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country, token: account });
    await page.goto('/mis-datos');
    await needsProof(page, '**/api/v3/own-data/erasure');
    await page.getByRole('button', { name: 'Pedir la supresión de mis datos' }).click();
    await page.getByRole('button', { name: 'Sí, suprimir mis datos' }).click();
    await proofDialog(page).getByRole('button', { name: 'Ahora no' }).click();
    await proofDialog(page).waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: '¿Suprimir tus datos?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByText('Por tu seguridad').count()).toBe(0);
    const headers = { authorization: `Bearer ${account.token}` };
    expect((await api('GET /api/v3/account-new', { country, headers })).status).toBe(200);

    await needsProof(page, '**/api/v3/own-data/file');
    await page.getByRole('button', { name: 'Descargar mis datos' }).click();
    await proofDialog(page).getByRole('button', { name: 'Ingresar de otra forma' }).click();
    await expect.poll(() => pathOf(page)).toBe('/login?redirectTo=%2Fmis-datos');
  });
});

describe('the password in /mis-datos', () => {
  const country = 'AR';
  const newPassword = 'cambiada-otra-3';

  test('is changed by who knows it', async () => {
    const account = await withPassword(country);
    const page = await browsing.open({ country });
    await page.goto('/login?redirectTo=%2Fmis-datos');
    await logIn(page, account);
    await page.getByRole('button', { name: 'Cambiar mi contraseña' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cambiar mi contraseña' });
    await dialog.getByLabel('Contraseña actual').fill('no-es-esta-7');
    await dialog.getByLabel('Contraseña nueva', { exact: true }).fill(newPassword);
    await dialog.getByLabel('Repetí la contraseña nueva').fill(newPassword);
    await dialog.getByRole('button', { name: 'Guardar contraseña' }).click();
    await dialog.getByText('La contraseña no es correcta.').waitFor();
    expect(await dialog.getByLabel('Contraseña nueva', { exact: true }).inputValue()).toBe(newPassword);
    await dialog.getByLabel('Contraseña actual').fill(password);
    await dialog.getByRole('button', { name: 'Guardar contraseña' }).click();
    await says(page, 'Guardamos tu contraseña nueva y cerramos tus otras sesiones.');
    const body = { email: account.email, password: newPassword };
    expect((await api('POST /api/v3/authenticate-new', { country, body })).status).toBe(200);
  });

  test('is made by who has none', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country, token: account });
    await page.goto('/mis-datos');
    await page.getByRole('button', { name: 'Crear una contraseña' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crear una contraseña' });
    expect(await dialog.getByLabel('Contraseña actual').count()).toBe(0);
    await dialog.getByLabel('Contraseña nueva', { exact: true }).fill(newPassword);
    await dialog.getByLabel('Repetí la contraseña nueva').fill(newPassword);
    await dialog.getByRole('button', { name: 'Guardar contraseña' }).click();
    // The address is not yet proved, so only a code sent to it is accepted.
    const proof = proofDialog(page);
    await proof.getByRole('button', { name: /^Recibir un código en/ }).click();
    await proof.getByLabel('Código de 6 números').fill(await proofCode(account.email));
    await page.getByRole('button', { name: 'Cambiar mi contraseña' }).waitFor();
    const body = { email: account.email, password: newPassword };
    expect((await api('POST /api/v3/authenticate-new', { country, body })).status).toBe(200);
  });
});
