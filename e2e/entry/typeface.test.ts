import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { certificateOf } from '../testing/borrower-cases.ts';
import { useBrowser } from '../testing/harness.ts';
import { loginOf } from '../testing/screens.ts';

const browsing = useBrowser();

/** What moved on the page so far, as browsers reckon it. */
const moved = () =>
  new Promise<number>((resolve) => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    // What was noted so far is handed over by the next frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const all = observer.takeRecords() as (PerformanceEntry & { value: number })[];
        const entries = performance.getEntriesByType('layout-shift') as typeof all;
        resolve([...all, ...entries].reduce((sum, { value }) => sum + value, 0));
      }),
    );
  });

/** Holds the typeface back until the function that it returns is called. */
async function holdTypeface(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const typeface = (page: Page) =>
  page.evaluate(() => document.fonts.ready.then(() => document.fonts.load('16px Figtree')));

test.each([
  ['AR', '/signup'],
  ['UY', '/signup'],
  ['AR', '/login'],
] as [CountryCode, string][])(
  'in %s the typeface that comes late to %s moves no line',
  async (country, path) => {
    const page = await browsing.open({ country });
    const bring = await holdTypeface(page);
    const wanted = page.waitForRequest('**/*.woff2');
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await wanted;
    const family = () => page.evaluate(() => getComputedStyle(document.body).fontFamily);
    const before = await page.evaluate(() => document.querySelector('h1')?.getBoundingClientRect().height);
    expect(await family()).not.toMatch(/^Figtree,/);
    bring();
    await typeface(page);
    const after = await page.evaluate(() => document.querySelector('h1')?.getBoundingClientRect().height);
    expect(after).toBe(before);
    expect(await family()).toMatch(/^Figtree,/);
    expect(await page.evaluate(moved)).toBeLessThan(0.01);
  },
);

test.each([
  ['AR', 'check'],
  ['UY', 'check'],
  ['UY', 'sheet'],
] as const)('in %s it moves no date and no line of a certificate (%s)', async (country, as) => {
  const login = await loginOf('pagado', country);
  const path = await certificateOf(as)({ country, login });
  const page = await browsing.open({ country, token: login });
  const bring = await holdTypeface(page);
  const wanted = page.waitForRequest('**/*.woff2');
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.getByText('Fecha de emisión').waitFor();
  await wanted;
  bring();
  await typeface(page);
  expect(await page.evaluate(moved)).toBeLessThan(0.001);
});
