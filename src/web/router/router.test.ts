import { describe, expect, test, vi } from 'vitest';
import type { History, Place } from './history.ts';
import { lazyScreen, matchRoute, Redirect, type Route } from './route.ts';
import { createRouter } from './router.ts';

function memory(start: string) {
  const entries = [start];
  let listener = () => {};
  let count = 0;
  const place = (): Place => {
    const { pathname, search, hash } = new URL(entries.at(-1) ?? '/', 'http://site');
    return { pathname, searchStr: search, hash, key: String(count) };
  };
  const put = (href: string, drop: number) => {
    count += 1;
    entries.splice(entries.length - drop, drop, href);
  };
  const history: History = {
    place,
    push: (href) => {
      put(href, 0);
      listener();
    },
    replace: (href) => {
      put(href, 1);
      listener();
    },
    correct: (href) => put(href, 1),
    back: () => {
      entries.pop();
      listener();
    },
    subscribe: (tell) => {
      listener = tell;
    },
    holdBack: () => () => undefined,
  };
  return { history, entries };
}

const Page = () => null;
const page = lazyScreen(async () => ({ Page }), 'Page');

function open(start: string, routes: readonly Route[], pendingMs = 250) {
  const { history, entries } = memory(start);
  return { router: createRouter({ routes, history, pendingMs }), history, entries };
}

describe('matching', () => {
  const routes: Route[] = [
    { path: '/login', screen: page },
    { path: '/login/$hash', screen: page },
    { path: '/balance/$type/$document_number', screen: page },
    { path: '$', screen: page },
  ];

  test.each([
    ['/login', '/login', {}],
    ['/LOGIN/', '/login', {}],
    ['/login/a%20b', '/login/$hash', { hash: 'a b' }],
    ['/login/%E0%A4', '/login/$hash', { hash: '%E0%A4' }],
    ['/balance/1/30123456', '/balance/$type/$document_number', { type: '1', document_number: '30123456' }],
    ['/balance/1', '$', {}],
    ['/', '$', {}],
  ])('%s', (pathname, path, params) => {
    expect(matchRoute(routes, pathname)).toMatchObject({ route: { path }, params });
  });
});

test('a guard leads elsewhere, without a step back to the refused address', async () => {
  const { router, entries } = open('/private', [
    {
      path: '/private',
      screen: page,
      guard: () => {
        throw new Redirect('/signup?from=private');
      },
    },
    { path: '/signup', screen: page },
  ]);
  await router.load();
  expect(router.state.get()).toMatchObject({
    location: { pathname: '/signup', searchStr: '?from=private' },
    isLoading: false,
  });
  expect(entries).toEqual(['/signup?from=private']);
});

test('the code of a page is fetched while its guard asks', async () => {
  const asked = Promise.withResolvers<void>();
  const load = vi.fn<() => Promise<{ Page: typeof Page }>>(async () => ({ Page }));
  const { router } = open('/private', [
    { path: '/private', screen: lazyScreen(load, 'Page'), guard: () => asked.promise },
  ]);
  const loaded = router.load();
  expect(load).toHaveBeenCalledOnce();
  expect(router.state.get().shown).toBeNull();
  asked.resolve();
  await loaded;
  expect(router.state.get()).toMatchObject({ shown: { Screen: Page } });
});

test('a guard that leads elsewhere does so also where the code cannot be had', async () => {
  const { router } = open('/private', [
    {
      path: '/private',
      screen: lazyScreen(() => Promise.reject<{ Page: typeof Page }>(new TypeError('gone')), 'Page'),
      guard: () => {
        throw new Redirect('/login');
      },
    },
    { path: '/login', screen: page },
  ]);
  await router.load();
  expect(router.state.get()).toMatchObject({ location: { pathname: '/login' }, hasFailed: false });
});

test('of two pages under way the later one is shown, whichever comes first', async () => {
  const slow = Promise.withResolvers<{ Page: typeof Page }>();
  const { router, history } = open('/slow', [
    { path: '/slow', screen: lazyScreen(() => slow.promise, 'Page') },
    { path: '/fast', screen: page },
  ]);
  const first = router.load();
  history.push('/fast');
  slow.resolve({ Page });
  await first;
  expect(router.state.get()).toMatchObject({ location: { pathname: '/fast' }, isLoading: false });
});

test('a page that takes long is put away until the next one is there', async () => {
  vi.useFakeTimers();
  const code = Promise.withResolvers<{ Page: typeof Page }>();
  const { router } = open('/slow', [{ path: '/slow', screen: lazyScreen(() => code.promise, 'Page') }], 250);
  const loaded = router.load();
  await vi.advanceTimersByTimeAsync(249);
  expect(router.state.get().isSlow).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(router.state.get().isSlow).toBe(true);
  code.resolve({ Page });
  await loaded;
  expect(router.state.get()).toMatchObject({ isSlow: false, shown: { Screen: Page } });
  vi.useRealTimers();
});

test('code that cannot be fetched is a failure, and is fetched again when asked again', async () => {
  let tries = 0;
  const screen = lazyScreen(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return { Page };
  }, 'Page');
  const { router } = open('/page', [{ path: '/page', screen }]);
  await router.load();
  expect(router.state.get()).toMatchObject({ hasFailed: true, isLoading: false });
  await router.invalidate();
  expect(router.state.get()).toMatchObject({ hasFailed: false, shown: { Screen: Page } });
});

test('a listener is told of each page once, and whether the path changed', async () => {
  const { router, history } = open('/a', [
    { path: '/a', screen: page },
    { path: '/b', screen: page },
  ]);
  const told: unknown[] = [];
  router.onRendered(({ fromLocation, pathChanged }) => told.push([fromLocation?.pathname, pathChanged]));
  const visit = async (href: string) => {
    history.push(href);
    await vi.waitFor(() => expect(router.state.get().isLoading).toBe(false));
    router.settle();
    router.settle();
  };
  await router.load();
  router.settle();
  await visit('/a?x=1');
  await visit('/b');
  expect(told).toEqual([
    [undefined, true],
    ['/a', false],
    ['/a', true],
  ]);
});

test('preloading fetches the code and asks no guard', async () => {
  const guard = vi.fn<() => undefined>();
  const load = vi.fn<() => Promise<{ Page: typeof Page }>>(async () => ({ Page }));
  const { router } = open('/a', [
    { path: '/a', screen: page },
    { path: '/b', screen: lazyScreen(load, 'Page'), guard },
  ]);
  await router.preload('/b');
  expect(load).toHaveBeenCalledOnce();
  expect(guard).not.toHaveBeenCalled();
});
