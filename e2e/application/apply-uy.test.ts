import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import {
  at,
  back,
  errorOf,
  hasFocus,
  helpPanel,
  next,
  openStep,
  chooseBank,
} from '../testing/apply-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { passUntil, stopTime } from '../testing/clock.ts';
import { applyBy, createAccount, done, phoneCode, type TestAccount } from '../testing/journey.ts';

const browsing = useBrowser();

const transfer = (page: Page) => page.getByRole('radio', { name: /Transferencia bancaria/ });
const redPagos = (page: Page) => page.getByRole('radio', { name: /Red pagos/ });
const profileOf = async ({ token }: TestAccount) =>
  (await done('GET /api/v3/account-new', { country: 'UY', token })).result;

test('step 1 speaks of the cédula', async () => {
  const { page } = await openStep(browsing, 'UY', '/verificacion-identidad');
  expect(await page.getByText('Paso 1 de 4').isVisible()).toBe(true);
  for (const name of ['Selfie con tu Cédula', 'Frente de tu Cédula', 'Dorso de tu Cédula'])
    expect(await page.getByRole('group', { name }).isVisible()).toBe(true);
  await page.getByRole('button', { name: '¿Cómo sacarme la selfie con la cédula?' }).click();
  await page.getByRole('dialog').waitFor();
});

describe('step 2, address', () => {
  const path = '/verificacion-identidad/02';

  test('its own labels, no postal code; province 1 is Montevideo; leads to the choice of delivery', async () => {
    const { page, account } = await openStep(browsing, 'UY', path);
    expect(await page.getByLabel('Código postal').count()).toBe(0);
    await page.getByLabel('Departamento').selectOption({ label: 'Montevideo' });
    await expect.poll(() => page.getByLabel('Localidad').inputValue()).toBe('Montevideo');
    await page.getByLabel('Calle').fill('18 de Julio');
    await page.getByLabel('Número de puerta').fill('1234 bis');
    await page.getByLabel('Piso').fill('-');
    await next(page).click();
    await page.getByText('Por favor, completa/revise todos los campos de color rojo para avanzar.').waitFor();
    expect(await errorOf(page, 'Apartamento')).toBe('Campo requerido.');
    await expectAccessible(page);
    await page.getByLabel('Apartamento').fill('-');
    await next(page).click();
    await at(page, '/verificacion-identidad/03uy');
    expect((await profileOf(account)).address).toMatchObject({
      province_id: 1,
      city_id: 515,
      country_id: 858,
    });
    await back(page).click();
    await at(page, path);
  });

  test('another department has no other city; its list opens after two seconds', async () => {
    const { page } = await openStep(browsing, 'UY', path);
    await page.clock.install();
    await stopTime(page);
    const arrived = page.waitForResponse('**/api/v3/locality/15');
    await page.getByLabel('Departamento').selectOption({ label: 'Salto' });
    await arrived;
    await passUntil(page, () => page.getByLabel('Localidad').isEnabled());
    await page.clock.runFor(2100);
    await page.getByRole('listbox').waitFor();
    expect(await page.getByRole('option', { name: 'Otra ciudad' }).count()).toBe(0);
    await page.getByLabel('Localidad').fill('en ninguna lista');
    await page.getByText('No encontramos esa opción.').waitFor();
    await page.getByLabel('Calle').focus();
    expect(await errorOf(page, 'Localidad')).toBe('Seleccionar una ciudad.');
  });
});

describe('step 3, delivery', () => {
  const path = '/verificacion-identidad/03uy';

  test('has to be chosen; Red pagos leads to the phone, a transfer to the account, and back; with the phone verified to the review', async () => {
    const { page, account } = await openStep(browsing, 'UY', path);
    expect(await page.getByText('Paso 3 de 4').isVisible()).toBe(true);
    await next(page).click();
    await page.getByText('Por favor, seleccione como quiere recibir el dinero.').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await back(page).click();
    await at(page, '/verificacion-identidad/02');
    await page.goBack();
    await at(page, path);

    await transfer(page).check();
    await next(page).click();
    await at(page, '/verificacion-identidad/04uy');
    expect(await page.getByText('Paso 4 de 4').isVisible()).toBe(true);
    await back(page).click();
    await at(page, path);

    await redPagos(page).check();
    await next(page).click();
    await at(page, '/validacion-celular');
    expect(await profileOf(account)).toMatchObject({ delivery_type: 'red-pagos' });
    await back(page).click();
    await at(page, path);
    expect(await redPagos(page).isChecked()).toBe(true);
    await applyBy.phone(account);
    await page.reload();
    await next(page).click();
    await at(page, '/revisar');
  });

  test("is where the address of Argentina's account step leads", async () => {
    const account = await createAccount('UY');
    const page = await browsing.open({ country: 'UY', token: account });
    await page.goto('/verificacion-identidad/03');
    await at(page, path);
    expect(await redPagos(page).isChecked()).toBe(false);
  });
});

