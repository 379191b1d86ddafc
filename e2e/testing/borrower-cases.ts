import type { Page } from 'playwright-core';
import { done } from './journey.ts';
import type { Visit } from './screens.ts';

/** As after a withdrawal from a loan that was paid out. */
export const hasWithdrawn = async (page: Page) => {
  const withdrawal = { code: 'ARR-0000000001', state: 'return-due', amount: 290_000, until: '01-12-2026' };
  // A page of which a call is stubbed is not drawn by the server, and so asks by itself.
  await page.route('**/api/v3/balance', (route) => route.continue());
  const answered = page.waitForResponse('**/api/v3/balance');
  await page.reload();
  const json = await (await answered).json();
  await page.route('**/api/v3/balance', (route) =>
    route.fulfill({ json: { ...json, model: { ...json.model, withdrawal } } }),
  );
  await page.reload();
  await page.getByText('Te arrepentiste de este préstamo').waitFor();
};

/** The certificate that a customer asks for about themselves: as its sheet, or as its public check. */
export const certificateOf = (as: 'sheet' | 'check') => async (asked: Visit) => {
  const { country } = asked;
  const own = { country, token: asked.login?.token ?? '' };
  const { document_number } = (await done('GET /api/v3/account-new', own)).result.account_information;
  const { hash } = (await done('POST /api/v3/debtfree', { ...own, body: { document_number } })).result;
  const { check_url } = (await done(`GET /api/v3/debtfree/${hash}`, own)).result;
  return as === 'sheet' ? `/libre-deuda/${hash}` : new URL(check_url).pathname;
};

/** Address of the logged-in customer's balance. */
export const balanceOf = async ({ country, login }: Visit) => {
  const { result } = await done('GET /api/v3/account-new', { country, token: login?.token ?? '' });
  return `/balance/1/${result.account_information.document_number}`;
};
