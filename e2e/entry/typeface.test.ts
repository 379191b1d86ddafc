import { expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { useBrowser } from '../testing/harness.ts';

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

test.each([
  ['AR', '/signup'],
  ['UY', '/signup'],
  ['AR', '/login'],
] as [CountryCode, string][])(
  'in %s the typeface that comes late to %s moves no line',
  async (country, path) => {
    const page = await browsing.open({ country });
    let bring = () => {};
    const asked = new Promise<void>((resolve) => {
      bring = resolve;
    });
    await page.route('**/*.woff2', async (route) => {
      await asked;
      await route.continue();
    });
    const wanted = page.waitForRequest('**/*.woff2');
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await wanted;
    const family = () => page.evaluate(() => getComputedStyle(document.body).fontFamily);
    const before = await page.evaluate(() => document.querySelector('h1')?.getBoundingClientRect().height);
    expect(await family()).not.toMatch(/^Figtree,/);
    bring();
    await page.evaluate(() => document.fonts.ready.then(() => document.fonts.load('16px Figtree')));
    const after = await page.evaluate(() => document.querySelector('h1')?.getBoundingClientRect().height);
    expect(after).toBe(before);
    expect(await family()).toMatch(/^Figtree,/);
    expect(await page.evaluate(moved)).toBeLessThan(0.01);
  },
);
