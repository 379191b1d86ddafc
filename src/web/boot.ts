/*
 * Inlined in pages rendered at build time or by the server (scripts/prerender.mjs): starts the page's modules after the
 * first paint, so that on a slow network they do not compete with style and typeface (decision 0079). early-input.ts
 * stores input typed meanwhile and repeats the last press of a button. A page with placeholder content is requested as the server renders it for the session
 * (decision 0079).
 */
import { DRAWN, type DrawnParts } from '../contract/drawn.ts';
import { keptSession } from './kept-session.ts';
import { deviceStorage } from './storage.ts';

const { modules = '', entries = '', picture } = document.currentScript?.dataset ?? {};
const listOf = (names: string) => names.split(' ').filter((name) => name !== '');
/** Then the page asks by itself. */
const longestMs = 3_000;
let hasBegun = false;

const parsed = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve);
    else resolve(undefined);
  });

function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  // Named by the styles while it is still loading, it would have the page laid out once more in a last resort.
  void document.fonts.load('1rem Figtree').then(changeTypeface, changeTypeface);
  for (const href of [...listOf(entries), ...listOf(modules)]) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href, crossOrigin: 'anonymous' });
    document.head.append(link);
  }
  void parsed().then(run);
}

function changeTypeface(): void {
  delete document.documentElement.dataset['paint'];
}

/** Modules that are in the cache would else run before there is a page to take over. */
function run(): void {
  for (const src of listOf(entries)) {
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', src, crossOrigin: 'anonymous' });
    document.head.append(script);
  }
}

/** Calls back after the first paint; at once if the browser does not report it. */
function afterPaint(then: () => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return then();
  new PerformanceObserver((seen) => {
    if (seen.getEntriesByName('first-contentful-paint').length > 0) then();
  }).observe({ type: 'paint', buffered: true });
}

/** Input after the press takes it back. */
function unmark(): void {
  document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
}

function mark(button: HTMLButtonElement): void {
  unmark();
  button.dataset['pressed'] = '';
}

/** Marks the button that was pressed last; a form is not sent by the browser itself. */
function markClick(event: Event): void {
  const button = (event.target as Element).closest('button');
  if (!button) return;
  event.preventDefault();
  mark(button);
}

/** Marks a submit button that is drawn disabled, since typed fields have not enabled it yet: no click reports it. */
function markDisabled(event: Event): void {
  const button = (event.target as Element).closest('button');
  if (button?.disabled) mark(button);
}

/** Marks the submit button of a field where Enter was pressed; with an enabled one the browser sends a click. */
function markEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  const button = event.target.form?.querySelector<HTMLButtonElement>('[type=submit]');
  if (button?.disabled) mark(button);
}

const taken = new AbortController();
const whileLoading = { capture: true, signal: taken.signal };
document.addEventListener('click', markClick, whileLoading);
document.addEventListener('pointerup', markDisabled, whileLoading);
document.addEventListener('keydown', markEnter, whileLoading);
document.addEventListener('input', unmark, whileLoading);
document.addEventListener('takeover', () => taken.abort(), { once: true });

const keptToken = () => keptSession(deviceStorage, Date.now())?.token ?? null;

/** Inserts the page as rendered for the token. On any failure the page loads its own data. */
async function bringDrawn(token: string): Promise<void> {
  try {
    const answer = await fetch(DRAWN + location.pathname + location.search, {
      headers: { Authorization: `Bearer ${token}` },
      // Shares the page's connection; a request without cookies opens a second one.
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(longestMs),
    });
    if (answer.status !== 200) return;
    const { html, title, data } = (await answer.json()) as DrawnParts;
    await parsed();
    const root = document.querySelector('#app');
    // Once the modules have begun the page is theirs; another tab may have ended the session meanwhile.
    if (hasBegun || !root || keptToken() !== token) return;
    root.innerHTML = html;
    document.title = title;
    const block = document.createElement('script');
    Object.assign(block, { type: 'application/json', id: 'first-answer', textContent: data, token });
    document.body.append(block);
  } catch {
    // No network, or something else than the server answers.
  }
}

const token = picture === undefined ? null : keptToken();
if (document.hidden || (picture !== undefined && token === null)) {
  begin();
} else {
  // A page that is put aside before it was painted.
  document.addEventListener('visibilitychange', begin, { once: true });
  if (token === null) afterPaint(begin);
  // The inserted page is painted with the next frame.
  else
    void bringDrawn(token).then(() => afterPaint(() => requestAnimationFrame(() => void setTimeout(begin))));
}
