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

const parts = { principal: 620_000, interest: 90_000, charges: 0, default_interest: 36_378.84 };
const planRow = (number: number, due: string, until: string) => ({
  number,
  due_date: due,
  payable_until: until,
  principal: 200_000,
  interest: 0,
  charges: 0,
  carried: 48_792.95,
  amount: 248_792.95,
});

/** As with a settlement offer and a plan to accept, both of large amounts, and an earlier pause. */
export const hasOffers = async (page: Page) => {
  const total = 746_378.84;
  const owed = { ...parts, total };
  const none = { principal: 0, interest: 0, charges: 0, default_interest: 0, total: 0 };
  const rows = [planRow(7, '07-12-2026', '09-12-2026'), planRow(8, '07-01-2027', '07-01-2027')];
  const figures = { owed, waived: none, rate: 0, rows, total, cost: 0, digest: 'ab'.repeat(32) };
  const result = {
    changes: [
      {
        id: '1',
        kind: 'pause',
        on: '27-11-2026',
        text: 'Pausa de los intereses por mora, del 28-11-2026 al 17-12-2026',
        pdf_url: '',
      },
    ],
    settlement_offers: [
      { id: '2', amount: 30_000, remaining: 30_000, until: '02-12-2026', saved: 575_600.03 },
    ],
    pause: { from: '28-11-2026', to: '17-12-2026', is_in_force: true },
    plan: { id: '3', until: '02-12-2026', figures },
    due_day: { day: 7, is_available: true, reason: '' },
  };
  await page.route(/\/api\/v3\/loan\/[^/]+\/changes$/, (route) =>
    route.fulfill({ json: { status: 'success', result } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Aceptar el plan' }).waitFor();
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
