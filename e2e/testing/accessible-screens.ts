import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { expectAccessible, expectNoSidewaysScroll, expectReadableColours } from './axe.ts';
import { type Browsing, useBrowser } from './harness.ts';
import { walkWithTab } from './keyboard.ts';
import { loginOf, type ScreenCase, visit, visitsOf } from './screens.ts';

async function open(browsing: Browsing, screen: ScreenCase, country: CountryCode): Promise<Page> {
  const login = screen.who && (await loginOf(screen.who, country));
  const keptAs = `${country} ${screen.who ?? ''}`;
  const page = await browsing.open({ country, keptAs, ...(login && { token: login }) });
  await visit(page, screen, login, country);
  return page;
}

/** Texts that their own box cuts off: with larger letters they must wrap instead. */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, h1, h2, h3, p, label, td, th')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).overflowX !== 'visible' && element.clientWidth > 1)
      .map((element) => `${element.tagName} ${element.textContent.slice(0, 60)}`),
  );
}

/** Another colour scheme and the keyboard do not depend on the country's texts: checked once for a screen. */
async function checkWhatCountriesShare(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await walkWithTab(page)).toEqual({ missed: [], unseen: [] });
}

async function checkSizes(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  expect(await cutTexts(page)).toEqual([]);
  // 200 %: a window of 640 px whose letters are twice as large.
  await page.setViewportSize({ width: 640, height: 900 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expectNoSidewaysScroll(page);
  expect(await cutTexts(page)).toEqual([]);
}

/** More than the elements of any dialog, so that the focus goes round. */
const manyPresses = 30;

/** The focus stays inside, Escape closes, and the focus is back where it came from. */
async function checkDialog(page: Page): Promise<void> {
  const isInside = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      // From the last element Tab goes to the browser's own buttons, and from there back.
      return (
        activeElement === document.body || document.querySelector('dialog:modal')?.contains(activeElement)
      );
    });
  for (let presses = 0; presses < manyPresses; presses += 1) {
    expect(await isInside()).toBe(true);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.matches('button, a'))).toBe(true);
}

/** The tests of these screens, in both countries; one call per test file. */
export function describeAccessible(screens: readonly ScreenCase[]): void {
  const browsing = useBrowser();

  describe.each(visitsOf(screens))('%s in %s', (_name, country, screen) => {
    const isFirst = country === (screen.countries ?? ['AR'])[0];
    const all = isFirst ? ' in both schemes, by keyboard,' : '';
    test(`keeps WCAG 2.2 AA${all} at 320 px and at 200 %`, async () => {
      const page = await open(browsing, screen, country);
      await expectAccessible(page);
      if (isFirst) await checkWhatCountriesShare(page);
      await checkSizes(page);
      if (isFirst && screen.isDialog && screen.prepare) await checkDialog(page);
    });
  });
}
