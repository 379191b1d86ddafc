import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chooseBank, openStep } from '../testing/apply-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { applyBy, createAccount } from '../testing/journey.ts';
import { bankLabel } from '../testing/signup-steps.ts';

const browsing = useBrowser();

/** Where a country asks for a bank by its name. */
const places = {
  AR: {
    label: bankLabel,
    usual: ['Nación', 'Galicia', 'Santander', 'Provincia', 'BBVA', 'Macro'],
    byName: ['wilo', 'Ualá Bank S.A.U.'],
    shownAs: 'Wilobank (Ualá Bank S.A.U.)',
    open: async (): Promise<Page> => {
      const page = await browsing.open({ country: 'AR' });
      await page.goto('/signup');
      return page;
    },
  },
  UY: {
    label: 'Banco',
    usual: ['BROU', 'Itaú', 'Santander', 'Scotiabank', 'BBVA', 'Prex'],
    byName: ['republica', 'BROU'],
    shownAs: 'República (BROU)',
    open: async (): Promise<Page> => {
      const account = await createAccount('UY');
      await applyBy.photos(account);
      await applyBy.address(account);
      await applyBy.delivery(account, 'bank-transfer');
      return (await openStep(browsing, 'UY', '/verificacion-identidad/04uy', account)).page;
    },
  },
} as const;

describe.each(['AR', 'UY'] as const)('a bank in %s', (country) => {
  const { label, usual, byName, shownAs, open } = places[country];

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
  });
});