describe('step 4, bank and account number', () => {
  const path = '/verificacion-identidad/04uy';
  const number = 'Número de cuenta';
  const required = 'Seleccioná en qué banco tenés cuenta bancaria. Allí depositaremos tu préstamo.';
  const mismatch = 'El formato de cuenta es inválido, por favor corrobore la información ingresada.';

  async function openAccount(): Promise<{ page: Page; account: TestAccount }> {
    const account = await createAccount('UY');
    await applyBy.delivery(account, 'bank-transfer');
    return openStep(browsing, 'UY', path, account);
  }

  test('the bank has to be chosen, with its hint and its length; an account with hyphens is taken and can be chosen, a duplicate opens the help', async () => {
    const { page, account } = await openAccount();
    await next(page).click();
    expect(await errorOf(page, 'Banco')).toBe(required);
    for (const [bank, hint, wrong] of [
      ['BROU', '14 números seguidos, sin guiones: primero 9 y después 5.', '1234567890123'],
      ['BBVA', '8 o 9 números.', '1234567'],
      ['BHU', '12 números, o 15 caracteres con guiones.', '123456789-0-12'],
      ['PREX', '8 números.', '123456789'],
    ] as const) {
      await chooseBank(page, 'Banco', bank);
      await page.getByLabel(number).fill(wrong);
      await page.getByLabel(number).blur();
      expect(await errorOf(page, number)).toBe(mismatch);
      expect(await page.getByText(hint).isVisible()).toBe(true);
    }
    await expectAccessible(page);

    await chooseBank(page, 'Banco', 'BHU');
    await page.getByLabel(number).fill('123-456-789-012');
    const sent = page.waitForRequest('**/api/bank-accounts');
    await next(page).click();
    expect((await sent).postDataJSON()).toEqual({
      bankId: '91',
      bankName: 'BHU',
      accountNumber: '123-456-789-012',
    });
    await at(page, '/validacion-celular');
    expect((await profileOf(account)).banks).toMatchObject([{ bankId: '91', accountNumber: '123456789012' }]);
    await back(page).click();
    expect(await page.getByRole('radio', { name: /BHU/ }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: /Otra cuenta/ }).check();
    await chooseBank(page, 'Banco', 'BHU');
    await page.getByLabel(number).fill('123456789012');
    await next(page).click();
    const refusal = helpPanel(page).getByRole('region', { name: 'No pudimos agregar esa cuenta' });
    await refusal.getByText('La cuenta bancaria ya fue registrada anteriormente.').waitFor();
    await refusal.getByRole('button', { name: 'Corregir los datos' }).click();
    await helpPanel(page).waitFor({ state: 'detached' });
    expect(await errorOf(page, number)).toBe('La cuenta bancaria ya fue registrada anteriormente.');
    await next(page).click();
    await refusal.getByRole('button', { name: 'Cobrar en efectivo por Red pagos' }).click();
    await at(page, '/verificacion-identidad/03uy');
  });
});

test('the whole way of Red pagos, by keyboard and screen alone, up to the review', async () => {
  const account = await createAccount('UY');
  await applyBy.photos(account);
  await applyBy.address(account);
  const { page } = await openStep(browsing, 'UY', '/verificacion-identidad/03uy', account);
  await redPagos(page).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await at(page, '/validacion-celular');
  await page.getByText('+598', { exact: true }).waitFor();
  await page.getByLabel('Celular').press('Enter');
  await page.getByRole('dialog', { name: 'Ingresá el código' }).waitFor();
  expect(await hasFocus(page, 'Código de 4 números')).toBe(true);
  await page.keyboard.type(await phoneCode(account.phone));
  await at(page, '/revisar');
});
