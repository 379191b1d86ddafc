import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DRAWN } from '../../src/contract/drawn.ts';
import { demoPassword } from '../../src/server/sandbox/demo/people.ts';
import { askToPay, createBorrower, instalmentsOf } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';
import { createLead, done } from '../testing/journey.ts';
import { amountField, openOffer, plans, stored } from '../testing/offer-steps.ts';
import { drawnPages } from '../testing/stubs.ts';
import { cashIn } from '../../src/countries/testing/test-country.ts';
import { current } from '../testing/balance-page.ts';

/** Pages that bring the answer to their first question (docs/decisions/0079-first-answer-with-the-page.md). */

const browsing = useBrowser();

/** The calls that a page makes for figures, settings and who is logged in; files are not among them. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api\/v3\/(account-new|balance|coupon|debtfree|enviroments|loan-new)|vendors-api)/.test(pathname))
      calls.push(pathname);
  });
  return calls;
}

/** Opens a page whose scripts never come. */
async function openWithoutScripts(page: Page, path: string): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.abort());
  // The stub would have the page ask by itself.
  await page.context().clearCookies();
  await page.goto(path, { waitUntil: 'commit' });
}

describe('a landing page', () => {
  const country = 'UY';
  it('shows the balance before its scripts, and does not ask for it again', async () => {
    const path = `/balance/1/${current[country]}`;
    const page = await browsing.open({ country });
    await openWithoutScripts(page, path);
    await page.getByRole('heading', { name: /^Tu próxima cuota vence el/ }).waitFor();
    await page.getByText('Hoy no tenés que pagar nada.').waitFor();

    const working = await browsing.open({ country });
    const calls = callsOf(working);
    await working.goto(path);
    await working.getByRole('tab', { name: 'LIBRE DEUDA' }).click();
    await working.getByRole('tab', { name: 'LIBRE DEUDA', selected: true }).waitFor();
    expect(calls).toEqual([]);
  });

  it('shows the offer before its scripts, and then its plans for another amount', async () => {
    const lead = await createLead(country);
    const page = await browsing.open({ country });
    await openWithoutScripts(page, `/vendors/${lead.hash}`);
    await page.getByRole('heading', { name: 'Hola, Ana. Este es tu préstamo' }).waitFor();
    await page.getByRole('radiogroup', { name: 'Elegí tus cuotas' }).waitFor();

    const working = await browsing.open({ country });
    const calls = callsOf(working);
    await openOffer({ open: async () => working }, lead);
    expect(calls).toEqual([]);
    await working.getByRole('button', { name: 'Menos' }).click();
    await expect.poll(() => calls).toContainEqual(expect.stringMatching(/loan-options/));
  });

  it('goes on with the amount and the plan that were chosen before its scripts', async () => {
    const lead = await createLead(country);
    const page = await browsing.open({ country });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.context().clearCookies();
    await page.goto(`/vendors/${lead.hash}`, { waitUntil: 'commit' });
    await amountField(page).fill('7');
    await plans(page).last().check({ force: true });
    const label = (await plans(page).last().getAttribute('aria-label')) ?? '';
    const count = /^\d+ cuotas?/.exec(label)?.[0] ?? 'none';
    release();
    await page.getByText('$7.000', { exact: true }).first().waitFor();
    await page.getByRole('radio', { checked: true, name: new RegExp(`^${count} `) }).waitFor();
    await expect
      .poll(() => stored(page, 'cuota.proposal'))
      .toMatchObject({ amount: 7000, installmentsQuantity: Number.parseInt(count, 10) });
  });

  it('shows a coupon with its code before its scripts', async () => {
    const borrower = await createBorrower(country);
    const [first] = await instalmentsOf(borrower);
    if (!first) throw new Error('there is nothing to pay');
    const hash = await askToPay(borrower, [first], cashIn(country));
    const page = await browsing.open({ country });
    await openWithoutScripts(page, `/coupon/${hash}`);
    const picture = page.getByRole('img', { name: /^Código de barras/ });
    expect(await picture.locator('path').count()).toBeGreaterThan(1);
  });
});

/** Session of a customer in Argentina with a loan on its way, and the loan's page. */
async function loanOnItsWay() {
  const { result: session } = await done('POST /api/v3/authenticate-new', {
    country: 'AR',
    body: { email: 'enviando@ar.demo.example', password: demoPassword },
  });
  const loans = await done('GET /api/loan', { country: 'AR', token: session.token });
  return { session, path: `/ver-prestamo/${loans.result[0].id}` };
}

