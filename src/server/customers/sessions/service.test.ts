import { expect, test } from 'vitest';
import { requireFresh } from './service.ts';
import { isAcceptable } from './send-link.ts';

const freshAt = new Date('2026-03-01T12:00:00Z');
const config = { FRESH_LOGIN_HOURS: 12 };
const at = (iso: string) => ({ now: () => new Date(iso) });

test('a login is fresh for twelve hours and not at the twelfth', () => {
  expect(requireFresh({ freshAt }, at('2026-03-01T23:59:59Z'), config)).toBeUndefined();
  expect(requireFresh({ freshAt }, at('2026-03-02T00:00:00Z'), config)).toMatchObject({
    code: 'fresh_login_required',
  });
});

test.each(['/', '/bienvenido', '/ver-prestamo/a-1?b=c#d', '/a//b', '/%2F%2Fevil.example'])(
  '%s is a path of this site',
  (path) => {
    expect(isAcceptable(path)).toBe(true);
  },
);

test.each([
  'a',
  '//a',
  '/\\a',
  '/a\\b',
  '/\t/a',
  ' /a',
  '/a b',
  '/\u007f',
  '/.//a',
  '/a/..//b',
  'http://this.site.invalid/',
])('%j is not', (path) => {
  expect(isAcceptable(path)).toBe(false);
});
