import type { Page } from 'playwright-core';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { chooseProposal } from './journey.ts';
import { untilQuiet } from './quiet.ts';
import type { DemoLogin, ScreenCase } from './screens.ts';

/** Opens a screen, waits until all it asked for has come, and brings it into its state. */
export async function visit(
  page: Page,
  screen: ScreenCase,
  login: DemoLogin | undefined,
  country: CountryCode,
): Promise<void> {
  await load(page, screen, login, country);
  await bringIntoState(page, screen);
}

async function load(
  page: Page,
  screen: ScreenCase,
  login: DemoLogin | undefined,
  country: CountryCode,
): Promise<void> {
  if (screen.hasProposal && login) await chooseProposal(page, login);
  const path = await pathOf(screen, login, country);
  await untilQuiet(page, () => page.goto(path));
  await arrived(page, screen, path);
}

/**
 * Goes from the screen that the page shows to another one as a link of the site does: a load would cost three times
 * as much.
 */
export async function goOnTo(
  page: Page,
  screen: ScreenCase,
  login: DemoLogin | undefined,
  country: CountryCode,
): Promise<void> {
  const path = await pathOf(screen, login, country);
  await untilQuiet(page, async () => {
    await page.evaluate(() => {
      for (const heading of document.querySelectorAll<HTMLElement>('main h1')) heading.dataset['left'] = '';
    });
    await goWithin(page, path);
    await page.locator('main h1[data-left]').waitFor({ state: 'detached' });
  });
  await arrived(page, screen, path);
}

/** Goes to another address of the site without loading the page again, as a link of the site does. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const state = { key: to };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);

const pathOf = async ({ path }: ScreenCase, login: DemoLogin | undefined, country: CountryCode) =>
  typeof path === 'string' ? path : path({ country, login });

async function arrived(page: Page, screen: ScreenCase, path: string): Promise<void> {
  await page.locator('main h1').waitFor();
  // A secret leaves the address a moment after the screen is there.
  if (screen.landsOn !== undefined) await page.waitForURL(`**${screen.landsOn}`);
  if (new URL(page.url()).pathname !== (screen.landsOn ?? path.split('?')[0]))
    throw new Error(`${screen.name}: ${path} led to ${page.url()}`);
  // On a busy machine a frame may stand while nothing is asked for: the code behind it begins its calls only then.
  const frame = page.locator('main [aria-busy=true], main :text-is("Cargando…")').first();
  if (await frame.isVisible()) await untilQuiet(page, () => frame.waitFor({ state: 'detached' }));
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
}

/** Brings a screen that stands as it was loaded into its state. */
export async function bringIntoState(page: Page, screen: ScreenCase): Promise<void> {
  await screen.prepare?.(page);
  if (!screen.isDialog) return;
  await page.getByRole('dialog').waitFor();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
}
