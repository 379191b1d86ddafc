import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { applyBy, chooseProposal, createAccount, done, type TestAccount } from '../testing/journey.ts';

const browsing = useBrowser();
const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true });

async function openAs(account: TestAccount, path: string): Promise<Page> {
  const page = await browsing.open({ country: account.country, token: account });
  await page.goto(path);
  return page;
}

/** Answers the profile with something of it changed. */
async function withProfile(page: Page, account: TestAccount, change: (profile: Profile) => void) {
  const answer = await done('GET /api/v3/account-new', account);
  change(answer.result);
  await page.route('**/api/v3/account-new', (route) => route.fulfill({ json: answer }));
}

interface Profile {
  has_membership_enabled: boolean;
  credit_rating: { active_loan: string | null };
}

/** The query of the call for the offer that a page makes by itself. */
async function queryAsked(page: Page, path: string, call: RegExp): Promise<string> {
  const asked = page.waitForRequest((request) => call.test(new URL(request.url()).pathname));
  await page.goto(path);
  return new URL((await asked).url()).search;
}

test('the call for an offer repeats the query of its page, and of no other page', async () => {
  const account = await createAccount('UY');
  const page = await browsing.open({ country: 'UY', token: account });
  const ofCustomer = /\/credit-ratings$/;
  expect(await queryAsked(page, '/oferta-comercial?origen=mail&x=a%20b', ofCustomer)).toBe(
    '?origen=mail&x=a+b',
  );
  expect(await queryAsked(page, '/bienvenido?x=1', ofCustomer)).toBe('');
  const visitor = await browsing.open({ country: 'UY' });
  const ofLead = /\/v1\/leads\/[\w-]+$/;
  expect(await queryAsked(visitor, `/vendors/${account.hash}?x=1`, ofLead)).toBe('?x=1');
});

describe('a customer', () => {
  const country = 'AR';
  test('goes on from the offer to the first step that is not done', async () => {
    const account = await createAccount(country);
    const page = await openAs(account, '/oferta-comercial');
    await page.getByRole('heading', { name: 'Hola, Ana. Este es tu préstamo' }).waitFor();
    await goOn(page).click();
    await page.waitForURL('**/verificacion-identidad');
    expect(await page.evaluate(() => localStorage.getItem('cuota.proposal'))).not.toBeNull();
  });

  test('arrives at the offer of a lead logged in, and needs no registration', async () => {
    const account = await createAccount(country);
    await applyBy.photos(account);
    const page = await openAs(account, `/vendors/${account.hash}`);
    await goOn(page).click();
    await page.waitForURL('**/verificacion-identidad/02');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('asks for a loan where the request stands', async () => {
    const account = await createAccount(country);
    const fresh = await openAs(account, '/solicitar-prestamo');
    await fresh.waitForURL('**/oferta-comercial');
    const page = await browsing.open({ country, token: account });
    await chooseProposal(page, account);
    await page.goto('/solicitar-prestamo');
    await page.waitForURL('**/verificacion-identidad');
    expect(new URL(page.url()).pathname).toBe('/verificacion-identidad');
  });
});

test('without the membership enabled there is nothing of it on the page', async () => {
  const account = await createAccount('AR');
  const page = await browsing.open({ country: 'AR', token: account });
  await withProfile(page, account, (profile) => {
    profile.has_membership_enabled = false;
  });
  await page.goto('/oferta-comercial');
  await page.getByRole('radio', { name: /^2 cuotas/ }).check();
  expect(await page.getByRole('tab').count()).toBe(0);
  expect(await page.locator('main').innerText()).not.toContain('Wayni+');
  const kept = await page.evaluate(() => localStorage.getItem('cuota.proposal.membership'));
  expect(kept).toBeNull();
});

test('with a loan in force the loan is shown instead of going on', async () => {
  const account = await createAccount('AR');
  const page = await browsing.open({ country: 'AR', token: account });
  await withProfile(page, account, (profile) => {
    profile.credit_rating.active_loan = 'prestamo-en-curso';
  });
  await page.goto('/oferta-comercial');
  await page.getByText('Ya tenés un préstamo activo').waitFor();
  expect(await goOn(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Ver Préstamo' }).first().click();
  await page.waitForURL('**/ver-prestamo/prestamo-en-curso');
});

test('an anonymous visitor is sent away from the private offer', async () => {
  const page = await browsing.open({ country: 'AR' });
  await page.goto('/oferta-comercial');
  await page.waitForURL('**/signup');
  expect(new URL(page.url()).pathname).toBe('/signup');
});
