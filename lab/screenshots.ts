// Takes screenshots of every screen and dialog, both countries, 360, 768 and 1280 px wide, into .cache/screenshots: npm
// run screenshots [-- port or address] [part of a screen's name]. Without an address it starts its own product.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { baseUrl, chromiumFlags } from '../e2e/testing/browser.ts';
import { dialogVisits } from '../e2e/testing/dialog-screens.ts';
import { startProduct } from '../e2e/testing/product.ts';
import { loginOf, visits, visitsOf } from '../e2e/testing/screens.ts';
import { balanceSteps, publicSteps } from '../e2e/testing/step-screens.ts';
import { stubByAddress } from '../e2e/testing/stubs.ts';
import { visit } from '../e2e/testing/visit.ts';
import { lookAt } from '../e2e/testing/target.ts';

const folder = join(import.meta.dirname, '..', '.cache', 'screenshots');
const widths = [360, 768, 1280];
const schemes = ['light', 'dark'] as const;

const [first = '', second = ''] = process.argv.slice(2);
const port = Number(/(\d+)\/?$/.exec(first)?.[1] ?? 0);
const wanted = port > 0 ? second : first;

const own = port > 0 ? undefined : await startProduct();
lookAt(own?.port ?? port);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: chromiumFlags,
});
try {
  await mkdir(folder, { recursive: true });
  for (const scheme of schemes) await photograph(browser, scheme);
  console.log(`Screenshots are in ${folder}`);
} finally {
  await browser.close();
  await own?.stop();
}

async function photograph(shared: Browser, colorScheme: (typeof schemes)[number]): Promise<void> {
  for (const [name, country, screen] of [
    ...visits,
    ...dialogVisits,
    ...visitsOf([...balanceSteps, ...publicSteps]),
  ]) {
    if (!name.includes(wanted)) continue;
    const login = screen.who && (await loginOf(screen.who, country));
    const context = await shared.newContext({
      baseURL: baseUrl(country),
      viewport: { width: widths[0] ?? 360, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    try {
      const stored = JSON.stringify(login ?? null);
      await context.addInitScript((session) => localStorage.setItem('cuota.session', session), stored);
      if (login) await context.addCookies([{ name: 'cuota-session', value: '1', url: baseUrl(country) }]);
      const page = await context.newPage();
      stubByAddress(page, baseUrl(country));
      await visit(page, screen, login, country);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const file = `${name}-${country.toLowerCase()}-${width}-${colorScheme}.png`;
        // A dialog covers the window, not the page.
        const isDialog = await page.getByRole('dialog').first().isVisible();
        await page.screenshot({
          path: join(folder, file),
          fullPage: !isDialog,
          animations: 'disabled',
        });
      }
    } catch (error) {
      console.error(
        `${name} ${country}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      );
      process.exitCode = 1;
    } finally {
      await context.close();
    }
  }
}
