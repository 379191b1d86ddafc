import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { packOf } from '../../src/countries/index.ts';
import { lenderIdentity } from '../../src/countries/lender.ts';
import { SERVER_ENTRIES } from '../../src/countries/server-entries.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import { useBrowser } from '../testing/harness.ts';
import {
  applyBy,
  chooseProposal,
  confirmLoan,
  createAccount,
  done,
  overrideSettings,
  type TestAccount,
} from '../testing/journey.ts';
import { needsProof, proofCode, proofDialog, refused } from '../testing/login-steps.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();

async function openReview(account: TestAccount, options: { membership?: boolean } = {}): Promise<Page> {
  const page = await browsing.open({ country: account.country, token: account });
  await chooseProposal(page, account, options);
  await page.goto('/revisar');
  await page.getByRole('heading', { name: 'Revisá y confirmá tu préstamo' }).waitFor();
  return page;
}

const confirmButton = (page: Page) => page.getByRole('button', { name: 'Confirmar préstamo' });

async function accept(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Acepto los términos/ }).check();
  await page.getByRole('checkbox', { name: /^Acepto el (pagaré|vale)$/ }).check();
}

/** Collects the idempotency keys of the confirmations that the page sends. */
function watchConfirmations(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v3/finish-new')) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

describe.each([
  ['AR', 'bank-transfer'],
  ['UY', 'bank-transfer'],
  ['UY', 'red-pagos'],
] as const)('review in %s by %s', (country, delivery) => {
  it('shows the loan and where it goes, and confirms it once, also by a double click', async () => {
    const page = await openReview(await createReadyCustomer(country, delivery));
    const keys = watchConfirmations(page);
    await page.getByText('Primer vencimiento').waitFor();
    await page.getByText('Total a devolver', { exact: true }).waitFor();
    const { totalCost, account } = testCountry(country).labels;
    for (const name of ['TNA', 'TEA', totalCost])
      await page.getByText(name, { exact: true }).first().waitFor();
    const where = delivery === 'red-pagos' ? 'Red pagos' : account;
    await page.getByText(where, { exact: true }).waitFor();
    const dates = page.getByRole('table', { name: 'Tus vencimientos' });
    // The heading row and twelve instalments.
    expect(await dates.getByRole('row').count()).toBe(13);
    if (country === 'UY') await page.getByText('Gasto de otorgamiento, con IVA').waitFor();
    await accept(page);
    const sent = page.waitForRequest('**/api/v3/finish-new');
    await confirmButton(page).dblclick();
    const { selectedId, maxId } = (await sent).postDataJSON().creditStructure;
    expect(maxId).toMatch(/^[\w-]{16,}\.\d+\.n$/);
    expect(maxId.split('.')[0]).toBe(selectedId.split('.')[0]);
    await page.waitForURL(/\/finalizacion\/[\w-]{20,}$/);
    await page.getByRole('heading', { name: '¡Listo, Ana!' }).waitFor();
    expect(keys).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.getItem('cuota.proposal'))).toBeNull();
  });
});

describe('sections that open by themselves', () => {
  it('covers nothing of the bar with a line above its buttons, on a phone and at 1280 px', async () => {
    const account = await createReadyCustomer('AR');
    const page = await browsing.open({ country: 'AR', token: account });
    await page.clock.install();
    await overrideSettings(page, { channel: 'chat', 'chat-autostart': 'on' });
    await chooseProposal(page, account);
    await page.goto('/revisar');
    await confirmButton(page).waitFor();
    const note = page.getByText(/^\d+ cuotas de .* · Total/);
    await note.waitFor();
    await page.clock.runFor(8000);
    const teaser = page.getByRole('dialog', { name: 'Ayuda' });
    await teaser.waitFor();
    const bottom = async () => {
      const box = await teaser.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    const top = async () => (await note.boundingBox())?.y ?? 0;
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await expect.poll(async () => (await top()) - (await bottom())).toBeGreaterThan(0);
    }
  });
});

