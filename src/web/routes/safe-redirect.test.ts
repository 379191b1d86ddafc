import { expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

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
