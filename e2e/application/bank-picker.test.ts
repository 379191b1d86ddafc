import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chooseBank, openStep } from '../testing/apply-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { applyBy, createAccount } from '../testing/journey.ts';
import { bankLabel } from '../testing/signup-steps.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import type { CountryCode } from '../../src/countries/countries.ts';

const browsing = useBrowser();

async function openSignup(country: CountryCode): Promise<Page> {
  const page = await browsing.open({ country });
  await page.goto('/signup');
  return page;
}

async function openAccount(country: CountryCode): Promise<Page> {
  const account = await createAccount(country);
  await applyBy.photos(account);
  await applyBy.address(account);
  await applyBy.delivery(account, 'bank-transfer');
  return (await openStep(browsing, country, '/verificacion-identidad/04uy', account)).page;
}

/** Where the countries ask for a bank by its name. */
describe.each([
  ['AR', bankLabel, openSignup],
  ['UY', 'Banco', openAccount],
] as const)('a bank in %s', (country, label, openIn) => {
  const { usual, byName, shownAs } = testCountry(country).banks;
  const open = () => openIn(country);

  test('is one of the usual ones with a press, or found by its everyday name', async () => {
    const page = await open();
    const field = page.getByLabel(label);
    const chips = page.getByRole('group', { name: 'Los más usados' }).getByRole('button');
    expect(await chips.allInnerTexts()).toEqual(usual);
    await chips.nth(1).click();
    expect(await chips.nth(1).getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => field.inputValue()).toContain(usual[1]);
    const [lastChip, search] = [await chips.last().boundingBox(), await field.boundingBox()];
    expect(search!.y - lastChip!.y - lastChip!.height).toBeGreaterThanOrEqual(8);
    await field.fill(byName[0]);
    await page.getByRole('option', { name: shownAs, exact: true }).waitFor();
    await chooseBank(page, label, byName[0]);
    expect(await field.inputValue()).toBe(byName[1]);
    expect(await chips.nth(1).getAttribute('aria-pressed')).toBe('false');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('that is typed in part is taken on leaving where one alone fits, and refused where none does', async () => {
    const page = await open();
    const field = page.getByLabel(label);
    await field.fill(byName[0]);
    await field.blur();
    await expect.poll(() => field.inputValue()).toBe(byName[1]);
    await field.fill('zzz');
    await page.getByText('No encontramos esa opción.').waitFor();
    await field.blur();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('zzz');
    await field.focus();
    expect(await page.getByRole('listbox').count()).toBe(0);
  });
});
