import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/countries.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import { api, eventually } from '../testing/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { expectAccessibleInBoth, press, signInAs, startConsole } from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import {
  completeApplication,
  confirmLoan,
  createAccount,
  done,
  type TestAccount,
} from '../testing/journey.ts';
import type { RunningProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';
import { packOf } from '../../src/countries/index.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole());
  lookAt(product.port);
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };
const policy = (country: CountryCode, value: string) =>
  done('POST /sandbox/identity-review', { country, body: { policy: value } });

type Held = TestAccount & { readonly loanId: string };

const held: Held[] = [];
// What waits still would come first in the queue of the next test.
afterEach(async () => {
  for (const { country, token, loanId } of held.splice(0))
    await api(`POST /api/cancel_loan/front/${loanId}`, { country, token, body: {} });
});

/** Somebody whose loan waits for a look at their photos. */
async function heldLoan(country: CountryCode): Promise<Held> {
  const account = await createAccount(country);
  await completeApplication(account);
  const loan = { ...account, loanId: await confirmLoan(account) };
  held.push(loan);
  return loan;
}

const stateOf = ({ country, token, loanId }: Held) =>
  done(`GET /api/v3/loan-new/${loanId}`, { country, token }).then(({ result }) => result.state_slug);

/** A sharp photo, as a phone takes it. */
const sharpPhoto = async () => ({
  name: 'foto.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: {
      width: 600,
      height: 400,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 140, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer(),
});

/** The review that the queue has given, with its photos before the person. */
async function photosShown(desk: Page): Promise<void> {
  await desk.getByRole('heading', { name: 'Ana Prueba', level: 1 }).waitFor();
  for (const name of ['Selfie', 'Frente', 'Dorso'])
    await desk.getByRole('img', { name: `${name} de Ana Prueba` }).waitFor();
}

/** Values of a menu that need more lines than it has when chosen. */
const cutReasons = (menu: Locator) =>
  menu.evaluate((select: HTMLSelectElement) => {
    const { font, padding } = getComputedStyle(select);
    const copy = document.createElement('div');
    Object.assign(copy.style, { font, padding, boxSizing: 'border-box', width: `${select.clientWidth}px` });
    select.after(copy);
    const cut = [...select.options].filter((option) => {
      option.selected = true;
      copy.textContent = option.text;
      return copy.offsetHeight > select.offsetHeight;
    });
    copy.remove();
    return cut.map(({ text }) => text);
  });

