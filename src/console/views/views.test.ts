import { expect, test } from 'vitest';
import { LISTS } from '../../contract/staff/views.ts';
import { PAGES } from '../pages.ts';
import { addressOf, filtersOf } from './dialogs.tsx';

test('every list that views are kept of is a page, for those who may make its call', () => {
  const pages = new Map(PAGES.map(({ path, call }) => [path, call]));
  for (const [path, { call }] of Object.entries(LISTS)) expect([path, pages.get(path)]).toEqual([path, call]);
});

test('the same filters are the same address, in whatever order they were chosen', () => {
  const one = filtersOf(new URLSearchParams('tipo=reclamo&pais=AR&antiguedad='));
  const other = filtersOf(new URLSearchParams('pais=AR&tipo=reclamo'));
  expect(addressOf('/tickets', one)).toBe('/tickets?pais=AR&tipo=reclamo');
  expect(addressOf('/tickets', other)).toBe(addressOf('/tickets', one));
  expect(addressOf('/tickets', { tipo: 'a&b=c#d' })).toBe('/tickets?tipo=a%26b%3Dc%23d');
  expect(addressOf('/tickets', {})).toBe('/tickets');
});
