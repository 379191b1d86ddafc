import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { baseUrl, giveBack, newContext, takeContext, viewport } from './browser.ts';
import { stubByAddress } from './stubs.ts';
import { lookAtOwn } from './target.ts';

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
  /** As for somebody who comes for the first time: nothing of the web is in the cache. */
  readonly isFirstVisit?: boolean;
}

export interface Browsing {
  /**
   * A page in a context of its own, closed after the test. Fails the test on a script error or a CSP violation;
   * of a test that failed it tells where the pages stood and which calls were refused.
   */
  open(options?: PageOptions): Promise<Page>;
  /** What a test of this file left under this name, as it stands, unless that test failed. */
  left(keptAs: string): Page | undefined;
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
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.setViewportSize({ width, height });
  return page;
}

/**
 * Empties what the browser keeps, where the page comes to a site for the first time, and puts the session there.
 * What a page keeps for itself is new with each page, and so tells which time it is.
 */
function beginVisit(session: string | null): void {
  try {
    if (sessionStorage.getItem('e2e.begun')) return;
    sessionStorage.setItem('e2e.begun', '1');
    localStorage.clear();
    if (session) localStorage.setItem('cuota.session', session);
  } catch {
    // A frame without a site of its own keeps nothing.
  }
}

/** What a page says while a test goes on. */
interface Heard {
  /** Faults of the page, which fail the test. */
  readonly troubles: string[];
  /** Calls that were refused, told of a test that failed. */
  readonly refusals: string[];
}

function listen(page: Page, { troubles, refusals }: Heard): void {
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
}

/** Pages for the tests of a file; call it at the top of the file. The browser is one for the worker's files. */
export function useBrowser({ flags = [] }: { flags?: readonly string[] } = {}): Browsing {
  const contexts: BrowserContext[] = [];
  const kept = new Map<string, Page>();
  const heard: Heard = { troubles: [], refusals: [] };
  afterEach(async ({ task }) => {
    const refused = heard.refusals.splice(0);
    const failed = task.result?.state === 'fail';
    if (failed) {
      contexts.push(...[...kept.values()].map((page) => page.context()));
      kept.clear();
      for (const page of contexts.flatMap((context) => context.pages()))
        if (page.url() !== 'about:blank') heard.troubles.push(await stateOf(page));
      heard.troubles.push(...refused);
    }
    await Promise.all(contexts.splice(0).map((context) => giveBack(context, { failed })));
    const found = heard.troubles.splice(0);
    if (found.length > 0) throw new Error(`The browser complained:\n${found.join('\n')}`);
  });
  afterAll(async () => {
    await Promise.all([...kept.values()].map((page) => giveBack(page.context(), { failed: false })));
    lookAtOwn();
  });
  return {
    async open({ country = 'AR', scheme = 'light', token, keptAs, isFirstVisit, ...size } = {}) {
      const { width, height } = { ...viewport, ...size };
      const left = keptAs === undefined ? undefined : kept.get(keptAs);
      if (left) return emptied(left, { width, height });
      const context = await (isFirstVisit ? newContext : takeContext)(country, flags);
      if (keptAs === undefined) contexts.push(context);
      const page = await context.newPage();
      await page.addInitScript(beginVisit, token ? JSON.stringify(token) : null);
      if (width !== viewport.width || height !== viewport.height)
        await page.setViewportSize({ width, height });
      // As its last visit left it.
      if (token) await context.addCookies([{ name: 'cuota-session', value: '1', url: baseUrl(country) }]);
      if (scheme === 'dark') await page.emulateMedia({ colorScheme: 'dark' });
      waitForScript(page);
      stubByAddress(page, baseUrl(country));
      listen(page, heard);
      if (keptAs !== undefined) kept.set(keptAs, page);
      return page;
    },
    left: (keptAs) => kept.get(keptAs),
  };
}
