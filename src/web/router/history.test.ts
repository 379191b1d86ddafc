import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browserHistory, fixedHistory, type History } from './history.ts';

/** A browser's session history that answers at once. */
function fakeBrowser(start: string) {
  const entries: { href: string; state: unknown }[] = [
    { href: '/before', state: { key: 'before' } },
    { href: start, state: null },
  ];
  let at = 1;
  const listeners: ((event: { state: unknown }) => void)[] = [];
  const go = (delta: number) => {
    if (!entries[at + delta]) return;
    at += delta;
    for (const listener of listeners) listener({ state: entries[at]?.state });
  };
  vi.stubGlobal('location', {
    origin: 'http://site',
    get href() {
      return `http://site${entries[at]?.href}`;
    },
  });
  vi.stubGlobal('history', {
    get state() {
      return entries[at]?.state;
    },
    pushState: (state: unknown, _: string, href?: string) => {
      entries.splice(at + 1, Infinity, { href: href ?? entries[at]?.href ?? '', state });
      at += 1;
    },
    replaceState: (state: unknown, _: string, href?: string) => {
      entries[at] = { href: href ?? entries[at]?.href ?? '', state };
    },
    back: () => go(-1),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { state: unknown }) => void) =>
    listeners.push(listener),
  );
  return { back: () => go(-1), forward: () => go(1), href: () => entries[at]?.href };
}

/** A dialog over the page: closes when asked, unless it is busy. */
function openDialog(history: History, { busy = false } = {}) {
  const dialog = { open: true, close: () => {} };
  const release = history.holdBack(() => {
    if (busy) return false;
    dialog.close();
    return true;
  });
  dialog.close = () => {
    dialog.open = false;
    release();
  };
  return dialog;
}

let browser: ReturnType<typeof fakeBrowser>;
let history: History;
let told: string[];
beforeEach(() => {
  browser = fakeBrowser('/page');
  history = browserHistory();
  told = [];
  history.subscribe(() => told.push(history.place().pathname));
});

describe('a step back', () => {
  test('closes the dialog and stays; the next one leaves', () => {
    const dialog = openDialog(history);
    browser.back();
    expect([dialog.open, browser.href(), told]).toEqual([false, '/page', []]);
    browser.back();
    expect(told).toEqual(['/before']);
  });

  test('closes the uppermost of two dialogs first', () => {
    const [below, above] = [openDialog(history), openDialog(history)];
    browser.back();
    expect([below.open, above.open]).toEqual([true, false]);
    browser.back();
    expect([below.open, browser.href(), told]).toEqual([false, '/page', []]);
  });

  test('does nothing while the dialog is busy, however often', () => {
    const dialog = openDialog(history, { busy: true });
    browser.back();
    browser.back();
    expect([dialog.open, browser.href(), told]).toEqual([true, '/page', []]);
  });

  test('is one step after a dialog that was closed by its own button', () => {
    openDialog(history).close();
    openDialog(history).close();
    browser.back();
    expect(told).toEqual(['/before']);
  });

  test('from a page that was reached out of a dialog leads to the page under it', () => {
    openDialog(history);
    history.push('/next');
    browser.back();
    expect([told, browser.href()]).toEqual([['/next', '/page'], '/page']);
  });

  test('from a page that took the place of the one under a dialog passes that one over', () => {
    const dialog = openDialog(history);
    dialog.close();
    history.replace('/instead');
    browser.back();
    expect(told).toEqual(['/instead', '/before']);
  });

  test('closes a dialog under which the address has been replaced', () => {
    const dialog = openDialog(history);
    history.replace('/page?total=1');
    browser.back();
    expect([dialog.open, browser.href()]).toEqual([false, '/page?total=1']);
  });
});

test('a step forward to where a dialog had been changes nothing', () => {
  openDialog(history);
  browser.back();
  browser.forward();
  expect([told, browser.href()]).toEqual([[], '/page']);
  browser.back();
  expect(told).toEqual(['/before']);
});

test.each(['//elsewhere/page', '/\\elsewhere/page', '\\/elsewhere/page', '/\\/elsewhere/page'])(
  'the address %s is one of this site',
  (href) => {
    expect(fixedHistory(href).place().pathname).toBe('/elsewhere/page');
  },
);
