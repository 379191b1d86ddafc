import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { chooseProposal, createLead } from '../testing/journey.ts';
import { amountField, goOn, held, openOffer, plans } from '../testing/offer-steps.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';

const browsing = useBrowser();

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('nothing is drawn');
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}
const cardOf = (page: Page, title: string) => page.getByRole('heading', { name: title }).locator('..');

describe.each(['AR', 'UY'] as const)('the offer in %s', (country) => {
  test('shows an instalment at 360×640 without scrolling', async () => {
    const page = await openOffer(browsing, await createLead(country, { lastDigit: 5 }), { height: 640 });
    // The whole plan card's figure stands above the bar.
    const payment = await boxOf(plans(page).first().locator('..').locator('strong').first());
    const bar = await boxOf(goOn(page).locator('../..'));
    expect(payment.y).toBeGreaterThan(0);
    expect(payment.bottom).toBeLessThan(bar.y);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expectNoSidewaysScroll(page);
  });
});

describe('an amount', () => {
  const country = 'AR';

  test('that is cleared or deleted digit by digit stays what it was; out of bounds it shows no prices, and says why', async () => {
    const page = await openOffer(browsing, await createLead(country, { lastDigit: 5 }));
    const before = await amountField(page).inputValue();
    expect(before.length).toBeGreaterThan(1);
    await amountField(page).focus();
    await page.keyboard.press('End');
    for (let left = before.length; left > 0; left -= 1) await page.keyboard.press('Backspace');
    expect(await amountField(page).inputValue()).toBe('');
    expect(await amountField(page).getAttribute('placeholder')).toBe(before);
    await amountField(page).blur();
    expect(await amountField(page).inputValue()).toBe(before);

    await amountField(page).fill('10');
    await page.getByRole('radio', { name: /^12 cuotas/ }).waitFor();
    const label = await plans(page).first().getAttribute('aria-label');
    await amountField(page).fill('');
    expect(await plans(page).first().getAttribute('aria-label')).toBe(label);
    expect(await goOn(page).isEnabled()).toBe(true);
    await amountField(page).blur();
    expect(await amountField(page).inputValue()).toBe('10');
    expect(await plans(page).first().getAttribute('aria-label')).toBe(label);

    await amountField(page).fill('1');
    await page.getByText(/^Tus cuotas aparecen acá con un monto entre \$3\.000 y \$[\d.]+\.$/).waitFor();
    expect(await plans(page).count()).toBe(0);
    expect(await page.getByRole('table').count()).toBe(0);
    await page.getByText('Está fuera de tu oferta').waitFor();
    expect(await goOn(page).isDisabled()).toBe(true);
    await expectAccessible(page);
    await amountField(page).blur();
    await plans(page).first().waitFor();
  });
});

describe('the offer of any country', () => {
  const country = 'AR';
  test('leaves the plans where they are when one is chosen at 360×640', async () => {
    const page = await openOffer(browsing, await createLead(country, { lastDigit: 5 }), { height: 640 });
    const plan = plans(page).nth(1);
    await plan.scrollIntoViewIfNeeded();
    const before = await boxOf(plan);
    await plan.check();
    await page.getByRole('button', { name: 'Quitar elección' }).waitFor();
    expect((await boxOf(plan)).y).toBe(before.y);
  });

  test('puts the sum beside the choice at 1280 px and keeps it in view', async () => {
    const page = await openOffer(browsing, await createLead(country, { lastDigit: 5 }), {
      width: 1280,
      height: 800,
    });
    const choice = await boxOf(cardOf(page, 'Elegí tus cuotas').locator('../..'));
    const sum = await boxOf(cardOf(page, 'Qué pagás'));
    expect(sum.x).toBeGreaterThan(choice.right);
    expect(sum.y).toBeLessThan(choice.bottom);
    await page.evaluate(() => window.scrollTo(0, 900));
    await expect.poll(async () => (await boxOf(cardOf(page, 'Qué pagás'))).y).toBeGreaterThanOrEqual(0);
    expect(await goOn(page).isVisible()).toBe(true);
    await expectNoSidewaysScroll(page);
  });
});

describe('the review', () => {
  const country = 'AR';

  test('is waited for in the columns that it has at 1280 px', async () => {
    const account = await createReadyCustomer(country);
    const page = await browsing.open({ country, token: account, width: 1280, height: 800 });
    await chooseProposal(page, account);
    const [free, release] = held();
    await page.route('**/api/v3/account-new', async (route) => {
      await free;
      await route.fallback();
    });
    await page.goto('/revisar', { waitUntil: 'commit' });
    const pictures = page.getByRole('main').getByRole('status');
    const waiting = [await boxOf(pictures.nth(0)), await boxOf(pictures.nth(1))];
    release();
    const cost = await boxOf(page.getByRole('heading', { name: 'Qué pagás' }));
    expect(waiting[0]!.right).toBeLessThan(waiting[1]!.x);
    expect(waiting[1]!.x).toBe(cost.x);
  });

  test('keeps the sum in view on a phone and at 1280 px', async () => {
    const account = await createReadyCustomer(country);
    const page = await browsing.open({ country, token: account, height: 800 });
    await chooseProposal(page, account);
    await page.goto('/revisar');
    const sum = page.getByText(
      /^1 cuota de \$[\d.,]+ · Total \$[\d.,]+$|^\d+ cuotas de \$[\d.,]+ · Total \$[\d.,]+$/,
    );
    await sum.waitFor();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole('checkbox', { name: /^Acepto el (pagaré|vale)$/ }).scrollIntoViewIfNeeded();
      const box = await boxOf(sum);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.bottom).toBeLessThanOrEqual(800);
      const figures = await boxOf(page.getByText('Recibís', { exact: true }));
      const acceptance = await boxOf(cardOf(page, 'Tu aceptación'));
      // Beside the acceptance on a wide window; on a phone scrolled away, above it.
      expect(figures.right < acceptance.x && figures.y >= 0).toBe(width === 1280);
      await expectNoSidewaysScroll(page);
    }
  });
});
