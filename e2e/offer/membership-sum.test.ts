import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { formatMoney, formatRoundMoney } from '../testing/money.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { chooseProposal, createLead, type TestLead } from '../testing/journey.ts';
import { answerOf, openOffer } from '../testing/offer-steps.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';

const browsing = useBrowser();

interface PlanFigures {
  readonly installmentsQuantity: number;
  readonly final_amount: number;
  readonly amount_delivery: number;
  readonly membership_price: number;
}

const cents = (units: number) => Math.round(units * 100);

/** Compares the plan with and without the membership, summed independently. */
async function sumOf(lead: TestLead, count: number) {
  const { max_option: options } = (await answerOf(lead)).result;
  const plan = (variant: 'membership' | 'no_membership'): PlanFigures =>
    options[variant].plans.find((each: PlanFigures) => each.installmentsQuantity === count);
  const [member, basic] = [plan('membership'), plan('no_membership')];
  return {
    gain: (cents(basic.final_amount) - cents(member.final_amount) - cents(member.membership_price)) / 100,
    total: (cents(member.final_amount) + cents(member.membership_price)) / 100,
  };
}

const verdict = (gain: number) =>
  gain > 0
    ? `Conviene: en este préstamo ahorrás ${formatMoney(gain)}, con su precio ya descontado.`
    : `En este préstamo pagás ${formatMoney(-gain)} más en total que sin la membresía.`;

/** Note next to the membership offer. */
const note = (page: Page) =>
  page.getByRole('note').filter({ hasText: 'Wayni+ cuesta $6.300, una sola vez.' });

describe.each(['AR', 'UY'] as const)('the membership in %s', (country) => {
  const charged =
    country === 'AR'
      ? /Si confirmás ahora, la debitamos de tu tarjeta el \d\d-\d\d-\d{4}/
      : /Si confirmás ahora, el \d\d-\d\d-\d{4} te escribimos para que la pagues/;

  test('is on the offer with price, charge and this loan’s total gain or loss', async () => {
    const lead = await createLead(country, { lastDigit: 5 });
    const page = await openOffer(browsing, lead);
    const { gain, total } = await sumOf(lead, 12);
    expect(gain > 0).toBe(country === 'AR');
    await note(page).getByText(verdict(gain)).waitFor();
    await note(page).getByText(charged).waitFor();
    const chosen = page.getByRole('radio', { name: /^12 cuotas/ });
    const name = (await chosen.getAttribute('aria-label')) ?? '';
    expect(name).toContain(`${formatRoundMoney(Math.round(total))} con membresía`);
    expect(name.includes('Conviene')).toBe(gain > 0);
    await page
      .getByText(`Total con membresía ${formatRoundMoney(Math.round(total))}`, { exact: true })
      .waitFor();
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: 'Detalles del préstamo' }).click();
    const details = page.getByRole('dialog', { name: 'Detalles del préstamo' });
    await details.getByText(formatRoundMoney(total), { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });

    await page.getByRole('tab', { name: 'Basic' }).click();
    await note(page).waitFor({ state: 'hidden' });
    expect(await page.getByText('con membresía').count()).toBe(0);
  });

  test('keeps its price and its charge in view where no plan is chosen', async () => {
    const page = await openOffer(browsing, await createLead(country, { lastDigit: 5 }));
    await page.getByRole('radio', { checked: false }).first().check();
    await page.getByRole('button', { name: 'Quitar elección' }).click();
    await note(page).getByText(charged).waitFor();
    expect(
      await note(page)
        .getByText(/en este préstamo/i)
        .count(),
    ).toBe(0);
    await expectAccessible(page);
  });

  test('says the same on the review, where the total includes it', async () => {
    const account = await createReadyCustomer(country);
    const page = await browsing.open({ country, token: account });
    await chooseProposal(page, account, { membership: true });
    await page.goto('/revisar');
    await note(page).getByText(charged).waitFor();
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('cuota.proposal') ?? 'null'));
    const { gain, total } = await sumOf(account, stored.installmentsQuantity);
    await note(page).getByText(verdict(gain)).waitFor();
    // A date is never broken at its hyphens.
    await note(page)
      .getByText(/^\d{2}-\d{2}-\d{4}$/)
      .waitFor();
    const row = page.getByText('Total con membresía', { exact: true }).locator('..');
    expect(await row.innerText()).toContain(formatMoney(total));
    await page.getByText(`Total con membresía ${formatMoney(total)}`).waitFor();
    await page.getByRole('switch', { name: 'Incluir Wayni+' }).uncheck();
    await row.waitFor({ state: 'hidden' });
    await expectNoSidewaysScroll(page);
  });
});

describe('the membership of any country', () => {
  const country = 'AR';

  test('is never called advantageous where it costs more than it saves', async () => {
    const lead = await createLead(country, { lastDigit: 5 });
    const page = await openOffer(browsing, lead);
    await page.getByRole('button', { name: /^Mínimo/ }).click();
    await note(page)
      .getByText(/En este préstamo pagás \$[\d.,]+ más en total que sin la membresía\./)
      .waitFor();
    expect(await page.getByText('Conviene').count()).toBe(0);
    for (const radio of await page.getByRole('radio').all())
      expect(await radio.getAttribute('aria-label')).not.toContain('Conviene');
    await page.getByRole('button', { name: 'Ver más cuotas' }).click();
    const all = page.getByRole('dialog', { name: '¿En cuántas cuotas?' }).getByRole('radio');
    await all.first().waitFor();
    for (const radio of await all.all())
      expect(await radio.getAttribute('aria-label')).toMatch(/Pagás \$[\d.]+ más en total que con Basic/);
  });
});
