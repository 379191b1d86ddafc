import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { ENTRIES } from '../../src/countries/entries.ts';
import { productPort } from './target.ts';

/**
 * Parts of Chromium that no test looks at: those that Playwright switches off, since of two lists the later counts,
 * the address bar's pop-ups, pages of their own that every window would load (a third of its cost), what gives every
 * page a process of its own, and what compiles a script anew while it arrives instead of finding it compiled.
 */
const idleFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BackgroundResourceFetch',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'IsolateOrigins',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ScriptStreaming',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  'site-per-process',
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
  // The pages of a context share one process: a new page finds the code of the last one compiled.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  `--disable-features=${idleFeatures.join(',')}`,
];

/** Two seconds is long on this product; ten leaves room for a busy machine. */
const waitMs = 10_000;

export const viewport = { width: 360, height: 740 };

export const baseUrl = (country: CountryCode): string =>
  `http://${ENTRIES[country].localHost}:${productPort()}`;

/** What changes a context for good: after any of these it serves no other test. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const;
const lastingOfClock = [
  'fastForward',
  'install',
  'pauseAt',
  'runFor',
  'setFixedTime',
  'setSystemTime',
] as const;

const browsers = new Map<string, Promise<Browser>>();
/** Contexts that wait for their next test, by what they were made with. */
const free = new Map<string, BrowserContext[]>();
const keys = new WeakMap<BrowserContext, string>();
const spent = new WeakSet<BrowserContext>();

/** The worker's browser with these flags; it ends with the worker. */
async function browserWith(flags: readonly string[]): Promise<Browser> {
  const key = flags.join(' ');
  const known = await browsers.get(key);
  if (known?.isConnected()) return known;
  const launched = chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...chromiumFlags, ...flags],
  });
  browsers.set(key, launched);
  return launched;
}

function watchChanges(context: BrowserContext): void {
  const watch = <T extends object>(owner: T, name: keyof T & string) => {
    const original = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
    Reflect.set(owner, name, (...given: unknown[]) => {
      spent.add(context);
      return original.apply(owner, given);
    });
  };
  for (const name of lasting) watch(context, name);
  for (const name of lastingOfClock) watch(context.clock, name);
}

/** A context that has seen nothing yet. */
export async function newContext(country: CountryCode, flags: readonly string[]): Promise<BrowserContext> {
  const { pack } = ENTRIES[country];
  const browser = await browserWith(flags);
  const context = await browser.newContext({
    baseURL: baseUrl(country),
    viewport,
    locale: pack.locale,
    timezoneId: pack.timeZone,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(waitMs);
  // As long as it has a page it keeps its process.
  await context.newPage();
  watchChanges(context);
  keys.set(context, keyOf(country, flags));
  return context;
}

const keyOf = (country: CountryCode, flags: readonly string[]): string =>
  [baseUrl(country), ...flags].join(' ');

/**
 * A context without pages of tests. It may have served other tests of this worker: it then still has their files in
 * its cache and its process has compiled them, and nothing else of them.
 */
export async function takeContext(country: CountryCode, flags: readonly string[]): Promise<BrowserContext> {
  return free.get(keyOf(country, flags))?.pop() ?? newContext(country, flags);
}

/** Ends what a test did in a context, and keeps it for the next test unless something of it would last. */
export async function giveBack(context: BrowserContext, { failed }: { failed: boolean }): Promise<void> {
  const key = keys.get(context);
  const [blank, ...pages] = context.pages();
  if (failed || key === undefined || spent.has(context) || blank?.url() !== 'about:blank') {
    await context.close();
    return;
  }
  await Promise.all(pages.map((page) => page.close()));
  await context.clearCookies();
  free.set(key, [...(free.get(key) ?? []), context]);
}
