import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { cuitsOfDni, parseDni } from '../../src/countries/identifiers/cuit.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import { at, next } from '../testing/apply-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { newCbu, newDocument, newPhone, phoneCode, photo } from '../testing/journey.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();

interface Person {
  readonly document: string;
  readonly email: string;
  readonly phone: string;
}

/** Last digits 3 to 8 get an offer from the stand-in of the bureau (docs/product/offer.md#bureau). */
function newPerson(country: CountryCode): Person {
  const document = newDocument(country, 5);
  return { document, email: `ana.${document}.${randomInt(1e9)}@example.com`, phone: newPhone(country) };
}

async function signUp(page: Page, country: CountryCode, person: Person): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Nombre').fill('Ana');
  await page.getByLabel('Apellido').fill('Pereyra');
  await page.getByLabel(testCountry(country).labels.document).fill(person.document);
  await page.getByLabel('Fecha de nacimiento').fill('23-04-1990');
  await page.getByLabel('Mail', { exact: true }).fill(person.email);
  await page.getByLabel('Celular').fill(person.phone);
  if (country === 'AR') await page.getByRole('button', { name: 'Nación', exact: true }).click();
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  await page.waitForURL('**/vendors/*');
}

async function chooseAndRegister(page: Page, isMember: boolean): Promise<void> {
  await page.getByRole('heading', { name: 'Hola, Ana. Este es tu préstamo' }).waitFor();
  await page.getByRole('tab', { name: isMember ? 'Wayni+' : 'Basic' }).click();
  const promotion = page.getByRole('dialog', { name: 'Sumate a Wayni+' });
  if (await promotion.isVisible()) await promotion.getByRole('button', { name: 'No por ahora' }).click();
  await page.getByRole('radio', { name: /^6 cuotas/ }).check();
  await page
    .getByRole('button', { name: /^Continuar( online)?$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Registrate para continuar' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Registrarme' }).click();
  await at(page, '/bienvenido');
  await page.getByRole('button', { name: 'Continuar mi solicitud' }).click();
}

async function identify(page: Page, country: CountryCode): Promise<void> {
  await at(page, '/verificacion-identidad');
  const { document } = testCountry(country).labels;
  for (const tile of [`Selfie con tu ${document}`, `Frente de tu ${document}`, `Dorso de tu ${document}`]) {
    await page
      .getByLabel(`${tile}: Elegir archivo`)
      .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: photo });
    await page.getByRole('group', { name: tile }).getByText('Lista.').waitFor({ state: 'attached' });
  }
  await next(page).click();
}

async function giveAddress(page: Page, country: CountryCode): Promise<void> {
  await at(page, '/verificacion-identidad/02');
  const labels =
    country === 'AR'
      ? { province: 'Provincia', number: 'Altura' }
      : { province: 'Departamento', number: 'Número de puerta' };
  await page.getByLabel(labels.province).selectOption('1');
  await page.getByLabel('Calle').fill('Rivadavia');
  await page.getByLabel(labels.number).fill('4500');
  await page.getByRole('checkbox', { name: 'Vivo en una casa' }).check();
  await next(page).click();
}

async function giveArgentineAccount(page: Page, { document }: Person): Promise<void> {
  await at(page, '/verificacion-identidad/03');
  await page.getByLabel('CBU, CVU o alias').fill(newCbu());
  await page.getByLabel('CUIT/CUIL').fill(cuilOf(document));
  await next(page).click();
  await at(page, '/verificacion-identidad/04');
  await page.getByRole('button', { name: 'Continuar sin tarjeta' }).click();
}

async function chooseRedPagos(page: Page): Promise<void> {
  await at(page, '/verificacion-identidad/03uy');
  await page.getByRole('radio', { name: /Red pagos/ }).check();
  await next(page).click();
}

async function verifyPhone(page: Page, { phone }: Person): Promise<void> {
  await at(page, '/validacion-celular');
  await next(page).click();
  await page.getByLabel('Código de 4 números').fill(await phoneCode(phone));
}

async function confirm(page: Page): Promise<void> {
  await page.waitForURL('**/revisar');
  await page.getByRole('checkbox', { name: /Acepto los términos/ }).check();
  await page.getByRole('button', { name: /^Leer el (pagaré|vale)$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Acepto el (pagaré|vale)$/ })
    .click();
  await page.getByRole('button', { name: 'Confirmar préstamo' }).click();
  await page.waitForURL('**/finalizacion/*');
}

function cuilOf(document: string): string {
  const dni = parseDni(document);
  return dni.ok ? (cuitsOfDni(dni.value)[0] ?? '') : '';
}

describe.each([
  ['AR', 'bank-transfer', true],
  ['UY', 'red-pagos', false],
] as const)('%s, %s, membership %s', (country, _delivery, isMember) => {
  it('goes from sign-up to the money in the browser', async () => {
    const person = newPerson(country);
    const page = await browsing.open({ country });
    await signUp(page, country, person);
    await chooseAndRegister(page, isMember);
    await identify(page, country);
    await giveAddress(page, country);
    if (country === 'AR') await giveArgentineAccount(page, person);
    else await chooseRedPagos(page);
    await verifyPhone(page, person);
    await confirm(page);
    expect(await seen(page.getByRole('heading', { name: /¡Listo, Ana!/ }))).toBe(true);
    // The page follows the payout without a reload.
    await page.getByText('El dinero de tu préstamo ya está disponible.').waitFor({ timeout: 30_000 });
    expect(await page.getByText('Incluida').count()).toBe(isMember ? 1 : 0);
    // Continues in the self-service area.
    await page.getByRole('button', { name: 'Ver mi préstamo' }).click();
    await page.waitForURL(`**/balance/1/${person.document}`);
    expect(await seen(page.getByRole('heading', { name: /^Tu próxima cuota vence el/ }))).toBe(true);
  });
});