describe('acceptance', () => {
  it('is asked for on submit and not before, with the focus on the terms, and given in their full wording', async () => {
    const page = await openReview(await createReadyCustomer('AR'));
    const sent = watchConfirmations(page);
    const message = page.getByText('Debes aceptar los términos del sitio para continuar');
    await confirmButton(page).waitFor();
    expect(await message.count()).toBe(0);
    await confirmButton(page).click();
    await message.waitFor();
    await page.getByText(/^Tenés que aceptar el (pagaré|vale) para continuar$/).waitFor();
    const terms = page.getByRole('checkbox', { name: /Acepto los términos/ });
    expect(await terms.evaluate((box) => box === document.activeElement)).toBe(true);
    await terms.check();
    expect(await message.count()).toBe(0);
    expect(sent).toEqual([]);

    const readTerms = page.getByRole('button', { name: 'Leer los términos y condiciones' });
    await readTerms.click();
    await page.getByRole('dialog', { name: 'Términos y condiciones' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await readTerms.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: /^Leer el (pagaré|vale)$/ }).click();
    const note = page.getByRole('dialog', { name: 'Pagaré a la vista sin protesto' });
    await note.getByText(/la cantidad de pesos [a-zé ]+ \(\$[\d.]+,00\)/).waitFor();
    await note.getByText('hasta el 150%').waitFor();
    await note.getByText('se amplía a 5 años').waitFor();
    const { demonstration } = SERVER_ENTRIES.AR.lender;
    await note.getByText(`a ${lenderIdentity(packOf('AR'), demonstration)}, o a su orden`).waitFor();
    await note.getByText(/, con domicilio en .*, Ciudad Autónoma de Buenos Aires\.$/).waitFor();
    await note.getByRole('button', { name: /^Acepto el (pagaré|vale)$/ }).click();
    const accepted = page.getByRole('checkbox', { name: /^Acepto el (pagaré|vale)$/ });
    expect(await accepted.isChecked()).toBe(true);

    // It stays given when a new proof of identity is put off, and when the connection is lost.
    await needsProof(page, '**/api/v3/finish-new');
    await confirmButton(page).click();
    await proofDialog(page).getByRole('button', { name: 'Ahora no' }).click();
    await proofDialog(page).waitFor({ state: 'detached' });
    expect(await accepted.isChecked()).toBe(true);
    expect(await confirmButton(page).isEnabled()).toBe(true);
    sent.splice(0);
    await page.route('**/api/v3/finish-new', (route) => route.abort(), { times: 1 });
    await confirmButton(page).click();
    await page.getByText('No pudimos conectarnos.').waitFor();
    await confirmButton(page).click();
    await page.waitForURL(/\/finalizacion\//);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toBe(sent[1]);
  });
});

describe('membership', () => {
  it('lists its benefits and its price, and is there only where it is enabled', async () => {
    const account = await createReadyCustomer('AR');
    const page = await openReview(account, { membership: true });
    await page.getByText('Ver los beneficios').click();
    const benefits = page.getByRole('listitem').filter({ visible: true });
    for (const benefit of [
      /^Adelantos a tasa cero, hasta \$/,
      'Tasas preferenciales',
      'Billetera virtual gratuita y tarjeta física y virtual',
      'Desembolso Turbo dentro de las 5 horas hábiles, de lunes a viernes',
      'Montos más altos',
      'Descuentos de hasta el 50%',
      'Informe de tu perfil crediticio',
      'Atención por WhatsApp en horario comercial',
    ])
      await benefits.filter({ hasText: benefit }).waitFor();
    expect(await seen(page.getByText('Por solo $6.300'))).toBe(true);
    await page.route('**/api/v3/account-new', async (route) => {
      const { result } = await done('GET /api/v3/account-new', {
        country: 'AR',
        token: account.token,
      });
      await route.fulfill({
        json: { status: 'success', result: { ...result, has_membership_enabled: false } },
      });
    });
    await page.reload();
    await confirmButton(page).waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    expect(await page.getByText('Ver los beneficios').count()).toBe(0);
  });

  it('changes the figures and is confirmed as it is switched', async () => {
    const page = await openReview(await createReadyCustomer('AR'), { membership: false });
    await confirmButton(page).waitFor();
    // The loan's page also shows the superseded figures, after those in force.
    const figures = () =>
      page.getByText('Total a devolver', { exact: true }).first().locator('..').innerText();
    const without = await figures();
    await page.getByRole('switch', { name: 'Incluir Wayni+' }).check();
    const included = await figures();
    expect(included).not.toBe(without);
    await accept(page);
    await confirmButton(page).click();
    await page.waitForURL(/\/finalizacion\//);
    await page.getByText('Incluida').waitFor();
    expect(await figures()).toBe(included);
  });
});

describe('confirming', () => {
  it('ends in the error state with the server’s word and leads back to the start', async () => {
    const account = await createReadyCustomer('AR');
    const page = await openReview(account);
    await accept(page);
    await page.route('**/api/v3/finish-new', refused(422, 'offer_unknown', 'Esa oferta ya no está.'));
    await confirmButton(page).click();
    await page.getByRole('heading', { name: 'los datos que has ingresado no son válidos' }).waitFor();
    expect(await seen(page.getByText('Esa oferta ya no está.'))).toBe(true);
    await page.getByRole('button', { name: 'Volver al inicio' }).click();
    await page.waitForURL('**/bienvenido');
  });

  it('re-authenticates in place after an old login, and confirms the accepted terms', async () => {
    const account = await createReadyCustomer('AR');
    const page = await openReview(account);
    const keys = watchConfirmations(page);
    await needsProof(page, '**/api/v3/finish-new');
    await accept(page);
    await confirmButton(page).click();
    await proofDialog(page)
      .getByRole('button', { name: /^Recibir un código en / })
      .click();
    await proofDialog(page)
      .getByLabel('Código de 6 números')
      .fill(await proofCode(account.email));
    await page.waitForURL(/\/finalizacion\/[\w-]{20,}$/);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('redirects before the review', () => {
  it('leads to the offer without a proposal, and offers to choose again when the offer is gone', async () => {
    const account = await createReadyCustomer('AR');
    const page = await browsing.open({ country: 'AR', token: account });
    await page.goto('/revisar');
    await page.waitForURL('**/oferta-comercial');
    expect(await confirmButton(page).count()).toBe(0);

    await chooseProposal(page, account);
    const gone = {
      status: 409,
      json: {
        status: 'error',
        code: 'offer_expired',
        message: 'Tu oferta venció. Elegí de nuevo tu préstamo.',
      },
    };
    await page.route('**/api/v1/clients/loan-options/*', (route) => route.fulfill(gone));
    await page.goto('/revisar');
    await page.getByText('Las condiciones que elegiste ya no están disponibles.').waitFor();
    expect(await confirmButton(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Elegir de nuevo' }).click();
    await page.waitForURL('**/oferta-comercial');
  });

  it('leads to the first step that is not done', async () => {
    const account = await createAccount('UY');
    await applyBy.photos(account);
    const page = await browsing.open({ country: 'UY', token: account });
    await chooseProposal(page, account);
    await page.goto('/revisar');
    await page.waitForURL('**/verificacion-identidad/02');
    expect(await confirmButton(page).count()).toBe(0);
  });
});

describe('a second tab', () => {
  it('says after a confirmation elsewhere that there is a loan, and leads to it', async () => {
    const account = await createReadyCustomer('UY');
    const page = await openReview(account);
    await confirmButton(page).waitFor();
    const loanId = await confirmLoan(account);
    await page.getByRole('checkbox', { name: /Acepto los términos/ }).check();
    await page.getByRole('checkbox', { name: /^Acepto el (pagaré|vale)$/ }).check();
    await confirmButton(page).click();
    await page.getByRole('heading', { name: 'Ya confirmaste tu préstamo' }).waitFor();
    await page.getByRole('button', { name: 'Ver Préstamo' }).click();
    await page.waitForURL(`**/ver-prestamo/${loanId}`);
    expect(await confirmButton(page).count()).toBe(0);
  });
});