describe('what a device knows of its visitor', () => {
  it('shows a loan to who is logged in before the scripts', async () => {
    const country = 'AR';
    const { session, path } = await loanOnItsWay();
    const page = await browsing.open({ country, token: session });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.unroute(drawnPages);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByText('ESTADO: Preparando el envío del dinero').waitFor();
    await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor();

    const working = await browsing.open({ country, token: session });
    const calls = callsOf(working);
    await working.goto(path);
    await working.getByRole('button', { name: 'Ayuda', exact: true }).click();
    await working.getByRole('dialog').waitFor();
    // It asks again how the loan stands, as it does every few seconds, and for nothing that it was drawn with.
    expect(calls.filter((call) => !call.includes('/loan-new/'))).toEqual([]);
  });

  it('shows that a private page and a link that logs in load, before the scripts', async () => {
    const page = await browsing.open({ token: await createReadyCustomer('AR') });
    await page.route('**/assets/*.js', (route) => route.abort());
    for (const [path, sign] of [
      ['/bienvenido', 'Cargando…'],
      ['/revisar', 'Cargando…'],
      ['/magic-link/unknown', 'Es solo un momento.'],
    ] as const) {
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('status').filter({ hasText: sign }).first().waitFor();
      expect(await page.getByRole('link', { name: 'Wayni, Inicio' }).isVisible()).toBe(true);
    }
    await page.unroute('**/assets/*.js');
    await page.goto('/bienvenido');
    await page.getByRole('heading', { name: 'Hola' }).waitFor();
  });

  it('sends the token of the session in a header to its own site, over the connection of the page', async () => {
    const { session, path } = await loanOnItsWay();
    const page = await browsing.open({ token: session });
    const requests: Request[] = [];
    const words: string[] = [];
    page.on('request', (request) => requests.push(request));
    page.on('console', (message) => words.push(message.text()));
    await page.goto(path);
    const { origin } = new URL(page.url());
    const drawn = requests.find((request) => request.url().startsWith(origin + DRAWN));
    expect(await drawn?.headerValue('authorization')).toBe(`Bearer ${session.token}`);
    // The browser shares a connection only between requests that carry cookies.
    expect(await drawn?.headerValue('cookie')).toBe('cuota-session=1');
    expect(requests.filter((request) => request.url().includes(session.token))).toEqual([]);
    const others = requests.filter((request) => !request.url().startsWith(`${origin}/`));
    const headers = await Promise.all(others.map((request) => request.allHeaders()));
    expect(JSON.stringify(headers)).not.toContain(session.token);
    expect(words.join()).not.toContain(session.token);
  });

  it('asks for nobody’s page without a session', async () => {
    const { path } = await loanOnItsWay();
    const page = await browsing.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(path);
    await page.waitForURL('**/signup');
    expect(asked.filter((each) => each.startsWith(DRAWN) || each.includes('/loan'))).toEqual([]);
  });

  it('shows nothing of a session that another tab has ended meanwhile', async () => {
    const { session, path } = await loanOnItsWay();
    const page = await browsing.open({ token: session });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.route(drawnPages, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForRequest(drawnPages);
    await page.evaluate(() => localStorage.removeItem('cuota.session'));
    const begun = page.waitForRequest('**/assets/*.js');
    release();
    await begun;
    expect(await page.getByText(/^ESTADO:/).count()).toBe(0);
  });

  it('shows somebody who is logged in their own balance, also where the server was not told', async () => {
    // A session of its own, which this test ends.
    const { result } = await done('POST /api/v3/authenticate-new', {
      country: 'AR',
      body: { email: 'aldia@ar.demo.example', password: demoPassword },
    });
    const page = await browsing.open({ token: result });
    await page.context().clearCookies();
    const calls = callsOf(page);
    await page.goto(`/balance/1/${current.AR}`);
    await page.getByText('Alicia', { exact: false }).first().waitFor();
    expect(calls.filter((call) => call.endsWith('/balance'))).toHaveLength(1);
    expect((await page.context().cookies()).map(({ name, value }) => [name, value])).toEqual([
      ['cuota-session', '1'],
    ]);
    calls.length = 0;
    // Told that there is a session, the server draws the owner's balance for the token.
    await page.reload();
    await page.getByText('Alicia', { exact: false }).first().waitFor();
    await page.getByRole('tab', { name: 'LIBRE DEUDA' }).click();
    await page.getByRole('tab', { name: 'LIBRE DEUDA', selected: true }).waitFor();
    // But for what the loan costs in all, which is not drawn.
    expect(calls.filter((call) => !call.includes('/loan-new/'))).toEqual([]);
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect.poll(() => page.context().cookies()).toEqual([]);
  });

  it('shows the amount that was chosen on it before', async () => {
    const lead = await createLead('AR');
    const page = await openOffer(browsing, lead);
    const most = await amountField(page).inputValue();
    await page.getByRole('button', { name: 'Menos' }).click();
    const chosen = await amountField(page).inputValue();
    expect(chosen).not.toBe(most);
    await page.getByRole('radio', { checked: false }).first().check({ force: true });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cuota.proposal'))).not.toBeNull();
    await page.reload();
    await expect.poll(() => amountField(page).inputValue()).toBe(chosen);
  });
});
