import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { eventually } from '../testing/api.ts';
import { at, next, openStep } from '../testing/apply-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { applyBy, createAccount, done, type TestAccount } from '../testing/journey.ts';
import { logIn, password, withPassword } from '../testing/login-steps.ts';
import { goOn, plans, stored } from '../testing/offer-steps.ts';

const browsing = useBrowser();

/** Somebody with a password, logged in: setting it has ended the session that registering began. */
async function member(country: CountryCode): Promise<TestAccount> {
  const account = await withPassword(country);
  const body = { email: account.email, password };
  const { result } = await done('POST /api/v3/authenticate-new', { country, body });
  return { ...account, ...result };
}

/** The form's words have reached the server. */
async function keptOn({ country, token }: TestAccount, step: string, part: string): Promise<void> {
  await eventually(
    async () => (await done('GET /api/v3/account-new', { country, token })).result.drafts[step],
    (draft) => JSON.stringify(draft ?? {}).includes(part),
  );
}

/** Asks which plan the server keeps. */
const optionOf = (account: TestAccount) => async (): Promise<string> =>
  (await done('GET /api/v3/account-new', account)).result.selected_option;

/** Another device of the same person, logged in and at /bienvenido. */
async function otherDevice(account: TestAccount): Promise<Page> {
  const page = await browsing.open({ country: account.country });
  await page.goto('/login');
  await logIn(page, account);
  await at(page, '/bienvenido');
  return page;
}

const continueApplication = (page: Page) =>
  page.getByRole('button', { name: 'Continuar mi solicitud' }).click();

describe('a half-finished application goes on on another device', () => {
  test('at the right step, with the chosen plan and what was typed', async () => {
    const account = await member('AR');
    await applyBy.photos(account);
    const phone = await browsing.open({ country: 'AR', token: account });
    await phone.goto('/oferta-comercial');
    const second = plans(phone).nth(1);
    await second.check();
    await goOn(phone).click();
    await at(phone, '/verificacion-identidad/02');
    const chosen = await stored(phone, 'cuota.proposal');
    await phone.getByLabel('Provincia').selectOption('6');
    await phone.getByLabel('Calle').fill('Belgrano');
    await phone.getByLabel('Altura').fill('77');
    await keptOn(account, 'address', '"77"');

    const desktop = await otherDevice(account);
    await expect.poll(async () => (await stored(desktop, 'cuota.proposal'))?.id).toBe(chosen.id);
    await desktop.getByRole('heading', { name: 'Tu préstamo' }).waitFor();
    await continueApplication(desktop);
    await at(desktop, '/verificacion-identidad/02');
    await expect.poll(() => desktop.getByLabel('Calle').inputValue()).toBe('Belgrano');
    expect(await desktop.getByLabel('Altura').inputValue()).toBe('77');
    expect(await desktop.getByLabel('Provincia').inputValue()).toBe('6');
    await desktop.getByLabel('Provincia').selectOption('1');
    await desktop.getByRole('checkbox', { name: 'Vivo en una casa' }).check();
    await next(desktop).click();
    await at(desktop, '/verificacion-identidad/03');
    // What was sent needs no draft any more.
    await eventually(
      async () => (await done('GET /api/v3/account-new', account)).result.drafts,
      (drafts) => drafts.address === undefined,
    );
    await desktop.getByLabel('CBU, CVU o alias').fill('mi.alias.a.medias');
    await keptOn(account, 'bank', 'mi.alias.a.medias');

    // Back at the phone: its plan is the same, and a reload shows what the desktop has typed.
    await phone.goto('/bienvenido');
    await continueApplication(phone);
    await at(phone, '/verificacion-identidad/03');
    await expect.poll(() => phone.getByLabel('CBU, CVU o alias').inputValue()).toBe('mi.alias.a.medias');
  });

  test('a plan chosen later elsewhere is the one that counts', async () => {
    const account = await member('AR');
    const phone = await browsing.open({ country: 'AR', token: account });
    await phone.goto('/oferta-comercial');
    await plans(phone).nth(1).check();
    const first = await eventually(optionOf(account), (option) => option !== '');
    const desktop = await otherDevice(account);
    await desktop.goto('/oferta-comercial');
    await plans(desktop).nth(2).check();
    const second = await eventually(optionOf(account), (option) => option !== first);
    await phone.goto('/bienvenido');
    await phone.getByRole('heading', { name: 'Tu préstamo' }).waitFor();
    expect((await stored(phone, 'cuota.proposal')).id).toBe(second);
  });

  test('in Uruguay the account number comes back; of the card nothing ever leaves its field', async () => {
    const account = await member('UY');
    await applyBy.photos(account);
    await applyBy.address(account);
    await applyBy.delivery(account, 'bank-transfer');
    const { page: phone } = await openStep(browsing, 'UY', '/verificacion-identidad/04uy', account);
    await phone.getByRole('button', { name: 'Itaú', exact: true }).click();
    await phone.getByLabel('Número de cuenta').fill('12345');
    await keptOn(account, 'account', '12345');
    const desktop = await otherDevice(account);
    await desktop.goto('/verificacion-identidad/04uy');
    await expect.poll(() => desktop.getByLabel('Número de cuenta').inputValue()).toBe('12345');

    const person = await createAccount('AR');
    const { page } = await openStep(browsing, 'AR', '/verificacion-identidad/04', person);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.postData() ?? ''));
    await page.getByLabel('Nombre del titular').fill('ANA PRUEBA');
    await page.getByLabel('Código de seguridad').fill('987');
    await page.goto('/verificacion-identidad/02');
    await page.getByLabel('Calle').fill('x');
    await keptOn(person, 'address', '"x"');
    expect(calls.filter((body) => body.includes('ANA PRUEBA') || body.includes('987'))).toEqual([]);
    const { drafts } = (await done('GET /api/v3/account-new', person)).result;
    expect(Object.keys(drafts)).toEqual(['address']);
  });
});

