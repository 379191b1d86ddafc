import { expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

it.each([
  ['/oferta-comercial?a=1#b', '/oferta-comercial?a=1#b'],
  ['/a/../balance/1/30111222', '/balance/1/30111222'],
  ['/%09/malo.example', '/%09/malo.example'],
])('%j leads to %j', (target, path) => {
  expect(ownPath(target)).toBe(path);
  // The result is stable when parsed again.
  expect(ownPath(path)).toBe(path);
});

it.each([
  'https://malo.example/',
  '//malo.example',
  '/\\malo.example',
  '/\t/malo.example',
  '/.//x',
  '/./\\x',
  '/%2e//x',
  '/a/..//x',
  '/a/%2E%2e//x',
  '/login',
  '/login?redirectTo=/oferta-comercial',
  '/login/abc',
  '/magic-link/abc',
  'javascript:alert(1)',
  'oferta',
  '',
  null,
  undefined,
])('%j leads nowhere', (target) => {
  expect(ownPath(target)).toBeNull();
});
