import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { chooseProposal, createLead, overrideSettings } from '../testing/journey.ts';
import { openOffer } from '../testing/offer-steps.ts';
import { payoutByHand } from '../testing/payouts.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';

const browsing = useBrowser();

payoutByHand();

const day = /(?:hoy|el \p{L}+),? \d\d-\d\d-\d{4}/u;
/** The only day that a page names after 'acreditamos'. */
async function dayOn(page: Page): Promise<string> {
  // Matches the sentence with its date: the folded rules mention other days and may appear earlier.
  const sentence = page
    .getByText(/[Aa]creditamos (?:tu préstamo )?(?:hoy|el \p{L}+),? \d\d-\d\d-\d{4}/u)
    .first();
  return day.exec(await sentence.innerText())?.[0] ?? '';
}

describe.each(['AR', 'UY'] as const)('the day on which the money arrives, in %s', (country) => {
  it('is the same on the offer, the review, the finish and the loan, with its rules folded', async () => {
    const account = await createReadyCustomer(country);
    const page = await browsing.open({ country, token: account });
    await page.goto('/oferta-comercial');
    const offered = await dayOn(page);
    expect(offered).toMatch(day);
    await page.getByRole('button', { name: 'Ver tiempos de acreditación' }).click();
    const dialog = page.getByRole('dialog', { name: '¿Cuándo recibo el dinero?' });
    expect(await dialog.getByRole('note').innerText()).toContain(offered);
    await page.keyboard.press('Escape');

    await chooseProposal(page, account);
    await page.goto('/revisar');
    expect(await dayOn(page)).toBe(offered);
    const rules = page.getByText('Si confirmás tu préstamo un día hábil antes de las 16:00');
    expect(await rules.isVisible()).toBe(false);
    await page.getByText('Cómo calculamos esta fecha').click();
    await rules.waitFor();

    await page.getByRole('checkbox', { name: /Acepto los términos/ }).check();
    await page.getByRole('checkbox', { name: /^Acepto el (pagaré|vale)$/ }).check();
    await page.getByRole('button', { name: 'Confirmar préstamo' }).click();
    await page.waitForURL(/\/finalizacion\//);
    expect(await dayOn(page)).toBe(offered);
    await page.getByRole('button', { name: 'Ver mi préstamo' }).click();
    await page.waitForURL('**/ver-prestamo/**');
    expect(await dayOn(page)).toBe(offered);
  });
});

describe('the day on which the money arrives', () => {
  const country = 'AR';

  it('is promised nowhere before confirming while a person looks at the photos of everybody', async () => {
    const account = await createReadyCustomer(country);
    const page = await browsing.open({ country, token: account });
    await chooseProposal(page, account);
    await overrideSettings(page, { 'pay-outs': 'looked-at' });
    for (const path of ['/oferta-comercial', '/revisar']) {
      await page.goto(path);
      await page.getByText('una persona mira las fotos de tu documento').waitFor();
      expect(await page.getByRole('main').innerText()).not.toMatch(/acreditamos tu préstamo/);
    }
  });

  it('follows the clock of the business, not the one of the device', async () => {
    const page = await openOffer(browsing, await createLead(country));
    const said = await dayOn(page);
    await page.clock.setFixedTime(new Date('2024-03-05T12:00:00Z'));
    await page.reload();
    expect(await dayOn(page)).toBe(said);
  });
});
