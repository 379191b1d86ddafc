import { ENTRIES } from '../src/countries/entries.ts';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { CountryCode } from '../src/countries/country-pack.ts';
import { productPort } from './target.ts';

/**
 * Parts of Chromium that no test looks at: those that Playwright switches off, since of two lists the later counts,
 * and the address bar's pop-ups, pages of their own that every window would load (a third of its cost).
 */
const idleFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** What keeps Chromium from calling anybody but the product, and from work of its own. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${idleFeatures.join(',')}`,
];

/** Two seconds is long on this product; ten leaves room for a busy machine. */
const waitMs = 10_000;

export const baseUrl = (country: CountryCode): string =>
  `http://${ENTRIES[country].localHost}:${productPort()}`;

export interface PageOptions {
  readonly country?: CountryCode;
  /** Width in CSS pixels; a phone's by default. */
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  /** A logged-in person's token. */
  readonly token?: { readonly token: string; readonly expired: string };
  /**
   * The page that a test of this file left under this name, emptied, unless that test failed: a page of its own
   * costs as much as all that is done on it. For tests that only look.
   */
  readonly keptAs?: string;
}

export interface Browsing {
  /**
   * A page in a context of its own, closed after the test. Fails the test on a script error or a CSP violation;
   * of a test that failed it tells where the pages stood and which calls were refused.
   */
  open(options?: PageOptions): Promise<Page>;
}

/**
 * Makes `goto` and `reload` wait until the page's script listens: what is pressed before, on a page rendered at
 * build time, has no effect. Not with `waitUntil: 'commit'`, nor where the page is another site's.
 */
function waitForScript(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const listening = () =>
    page.waitForFunction(() => {
      const has = (element: Element, mark: string) =>
        Object.keys(element).some((key) => key.startsWith(mark));
      const root = document.querySelector('#app');
      if (root === null) return true;
      const controls = [...root.querySelectorAll('button, input')];
      return has(root, '__reactContainer') && controls.every((control) => has(control, '__reactProps'));
    });
  page.goto = async (path, options) => {
    const response = await goto(path, options);
    if (options?.waitUntil !== 'commit') await listening();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await listening();
    return response;
  };
}

/** Where a page of a failed test stands, to find out why. */
async function stateOf(page: Page): Promise<string> {
  const text = await page.locator('body').innerText({ timeout: 1000 }).catch(String);
  return `${page.url()} shows: ${text.replaceAll(/\s+/g, ' ').slice(0, 600)}`;
}

/** As good as new, but for what its process has read already. */
async function emptied(page: Page, { width, height }: { width: number; height: number }): Promise<Page> {
  await page.unrouteAll();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.setViewportSize({ width, height });
  return page;
}

/** One browser for the file; call it at the top of a test file. */
export function useBrowser({ flags = [] }: { flags?: readonly string[] } = {}): Browsing {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const kept = new Map<string, Page>();
  const troubles: string[] = [];
  const refusals: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [...chromiumFlags, ...flags],
    });
  });
  afterEach(async ({ task }) => {
    const refused = refusals.splice(0);
    if (task.result?.state === 'fail') {
      for (const page of browser.contexts().flatMap((context) => context.pages()))
        troubles.push(await stateOf(page));
      troubles.push(...refused);
      contexts.push(...[...kept.values()].map((page) => page.context()));
      kept.clear();
    }
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    const found = troubles.splice(0);
    if (found.length > 0) throw new Error(`The browser complained:\n${found.join('\n')}`);
  });
  afterAll(() => browser.close());
  return {
    async open({ country = 'AR', width = 360, height = 740, scheme = 'light', token, keptAs } = {}) {
      const left = keptAs === undefined ? undefined : kept.get(keptAs);
      if (left) return emptied(left, { width, height });
      const context = await browser.newContext({
        baseURL: baseUrl(country),
        viewport: { width, height },
        colorScheme: scheme,
        locale: ENTRIES[country].pack.locale,
        timezoneId: ENTRIES[country].pack.timeZone,
        reducedMotion: 'reduce',
      });
      if (keptAs === undefined) contexts.push(context);
      context.setDefaultTimeout(waitMs);
      if (token) {
        const stored = JSON.stringify(token);
        await context.addInitScript((session) => {
          if (!sessionStorage.getItem('e2e.seeded')) {
            localStorage.setItem('cuota.session', session);
            sessionStorage.setItem('e2e.seeded', '1');
          }
        }, stored);
      }
      const page = await context.newPage();
      waitForScript(page);
      page.on('response', (response) => {
        if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`);
      });
      page.on('requestfailed', (request) =>
        refusals.push(`${request.failure()?.errorText ?? 'failed'} ${request.url()}`),
      );
      page.on('pageerror', (error) => troubles.push(error.stack ?? error.message));
      page.on('console', (message) => {
        if (
          message.type() === 'error' &&
          /Content Security Policy|hydrat|Minified React error/i.test(message.text())
        )
          troubles.push(message.text());
      });
      if (keptAs !== undefined) kept.set(keptAs, page);
      return page;
    },
  };
}
