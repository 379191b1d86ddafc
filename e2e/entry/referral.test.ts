import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { api, eventually } from '../testing/api.ts';
import { useBrowser } from '../testing/harness.ts';
import {
  completeApplication,
  confirmLoan,
  done,
  newCuit,
  overrideSettings,
  type TestAccount,
} from '../testing/journey.ts';
import { type RunningProduct, startProduct } from '../testing/product.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';
import { loginOf } from '../testing/screens.ts';
import { seen } from '../testing/seen.ts';
import { fill, newPerson, send } from '../testing/signup-steps.ts';
import { lookAt } from '../testing/target.ts';

const browsing = useBrowser();
let product: RunningProduct;
beforeAll(async () => {
  // Rewards accrue by a day's work, weeks after the logins of these tests.
  product = await startProduct({
    DAILY_EVERY_SECONDS: '2',
    SESSION_IDLE_HOURS: '9000',
    SESSION_MAX_DAYS: '365',
  });
  lookAt(product.port);
});
afterAll(() => product.stop());

/** Moves the product to a day, or back to today. */
const goTo = (now: string) => done('POST /sandbox/clock', { body: { now } });
afterEach(() => goTo(new Date().toISOString()));

/** The browser lives today: a session of another year would have ended for it. */
const tokenOf = ({ token }: Pick<TestAccount, 'token'>) => ({ token, expired: '2099-01-01T00:00:00.000Z' });

async function paidOut(account: TestAccount): Promise<string> {
  const id = await confirmLoan(account);
  const { country, token } = account;
  await eventually(
    async () => (await api(`GET /api/v3/loan-new/${id}`, { country, token })).body.result.state_slug,
    (state) => state === 'approved',
  );
  return id;
}

const figures = (page: Page) =>
  page
    .getByRole('main')
    .locator('dl')
    .evaluate((list) => [...list.querySelectorAll('dd')].map(({ textContent }) => textContent));

test('while it runs, an invitation becomes a discount for both', async () => {
  await goTo('2024-06-10T15:00:00Z');
  const referrer = await createReadyCustomer('AR');
  const loan = await paidOut(referrer);
  const page = await browsing.open({ token: tokenOf(referrer) });
  await page.goto('/referido');
  await page.getByRole('heading', { name: 'Ana, invitá y ganá' }).waitFor();
  await page.getByText('5 referidos = $25.000 de descuento').waitFor();
  await page.getByText('Promoción válida en Argentina del 07-08-2023 al 31-12-2024.').waitFor();
  const link = (await page.getByLabel('Tu link de referido').textContent()) ?? '';
  const invite = new URL(
    (await page.getByRole('link', { name: 'Invitar por WhatsApp' }).getAttribute('href')) ?? '',
  );
  expect(invite.host).toBe('api.whatsapp.com');
  expect(invite.searchParams.get('text')).toBe(
    `¡Hola! Soy Ana y te invito a pedir tu préstamo online: ${link}`,
  );
  expect(await figures(page)).toEqual(['0', '0', '$0', '$0', '$0', '$0']);

  // The friend opens the link and signs up; what the link carries goes along.
  const friend = newPerson('AR');
  const other = await browsing.open();
  const { pathname, search } = new URL(link);
  await other.goto(pathname + search);
  await fill(other, 'AR', friend);
  const { request, model } = await send(other);
  expect(request.postDataJSON().parameter).toBe(search.slice(1));
  const session = await done('POST /api/v3/account', {
    body: { email: friend.email, hash: model.hash, option: 0, terms: true },
  });
  const account: TestAccount = {
    ...referrer,
    ...friend,
    cuit: newCuit('AR', friend.document),
    hash: model.hash,
    token: session.token,
    expired: session.expired,
  };
  await completeApplication(account);
  const friendsLoan = await paidOut(account);

  const shows = (expected: string) =>
    eventually(
      async () => {
        await page.reload();
        await page.getByText('Tus referidos').waitFor();
        return figures(page);
      },
      (shown) => shown.join() === expected,
    );
  // While the friend can still withdraw nothing is earned.
  await shows('1,1,$5.000,$0,$0,$0');
  await page.getByText('Lo pendiente se suma cuando termina el plazo para arrepentirse').waitFor();
  await goTo('2024-07-02T15:00:00Z');
  await shows('1,1,$0,$5.000,$5.000,$0');
  for (const [who, id] of [
    [referrer, loan],
    [account, friendsLoan],
  ] as const) {
    const own = await browsing.open({ token: tokenOf(who) });
    await own.goto(`/movimientos/${id}`);
    await own.getByRole('row', { name: /Descuento del programa de referidos.*-\$5\.000/ }).waitFor();
  }
});

describe.each([
  ['AR', 'La promoción terminó.'],
  ['UY', 'Todavía no hay una promoción de referidos.'],
] as const)('outside the promotion in %s', (country, says) => {
  test('it is said, and there is no invitation', async () => {
    const page = await browsing.open({ country, token: await loginOf('aldia', country) });
    await page.goto('/referido');
    await page.getByText(says).waitFor();
    expect(await page.getByRole('link', { name: 'Invitar por WhatsApp' }).count()).toBe(0);
    expect(await page.getByLabel('Tu link de referido').count()).toBe(0);
  });

  test('without a profile there is the way to the login, and back', async () => {
    const page = await browsing.open({ country });
    await page.goto('/referido');
    await page.getByRole('alert').getByText('No pudimos encontrar el perfil de usuario').waitFor();
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.waitForURL('**/login?redirectTo=%2Freferido');
    expect(await seen(page.getByRole('heading', { level: 1 }))).toBe(true);
  });
});

test('the shared message takes every placeholder of its template', async () => {
  await goTo('2024-06-10T15:00:00Z');
  const login = await done('POST /api/v3/authenticate-new', {
    body: { email: 'aldia@ar.demo.example', password: 'Demo-2026' },
  });
  const page = await browsing.open({ token: tokenOf(login) });
  const template = '{first_name}|{option_amount}|{document_number}|{referral_link}';
  await overrideSettings(page, { 'share-message': template });
  await page.goto('/referido');
  const link = (await page.getByLabel('Tu link de referido').textContent()) ?? '';
  const href = await eventually(
    async () => (await page.getByRole('link', { name: 'Invitar por WhatsApp' }).getAttribute('href')) ?? '',
    (found) => found.includes('%7C'),
  );
  expect(new URL(href).searchParams.get('text')).toBe(`Alicia|$1.450.000|30400048|${link}`);
});