/** On a phone with letters twice as large every value is whole. */
async function expectWholeInLargeText(desk: Page): Promise<void> {
  await desk.setViewportSize({ width: 360, height: 740 });
  await desk.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const cut = desk
    .getByRole('region', { name: 'Datos' })
    .evaluate(
      (region) =>
        [...region.querySelectorAll('*')].filter(
          (each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1,
        ).length,
    );
  expect(await cut).toBe(0);
  const decision = desk.getByRole('group', { name: 'Decisión' });
  await decision.getByRole('button', { name: 'Más' }).click();
  await decision.getByRole('button', { name: 'Rechazar' }).click();
  expect(await cutReasons(desk.getByLabel('Motivo'))).toEqual([]);
  await desk.keyboard.press('Escape');
  await desk.getByRole('dialog').waitFor({ state: 'detached' });
  await desk.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await desk.setViewportSize(wide);
}

describe('a loan on hold', () => {
  const country = 'AR';
  beforeEach(() => policy(country, 'always'));
  afterEach(() => policy(country, 'never'));
  const { documentInText: document } = testCountry(country).labels;
  const { country: filter } = packOf(country);

  test('a blurred photo is asked for again by the keyboard, taken anew, approved, and the payout leaves; the queue and a review are accessible', async () => {
    const loan = await heldLoan(country);
    const page = await browser.open({ country, token: loan, width: 360, height: 740 });
    await page.goto(`/ver-prestamo/${loan.loanId}`);
    await page.getByText('Estamos revisando tus fotos').waitFor();

    const desk = await browser.open(wide);
    await signInAs(desk, url, 'Análisis');
    await press(desk, 'Identidad', 'link');
    await desk.getByRole('heading', { name: 'Identidad', level: 1 }).waitFor();
    await desk.getByLabel('País').selectOption(filter);
    await desk.getByRole('row', { name: `Ana Prueba ${filter}` }).waitFor();
    await expectAccessibleInBoth(desk);
    await press(desk, 'Empezar a revisar');
    await photosShown(desk);
    await desk.getByText('Es la última de la cola.').waitFor();
    await expectAccessibleInBoth(desk);
    for (const name of ['Aprobar', 'Pedir fotos', 'Rechazar', 'Fraude']) {
      await desk.getByRole('group', { name: 'Decisión' }).getByRole('button', { name }).click();
      await desk.getByRole('dialog').waitFor();
      await expectAccessibleInBoth(desk);
      await desk.keyboard.press('Escape');
      await desk.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await desk.keyboard.press('2');
    await desk.getByRole('button', { name: 'Frente: achicar' }).waitFor();
    for (const key of ['+', '+', 'g']) await desk.keyboard.press(key);
    const front = desk.getByRole('img', { name: 'Frente de Ana Prueba' });
    expect([await front.getAttribute('data-zoom'), await front.getAttribute('data-turn')]).toEqual([
      '3',
      '90',
    ]);
    // On its side all of it can be seen: nothing lies beyond what the frame scrolls to.
    expect(
      await front.evaluate((picture) => {
        const [inner, outer] = [picture.getBoundingClientRect(), picture.parentElement!];
        const frame = outer.getBoundingClientRect();
        return [
          Math.round(inner.left - frame.left + outer.scrollLeft),
          Math.round(inner.top - frame.top + outer.scrollTop),
          Math.round(inner.width / outer.clientWidth),
          Math.round(inner.height / outer.clientHeight),
        ];
      }),
    ).toEqual([0, 0, 3, 3]);
    await desk.keyboard.press('f');
    await desk.getByRole('dialog', { name: 'Pedir fotos de nuevo' }).waitFor();
    expect(await desk.getByRole('dialog').getByLabel('Frente').inputValue()).toBe('blurred');
    await press(desk, 'Pedir fotos');
    await desk.getByText('Fotos pedidas de nuevo.').waitFor();

    await page.reload();
    await page.getByText('Necesitamos que saques de nuevo una foto').waitFor();
    await page.getByText('Salió movida o borrosa y no se lee.').waitFor();
    await expectAccessible(page);
    await page.goto(`/balance/1/${loan.document}`);
    await page.getByRole('button', { name: 'Sacar la foto' }).click();
    await page.getByRole('heading', { name: 'Sacá de nuevo esta foto', level: 1 }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel(`Frente de tu ${document}: Elegir archivo`).setInputFiles(await sharpPhoto());
    await page.getByRole('heading', { name: '¡Listo! Recibimos tus fotos', level: 1 }).waitFor();
    await expectAccessible(page);

    await press(desk, 'Empezar a revisar');
    await photosShown(desk);
    await desk.getByText('Se la pedimos de nuevo: Salió movida o borrosa y no se lee.').waitFor();
    await desk.getByLabel('Frente: fotos que mandó').waitFor();
    await desk.keyboard.press('a');
    await desk.keyboard.press('Enter');
    await desk.getByText('Identidad aprobada.').waitFor();
    await eventually(
      () => stateOf(loan),
      (state) => state === 'approved',
    );
    await page.getByRole('button', { name: 'Ver mi préstamo' }).click();
    await page.waitForURL(/\/balance\/1\//);
    await desk.goto(`${url}/identidad`);
    await desk.getByRole('link', { name: /^Decididas/ }).click();
    await desk.getByRole('table').waitFor();
    await expectAccessibleInBoth(desk);
  });

  test('one after the other: the next is there with its photos, who is rejected reads it and who is marked is held; large text is whole', async () => {
    const loans = [await heldLoan(country), await heldLoan(country), await heldLoan(country)] as const;
    const desk = await browser.open(wide);
    await signInAs(desk, url, 'Análisis', '/identidad');
    await desk.getByLabel('País').selectOption(filter);
    await desk.getByRole('button', { name: 'Empezar a revisar' }).click();
    await photosShown(desk);
    const ids = new Set([new URL(desk.url()).pathname]);
    await desk.getByText('Sigue: Ana Prueba').waitFor();
    // All photos in tests are the same.
    await desk.getByRole('link', { name: 'Ver las coincidencias' }).waitFor();
    await desk.keyboard.press('a');
    await desk
      .getByRole('dialog', { name: 'Aprobar la identidad' })
      .getByText(/^La misma foto que /)
      .waitFor();
    await desk.keyboard.press('Escape');
    await desk.keyboard.press('r');
    await desk.getByLabel('Motivo').selectOption('No es la persona, o no se puede confirmar');
    await desk.getByLabel('Explicación').fill('No se parece');
    // What comes next has been brought already: nothing of it is asked for now.
    const asked: string[] = [];
    desk.on('request', (request) => {
      if (request.url().includes('/images/') || /identity\/\d+$/.test(request.url()))
        asked.push(request.url());
    });
    const started = Date.now();
    await desk.getByRole('button', { name: 'Rechazar', exact: true }).last().click();
    await desk.getByText('Identidad rechazada.').waitFor();
    await photosShown(desk);
    // A hundred an hour leave 36 seconds for each.
    expect(Date.now() - started).toBeLessThan(10_000);
    const next = new URL(desk.url()).pathname;
    expect(ids.has(next)).toBe(false);
    expect(asked.filter((address) => address.endsWith(`/identity/${next.split('/').at(-1)}`))).toEqual([]);
    await desk.keyboard.press('x');
    await desk.getByLabel('Explicación').fill('La foto está pegada');
    await desk.getByRole('button', { name: 'Marcar como fraude', exact: true }).click();
    await desk.getByText('Marcada como fraude.').waitFor();
    await photosShown(desk);
    await expectWholeInLargeText(desk);
    await desk.getByRole('button', { name: 'Dejar para otros' }).click();
    await desk.getByText('Quedó para las demás personas.').waitFor();

    // Who was marked is held: their session has ended, and what they would read is written as for any other.
    const statuses = await Promise.all(
      loans.map(async ({ token }) => (await api('GET /api/v3/account-new', { country, token })).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(1);
    const words = await Promise.all(
      loans
        .filter((_loan, index) => statuses[index] === 200)
        .map(async (loan) => {
          const page = await browser.open({ country, token: loan });
          await page.goto(`/ver-prestamo/${loan.loanId}`);
          return page
            .getByRole('status')
            .filter({ hasText: /fotos|solicitud/ })
            .first()
            .innerText();
        }),
    );
    const rejected = words.filter((each) => each.includes('No pudimos confirmar tu identidad'));
    expect(rejected).toHaveLength(1);
  });
});