describe('a pickup point in Argentina', () => {
  test('is chosen in step 3, comes back, is shown at the review and goes with the loan', async () => {
    const account = await createAccount('AR');
    await applyBy.photos(account);
    await applyBy.address(account);
    await applyBy.phone(account);
    const { page } = await openStep(browsing, 'AR', '/verificacion-identidad/03', account);
    await page.getByRole('radio', { name: /Punto de retiro/ }).check();
    expect(await page.getByLabel('CBU, CVU o alias').count()).toBe(0);
    await next(page).click();
    await page.getByText('Elegí el punto donde querés retirar el dinero.').waitFor();
    await page.getByRole('radio', { name: /Punto Rosario/ }).check();
    await next(page).click();
    await at(page, '/verificacion-identidad/04');
    const { result } = await done('GET /api/v3/account-new', account);
    expect(result).toMatchObject({ delivery_type: 'pdv', delivery_point: '5' });
    expect((await stored(page, 'cuota.proposal')).pod).toMatchObject({ name: 'Punto Rosario' });

    await page.goto('/verificacion-identidad/03');
    await page.getByRole('radio', { name: /Punto Rosario/ }).waitFor();
    expect(await page.getByRole('radio', { name: /Punto Rosario/ }).isChecked()).toBe(true);
    await page.goto('/revisar');
    await page.getByText('Córdoba 1150, Rosario').waitFor();
    await page.getByRole('checkbox', { name: /Acepto los términos/ }).check();
    await page.getByRole('checkbox', { name: /^Acepto el (pagaré|vale)$/ }).check();
    await page.getByRole('button', { name: 'Confirmar préstamo' }).click();
    await page.waitForURL(/\/finalizacion\/[\w-]{20,}$/);
    await page.getByText(/Punto Rosario/).waitFor();
  });
});
