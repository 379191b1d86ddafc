import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import {
  applyBy,
  chooseProposal,
  completeApplication,
  confirmLoan,
  createAccount,
  overrideSettings,
  type TestAccount,
} from '../testing/journey.ts';
import { loginOf } from '../testing/screens.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();
const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar mi solicitud' });

async function openWelcome(account: TestAccount, width = 360): Promise<Page> {
  const page = await browsing.open({ country: account.country, token: account, width });
  await chooseProposal(page, account);
  return page;
}

/** Where 'Continuar mi solicitud' leads as the application stands. */
async function nextPath(page: Page): Promise<string> {
  await page.goto('/bienvenido');
  await goOn(page).click();
  await page.waitForURL((url) => url.pathname !== '/bienvenido');
  return new URL(page.url()).pathname;
}

describe('next step, first match wins', () => {
  test('without a selected proposal to the offer, also with every step done', async () => {
    const account = await createAccount('AR');
    await applyBy.photos(account);
    const page = await browsing.open({ country: 'AR', token: account });
    await page.goto('/bienvenido');
    await page.getByText('Primero elegí cuánto necesitás').waitFor();
    expect(await nextPath(page)).toBe('/oferta-comercial');
  });
});

describe.each<CountryCode>(['AR', 'UY'])('welcome in %s', (country) => {
  test('shows by name what is done, what is next and what is open', async () => {
    const account = await createAccount(country);
    await applyBy.photos(account);
    const page = await openWelcome(account);
    await page.goto('/bienvenido');
    const steps = page.getByRole('listitem');
    await goOn(page).waitFor();
    expect(await steps.filter({ hasText: 'Verificar tu identidad' }).innerText()).toContain('Listo');
    const next = steps.filter({ hasText: 'Tu domicilio' });
    expect(await next.getAttribute('aria-current')).toBe('step');
    expect(await next.innerText()).toContain('Sigue');
    // The numbers are those of the steps' own pages.
    expect((await next.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/2 Paso 2: Tu domicilio/);
    expect(await steps.filter({ hasText: /Paso \d/ }).count()).toBe(4);
    expect(await steps.filter({ hasText: 'Revisar y confirmar' }).innerText()).toContain('Pendiente');
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });
});

describe('welcome', () => {
  const country = 'AR';

  test('an active loan: only Ver Préstamo, and no step can be entered', async () => {
    const account = await createAccount(country);
    await completeApplication(account);
    const loan = await confirmLoan(account);
    const page = await openWelcome(account);
    await page.goto('/bienvenido');
    await page.getByText(/^ESTADO: /).waitFor();
    await page.getByRole('button', { name: 'Ver Préstamo' }).waitFor();
    expect(await goOn(page).count()).toBe(0);
    for (const path of ['/verificacion-identidad', '/verificacion-identidad/02', '/validacion-celular']) {
      await page.goto(path);
      await page.waitForURL('**/bienvenido');
    }
    await page.getByRole('button', { name: 'Ver Préstamo' }).click();
    await page.waitForURL(`**/ver-prestamo/${loan}`);
  });
});

test('a borrower in arrears: what is owed today, and Pagar', async () => {
  const country = 'UY';
  const page = await browsing.open({ country, token: await loginOf('demora45', country) });
  await page.goto('/bienvenido');
  await page.getByRole('heading', { name: /cuotas? demoradas?$/ }).waitFor();
  expect(await page.getByText(/^Tenés que pagar/).isVisible()).toBe(true);
  expect(await page.getByRole('note').innerText()).toContain('pedí un plan de pago');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await page.waitForURL('**/balance/1/*');
});

test('whoever has paid back is led to account and certificate too', async () => {
  const page = await browsing.open({ country: 'UY', token: await loginOf('pagado', 'UY') });
  await page.goto('/bienvenido');
  await page.getByRole('button', { name: 'Mi cuenta y libre deuda' }).click();
  await page.waitForURL('**/balance/1/*');
  expect(await seen(page.getByRole('tab', { name: 'LIBRE DEUDA' }))).toBe(true);
});

describe('contact', () => {
  const whatsapp = (page: Page) => page.getByRole('link', { name: /Continuar por WhatsApp/ });
  const chat = (page: Page) => page.getByRole('button', { name: 'Continuar por chat' });

  test('WhatsApp with the person filled into the message', async () => {
    const account = await createAccount('AR');
    const page = await openWelcome(account);
    await page.goto('/bienvenido');
    const href = await whatsapp(page).getAttribute('href');
    expect(new URL(href ?? '').searchParams.get('text')).toContain(account.document);
  });

  test('the chat where that is the channel', async () => {
    const page = await openWelcome(await createAccount('UY'));
    await overrideSettings(page, { channel: 'chat', 'chat-url': 'https://chat.example/' });
    await page.goto('/bienvenido');
    await chat(page).click();
    await page.getByRole('dialog', { name: 'Ayuda' }).waitFor();
    expect(await whatsapp(page).count()).toBe(0);
  });
});
