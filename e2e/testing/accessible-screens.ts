import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { expectAccessible, expectNoSidewaysScroll, expectReadableColours } from './axe.ts';
import { viewport } from './browser.ts';
import { type Browsing, useBrowser } from './harness.ts';
import { walkWithTab } from './keyboard.ts';
import { loginOf, type ScreenCase, visitsOf } from './screens.ts';
import { bringIntoState, goOnTo, visit } from './visit.ts';

/** Screens of one person and address after one another, those first that leave it as it was loaded. */
function byAddress(screens: readonly ScreenCase[]): readonly ScreenCase[] {
  const order = ({ prepare, leavesNoTrace }: ScreenCase) => (!prepare ? 0 : leavesNoTrace ? 1 : 2);
  const persons = [...Map.groupBy(screens, ({ who, hasProposal }) => `${who} ${hasProposal}`).values()];
  return persons
    .flatMap((group) => [...Map.groupBy(group, ({ path }) => path).values()])
    .flatMap((group) => group.toSorted((one, other) => order(one) - order(other)));
}

/** Whether a screen leaves the page as it was loaded, or can be closed without a trace. */
const isClean = ({ prepare, isDialog, leavesNoTrace }: ScreenCase) =>
  leavesNoTrace === true || (!prepare && isDialog !== true);

/** Whether a page that shows a screen can show another one of its address without being loaded again. */
const canStay = (at: ScreenCase, next: ScreenCase): boolean => at.path === next.path && isClean(at);

/** Whether a page that shows a screen can go on to another address within the site, as a link does. */
const canGoOn = (at: ScreenCase, next: ScreenCase): boolean =>
  isClean(at) && next.landsOn === undefined && !(next.isDialog && !next.prepare);

/** Takes back what the checks of the last screen changed. */
async function resetWindow(page: Page): Promise<void> {
  await page.setViewportSize(viewport);
  await page.evaluate(() => {
    document.documentElement.style.removeProperty('font-size');
    window.scrollTo(0, 0);
  });
  const dialog = page.getByRole('dialog');
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** Opens screens; the page that shows one goes on to the next one of the same person. */
function opener(browsing: Browsing) {
  const shown = new Map<string, ScreenCase>();
  return async (screen: ScreenCase, country: CountryCode): Promise<Page> => {
    const keptAs = `${country} ${screen.who ?? ''}`;
    const left = browsing.left(keptAs);
    const at = shown.get(keptAs);
    const login = screen.who && (await loginOf(screen.who, country));
    if (left && at && at.hasProposal === screen.hasProposal && (canStay(at, screen) || canGoOn(at, screen))) {
      shown.set(keptAs, screen);
      await resetWindow(left);
      if (!canStay(at, screen)) await goOnTo(left, screen, login, country);
      await bringIntoState(left, screen);
      return left;
    }
    const page = await browsing.open({ country, keptAs, ...(login && { token: login }) });
    shown.set(keptAs, screen);
    await visit(page, screen, login, country);
    return page;
  };
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

/** Texts that lie over another one: with larger letters they must go to a line of their own. */
async function overlappingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const place = document.querySelector('dialog[open]') ?? document.querySelector('main')!;
    const isApart = (element: Element) => {
      const { position, clipPath } = getComputedStyle(element);
      return position === 'fixed' || position === 'sticky' || clipPath === 'inset(50%)';
    };
    const isInPlace = (element: Element): boolean =>
      element === place || (!isApart(element) && isInPlace(element.parentElement!));
    /** Part of the window that shows an element: a dialog scrolls its content under its actions. */
    const clipOf = (element: Element): { top: number; bottom: number } => {
      if (element === place) return { top: -Infinity, bottom: Infinity };
      const outer = clipOf(element.parentElement!);
      if (getComputedStyle(element).overflowY === 'visible') return outer;
      const { top, bottom } = element.getBoundingClientRect();
      return { top: Math.max(top, outer.top), bottom: Math.min(bottom, outer.bottom) };
    };
    const lines: { text: Node; left: number; right: number; top: number; bottom: number }[] = [];
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (!text.textContent?.trim() || !text.parentElement?.checkVisibility()) continue;
      if (!isInPlace(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const part = clipOf(text.parentElement);
      for (const { left, right, top, bottom, height } of range.getClientRects())
        // Letters without the room above and below them, which lines share.
        if (top < part.bottom && bottom > part.top)
          lines.push({ text, left, right, top: top + height / 4, bottom: bottom - height / 4 });
    }
    lines.sort((one, other) => one.top - other.top);
    return lines.flatMap((one, index) =>
      lines
        .slice(index + 1)
        .filter(({ text, top }) => text !== one.text && top < one.bottom - 1)
        .filter(({ left, right }) => left < one.right - 1 && right > one.left + 1)
        .map(({ text }) => `${one.text.textContent} / ${text.textContent}`),
    );
  });
}

/** Another colour scheme and the keyboard do not depend on the country's texts: checked once for a screen. */
async function checkWhatCountriesShare(page: Page, place: 'page' | 'dialog'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page, place);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await walkWithTab(page)).toEqual({ missed: [], unseen: [], outside: [] });
}

/** Screens with sums, tables of figures, tabs and bars. */
const denseScreens = new Set([
  'signup',
  'lead-offer',
  'welcome',
  'bank',
  'review',
  'review-membership',
  'finish',
  'loan-old',
  'balance',
  'balance-late',
  'balance-public',
  'changes',
  'statement',
  'own-data',
]);
/**
 * Screens whose markup is not the same in all countries: plans, costs and what the law of one asks for. The others
 * have the same elements with other words, and are checked in the first of their countries.
 */
const differingScreens = new Set(['offer', 'review', 'changes']);
/** Sizes of a window with the font size that a phone is set to. */
const phones = [
  ['150%', { width: 360, height: 640 }],
  ['100%', { width: 360, height: 560 }],
  ['100%', { width: 640, height: 360 }],
] as const;

async function checkPhones(page: Page): Promise<void> {
  for (const [fontSize, size] of phones) {
    await page.setViewportSize(size);
    await page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), fontSize);
    await expectNoSidewaysScroll(page);
  }
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
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  expect(await overlappingTexts(page)).toEqual([]);
}

/** Escape closes, and the focus is back where it came from. */
async function checkClosing(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.matches('button, a'))).toBe(true);
}

const isFirstOf = (screen: ScreenCase, country: CountryCode) => country === (screen.countries ?? ['AR'])[0];

/** The tests of these screens, in each country in which they differ; one call per test file. */
export function describeAccessible(screens: readonly ScreenCase[]): void {
  const open = opener(useBrowser());
  const looks = visitsOf(byAddress(screens)).filter(
    ([name, country, screen]) => isFirstOf(screen, country) || differingScreens.has(name),
  );

  describe.each(looks)('%s in %s', (_name, country, screen) => {
    const isFirst = isFirstOf(screen, country);
    const all = isFirst ? ' in both schemes, by keyboard,' : '';
    test(`keeps WCAG 2.2 AA${all} at 320 px and at 200 %`, async () => {
      const page = await open(screen, country);
      // The page behind a dialog is checked as a screen of its own.
      const place = screen.prepare ? 'dialog' : 'page';
      await expectAccessible(page, place);
      if (isFirst) await checkWhatCountriesShare(page, place);
      await checkSizes(page);
      if (denseScreens.has(screen.name)) await checkPhones(page);
      if (isFirst && screen.isDialog && screen.prepare) await checkClosing(page);
    });
  });
}
