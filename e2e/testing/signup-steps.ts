import { packOf } from '../../src/countries/index.ts';
import { randomInt } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import type { Browsing } from './harness.ts';
import { newDocument, newPhone } from './journey.ts';

/** The call that signs somebody up. */
export const leads = '**/vendors-api/v1/leads';
export const bankLabel = '¿En qué banco tenés cuenta?';

export const next = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true });

export interface Person {
  readonly document: string;
  readonly email: string;
  readonly phone: string;
}

/** A random person, so that tests share no data. */
export function newPerson(country: CountryCode, lastDigit = 5): Person {
  const document = newDocument(country, lastDigit);
  return { document, email: `ana.${document}.${randomInt(1e9)}@example.com`, phone: newPhone(country) };
}

export async function fill(page: Page, country: CountryCode, person: Person): Promise<void> {
  await page.getByLabel('Nombre').fill('Ana');
  await page.getByLabel('Apellido').fill('Pereyra');
  await page.getByLabel(testCountry(country).labels.document).fill(person.document);
  await page.getByLabel('Fecha de nacimiento').fill('23-04-1990');
  await page.getByLabel('Mail', { exact: true }).fill(person.email);
  await page.getByLabel('Celular').fill(person.phone);
  const { asksBankAtSignup, usualBanks } = packOf(country);
  if (asksBankAtSignup)
    await page.getByRole('button', { name: usualBanks[0]?.name ?? '', exact: true }).click();
}

/** The form with everything filled in. */
export async function openFilled(
  browsing: Browsing,
  country: CountryCode,
  person = newPerson(country),
  path = '/signup',
): Promise<Page> {
  const page = await browsing.open({ country });
  await page.goto(path);
  await fill(page, country, person);
  return page;
}

interface Sent {
  readonly request: Request;
  readonly model: { suitable: number; hash: string; document_number: string };
}

/** Sends the form; what was asked and answered. */
export async function send(page: Page): Promise<Sent> {
  const [response] = await Promise.all([page.waitForResponse(leads), next(page).click()]);
  return { request: response.request(), model: (await response.json()).model };
}

/** The text that an input is described by. */
export const described = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
