import { expect, it } from 'vitest';
import { paths, safeRedirect } from './paths.ts';

const origin = 'http://ar.localhost:3000';

it('redirects to paths of this site only', () => {
  expect(safeRedirect('/oferta-comercial?a=1#b', origin)).toBe('/oferta-comercial?a=1#b');
  for (const foreign of [
    'https://malo.example/',
    '//malo.example',
    '/\\malo.example',
    '/\t/malo.example',
    'javascript:alert(1)',
    'oferta',
    '',
    null,
    undefined,
  ]) {
    expect({ foreign, leadsTo: safeRedirect(foreign, origin) }).toEqual({ foreign, leadsTo: null });
  }
});

it('escapes what it puts into an address', () => {
  expect(paths.vendor('a/b')).toBe('/vendors/a%2Fb');
  expect(paths.login({ redirectTo: '/revisar?x=1' })).toBe('/login?redirectTo=%2Frevisar%3Fx%3D1');
  expect(paths.balance('30123456', { total: 1500.5, modalBaja: '1' })).toBe(
    '/balance/1/30123456?total=1500.5&modalBaja=1',
  );
});
