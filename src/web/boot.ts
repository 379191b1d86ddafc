/*
 * Stands in the HTML of the pages that are whole without a script (scripts/prerender.mjs): it starts the page's modules
 * once what the build drew has been painted, so that on a slow network they do not take bandwidth from style and
 * typeface (decision 0039). What is typed meanwhile is kept by early-input.ts.
 */
const { modules = '', entries = '' } = document.currentScript?.dataset ?? {};
const listOf = (names: string) => names.split(' ').filter((name) => name !== '');
let hasBegun = false;

function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  delete document.documentElement.dataset['paint'];
  for (const href of [...listOf(entries), ...listOf(modules)]) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href, crossOrigin: 'anonymous' });
    document.head.append(link);
  }
  // One that cannot be had leaves the page as it was drawn, as a script of the page would.
  for (const entry of listOf(entries)) import(/* @vite-ignore */ entry).catch(() => undefined);
}

if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
  begin();
} else {
  new PerformanceObserver((seen) => {
    if (seen.getEntriesByName('first-contentful-paint').length > 0) begin();
  }).observe({ type: 'paint', buffered: true });
  // A page that is put aside before it was painted.
  document.addEventListener('visibilitychange', begin, { once: true });
}
