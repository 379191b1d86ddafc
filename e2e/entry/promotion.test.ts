import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { useBrowser } from '../testing/harness.ts';
import { overrideSettings } from '../testing/journey.ts';

const browsing = useBrowser();
const banner = (page: Page) => page.getByRole('complementary', { name: 'Promoción' });
const terms = (page: Page) => page.getByRole('dialog', { name: 'Sorteo de diciembre 2020' });

/** /signup on a day of the business clock. */
async function openOn(country: CountryCode, today: string): Promise<Page> {
  const page = await browsing.open({ country });
  await showOn(page, today);
  return page;
}

async function showOn(page: Page, today: string): Promise<void> {
  await overrideSettings(page, { today });
  const arrived = page.waitForResponse('**/api/v3/enviroments');
  await page.goto('/signup');
  await arrived;
}

describe('the draw of December 2020', () => {
  const country = 'AR';
  test.each(['2020-12-01', '2020-12-29'])('is announced on %s, and nothing moves for it', async (today) => {
    const page = await browsing.open({ country });
    // The typeface comes after the first paint and moves words by a pixel: what moves without it moves for the draw.
    await page.route('**/*.woff2', (route) => route.abort());
    await showOn(page, today);
    await banner(page).getByText('gift card de $7.000').waitFor();
    const shift = await page.evaluate(
      async () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list
                .getEntries()
                .reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
            ),
          ).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 500);
        }),
    );
    expect(shift).toBe(0);
  });

  test('has its terms in a modal that gives the focus back', async () => {
    const page = await openOn(country, '2020-12-10');
    await banner(page).getByRole('button', { name: 'Ver bases' }).click();
    await terms(page).getByText('entre el 1 y el 29 de diciembre de 2020').first().waitFor();
    await terms(page)
      .getByText(/72 horas para responder/)
      .first()
      .waitFor();
    await terms(page).getByText('El premio es una gift card de $7.000. Hay un solo premio.').waitFor();
    await page.keyboard.press('Escape');
    expect(await terms(page).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ver bases');
  });

  test('once closed does not come back', async () => {
    const page = await openOn(country, '2020-12-10');
    await banner(page).getByRole('button', { name: 'Cerrar la promoción' }).click();
    expect(await banner(page).count()).toBe(0);
    const arrived = page.waitForResponse('**/api/v3/enviroments');
    await page.reload();
    await arrived;
    await page.getByRole('button', { name: 'Bases del sorteo' }).click();
    await terms(page).waitFor();
    expect(await banner(page).count()).toBe(0);
  });

  test.each(['2020-11-30', '2020-12-30', '2026-05-15'])(
    'is not announced on %s, nor is its code fetched',
    async (today) => {
      const fetched: string[] = [];
      const page = await browsing.open({ country });
      page.on('request', (request) => fetched.push(request.url()));
      await overrideSettings(page, { today });
      await page.goto('/signup', { waitUntil: 'networkidle' });
      expect(await banner(page).count()).toBe(0);
      expect(fetched.filter((url) => url.includes('draw-'))).toEqual([]);
    },
  );

  test('says that it has ended, from the footer and under its own address', async () => {
    const page = await browsing.open({ country });
    await page.goto('/signup#sorteo');
    await terms(page).getByText('La promoción terminó.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Bases del sorteo' }).click();
    await terms(page).getByText('La promoción terminó.').waitFor();
    expect(await banner(page).count()).toBe(0);
  });
});
