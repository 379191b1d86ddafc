import { describe, expect, it } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { confirmLoan, done, newDocument } from '../testing/journey.ts';
import { payoutByHand } from '../testing/payouts.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';
import { seen } from '../testing/seen.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import { byCountry } from '../../src/countries/countries.ts';
import { demoPerson } from '../../src/server/sandbox/demo/testing/demo-person.ts';

const browsing = useBrowser();

/** Demo customers (docs/demo.md): the same in every database. */
const demo = byCountry((code) => ({
  current: demoPerson(code, 'current').documentNumber,
  delayed10: demoPerson(code, 'delayed-10').documentNumber,
  delayed45: demoPerson(code, 'delayed-45').documentNumber,
  finished: demoPerson(code, 'finished').documentNumber,
}));

describe('balance', () => {
  const country = 'UY';
  it('is requested with the document alone', async () => {
    const page = await browsing.open({ country });
    await page.goto('/estado-cuenta');
    await page.getByRole('button', { name: 'Consultar Estado' }).click();
    const field = page.getByLabel('Cédula');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill(demo[country].current);
    await page.getByRole('button', { name: 'Consultar Estado' }).click();
    await page.waitForURL(`**/balance/1/${demo[country].current}`);
    await page.getByRole('heading', { name: /^Tu próxima cuota vence el \d\d-\d\d-\d{4}$/ }).waitFor();
    await page.getByText('Hoy no tenés que pagar nada.').waitFor();
    const picture = page.getByRole('list', { name: 'Tus cuotas, de la primera a la última' });
    await picture.getByText('Cuota 1: Pagada', { exact: true }).waitFor({ state: 'attached' });
    await picture.getByText('Cuota 2: Pagada con retraso').waitFor({ state: 'attached' });
  });

  it('distinguishes a delay of up to 30 days from a default, and sums today’s debt', async () => {
    const page = await browsing.open({ country, width: 1280 });
    await page.goto(`/balance/1/${demo[country].delayed10}`);
    await page.getByRole('heading', { name: 'Tenés una cuota demorada' }).waitFor();
    const table = page.getByRole('table', { name: 'Detalle de tus cuotas' });
    expect(await table.getByRole('columnheader').count()).toBe(6);
    await table.getByText('Demorada').waitFor();
    expect(await table.getByText('Default').count()).toBe(0);
    await page.goto(`/balance/1/${demo[country].delayed45}`);
    await table.getByText('Default').waitFor();
    await page.getByText('Tenés que pagar hoy').waitFor();
  });

  it('shows no more of the person than needed without a login', async () => {
    const page = await browsing.open({ country });
    await page.goto(`/balance/1/${demo[country].current}`);
    await page.getByText('A*** D***').waitFor();
    expect(await page.getByText('Alicia').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Ver mi préstamo' }).count()).toBe(0);
  });

  it('says the same of an unknown document as of one that owes nothing', async () => {
    const page = await browsing.open({ country });
    const words = async (document: string) => {
      await page.goto(`/balance/1/${document}`);
      await page.getByRole('heading', { name: 'No tenés deudas' }).waitFor();
      return page.getByText('No encontramos préstamos con deuda para este documento.').count();
    };
    expect(await words(newDocument(country, 5))).toBe(1);
    expect(await words(demo[country].finished)).toBe(1);
  });

  it('says whether the debt-free certificate can be issued', async () => {
    const page = await browsing.open({ country });
    await page.goto(`/balance/1/${demo[country].finished}`);
    await page.getByRole('tab', { name: 'LIBRE DEUDA' }).click();
    await page.getByText('Tu libre deuda se puede emitir').waitFor();
    await page.goto(`/balance/1/${demo[country].delayed10}`);
    await page.getByRole('tab', { name: 'LIBRE DEUDA' }).click();
    expect(await seen(page.getByText('Tu libre deuda no se puede emitir'))).toBe(true);
  });

  it('lists tickets as Abierto, Resuelto, or as their state is written', async () => {
    const account = await createReadyCustomer(country);
    for (const [subject, status] of [
      ['Uno', 'open'],
      ['Dos', 'closed'],
      ['Tres', 'En análisis'],
    ])
      await done('POST /sandbox/tickets', {
        country,
        body: { document_number: account.document, subject, status },
      });
    const page = await browsing.open({ country, token: account });
    await page.goto(`/balance/1/${account.document}`);
    await page.getByRole('tab', { name: 'RECLAMOS' }).click();
    const row = (subject: string) => page.getByRole('listitem').filter({ hasText: subject });
    await row('Uno').getByText('Abierto').waitFor();
    await row('Dos').getByText('Resuelto').waitFor();
    expect(await seen(row('Tres').getByText('En análisis'))).toBe(true);
  });
});

describe('a customer’s own balance', () => {
  payoutByHand();

  it('leads to a loan that is not paid out yet', async () => {
    const account = await createReadyCustomer('UY');
    const id = await confirmLoan(account);
    const page = await browsing.open({ country: 'UY', token: account });
    await page.goto(`/balance/1/${account.document}`);
    expect(await seen(page.getByRole('heading', { name: 'Todavía no tenés nada que pagar' }))).toBe(true);
    await page.getByRole('link', { name: 'Ver mi préstamo' }).click();
    await page.waitForURL(`**/ver-prestamo/${id}`);
  });

  it('can be requested again after it failed to load', async () => {
    const page = await browsing.open({ country: 'AR' });
    await page.route('**/api/v3/balance', (route) => route.abort(), { times: 1 });
    await page.goto(`/balance/1/${demo.AR.current}`);
    await page.getByRole('heading', { name: 'No pudimos cargar tu estado de cuenta' }).waitFor();
    await page.getByRole('button', { name: 'Volver a intentar' }).click();
    expect(await seen(page.getByRole('heading', { name: /^Tu próxima cuota/ }))).toBe(true);
  });
});

describe.each([
  ['AR', 'Botón de arrepentimiento', 'Botón de baja'],
  ['UY', 'Arrepentimiento', 'Baja de la membresía'],
] as const)('in %s', (country, withdrawal, membershipEnd) => {
  it('takes a request to withdraw, and one to leave the membership, without a login', async () => {
    const page = await browsing.open({ country });
    for (const [path, title, name] of [
      ['/arrepentimiento', withdrawal, 'Arrepentirme de mi préstamo'],
      ['/baja-membresia', membershipEnd, 'Dar de baja mi membresía'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      const button = page.getByRole('button', { name });
      await button.click();
      const document = page.getByLabel(testCountry(country).labels.document);
      expect(await document.getAttribute('aria-invalid')).toBe('true');
      await document.fill(newDocument(country, 5));
      await page.getByLabel('Mail', { exact: true }).fill('ana@example.com');
      await button.click();
      await page.getByText(/Tu código de seguimiento es (ARR|BAJA)-\d{10}/).waitFor();
    }
  });
});

it('terms and privacy are separate pages', async () => {
  const page = await browsing.open({ country: 'UY' });
  for (const [path, title] of [
    ['/terminos', 'Términos y condiciones'],
    ['/privacidad', 'Política de privacidad'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect(await seen(page.getByText(/^Versión /))).toBe(true);
  }
});
