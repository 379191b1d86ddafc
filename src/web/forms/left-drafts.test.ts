import { beforeEach, expect, test, vi } from 'vitest';

/** Browser-like storage: its entries are its own keys. */
class Store {
  readonly [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

let modules: Awaited<ReturnType<typeof load>>;

async function load() {
  vi.resetModules();
  const [drafts, left] = [await import('./drafts.ts'), await import('./left-drafts.ts')];
  return { ...drafts, ...left };
}

/** A tab of the same device. */
async function openTab(): Promise<void> {
  vi.stubGlobal('sessionStorage', new Store());
  modules = await load();
}

beforeEach(async () => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('localStorage', new Store());
  await openTab();
});

const [ana, eva] = [{ hash: 'ana-1' }, { hash: 'eva-2' }];
const hour = 3_600_000;
const type = (name: string, profile: typeof ana | undefined) =>
  sessionStorage.setItem(modules.draftKey(modules.draftOf(name, profile)), '{"content":"x"}');
const names = () => Object.keys(sessionStorage).toSorted();

test('a customer finds what was typed, in the same tab and in the one of the link', async () => {
  type('help', ana);
  type('address', ana);
  modules.leaveDrafts(0);
  modules.takeDrafts(hour, ana.hash);
  expect(names()).toEqual(['cuota.draft.address.ana-1', 'cuota.draft.help.ana-1']);
  modules.leaveDrafts(0);
  await openTab();
  modules.takeDrafts(hour, ana.hash);
  expect(names()).toEqual(['cuota.draft.address.ana-1', 'cuota.draft.help.ana-1']);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('the next person on the device gets nothing of the one before, in any tab', async () => {
  type('help', ana);
  type('signup', undefined);
  modules.leaveDrafts(0);
  modules.takeDrafts(hour, eva.hash);
  expect(names()).toEqual(['cuota.draft.signup']);
  expect(Object.keys(localStorage)).toEqual([]);
  type('help', ana);
  modules.leaveDrafts(0);
  await openTab();
  modules.takeDrafts(hour, eva.hash);
  expect([names(), Object.keys(localStorage)]).toEqual([[], []]);
});

test('nothing is kept longer than a link lives, nor under a clock that moved back', () => {
  for (const now of [4 * hour, -1]) {
    type('bank', ana);
    modules.leaveDrafts(0);
    sessionStorage.removeItem('cuota.draft.bank.ana-1');
    modules.forgetStaleDrafts(now);
    modules.takeDrafts(hour, ana.hash);
    expect(names()).toEqual([]);
  }
});

test('a browser that refuses storage loses drafts, not the login', async () => {
  const refuse = () => {
    throw new Error('SecurityError');
  };
  vi.stubGlobal('sessionStorage', new Proxy({}, { get: refuse, ownKeys: refuse }));
  modules = await load();
  expect(() => {
    modules.leaveDrafts(0);
    modules.takeDrafts(hour, ana.hash);
    modules.clearDrafts();
  }).not.toThrow();
});

test('a form keeps what was typed while its customer was loading, and nothing of another session', () => {
  const { draftOf, isDraftOfSamePerson } = modules;
  const visitor = draftOf('help', undefined);
  expect(isDraftOfSamePerson(visitor, draftOf('help', ana))).toBe(true);
  expect(isDraftOfSamePerson(draftOf('help', ana), visitor)).toBe(false);
  expect(isDraftOfSamePerson(draftOf('help', ana), draftOf('help', eva))).toBe(false);
  expect(isDraftOfSamePerson(visitor, visitor)).toBe(false);
  expect(isDraftOfSamePerson(undefined, visitor)).toBe(false);
});
