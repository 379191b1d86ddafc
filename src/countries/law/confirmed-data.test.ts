import { expect, test } from 'vitest';
import { COUNTRIES } from '../countries.ts';
import { SERVER_ENTRIES } from '../server-entries.ts';
import { CONFIRMED_FIELDS, wrongField, wrongFields, type ConfirmedName } from './confirmed-data.ts';

const names = Object.keys(CONFIRMED_FIELDS) as ConfirmedName[];

test('what each country ships passes its own checks', () => {
  for (const country of COUNTRIES)
    for (const name of names) {
      const { fields, source } = SERVER_ENTRIES[country].confirmedData[name];
      expect([country, name, wrongFields(name, fields)]).toEqual([country, name, {}]);
      expect(source).not.toBe('');
    }
});

test.each([
  ['percent', '0', '100', '0.5', '12.1234'],
  ['days', '1', '9999'],
  ['account', '', '1.3.01', 'A-1/b'],
  ['switch', 'on', 'off'],
] as const)('%s', (kind, ...good) => {
  for (const value of good) expect([value, wrongField(kind, value)]).toEqual([value, undefined]);
});

test.each([
  ['percent', '', '100.1', '1,5', '-1', '1.12345'],
  ['days', '0', '', '10000', '1.5'],
  ['account', ' 1', 'a b', '.1'],
  ['switch', '', 'si'],
] as const)('not %s', (kind, ...bad) => {
  for (const value of bad) expect([value, wrongField(kind, value)]).not.toEqual([value, undefined]);
});

test('missing and unknown fields are named; an account may be left empty', () => {
  expect(Object.keys(wrongFields('provisions', { 1: '1', 2: '5', 3: '25', 4: '50', 9: '1' }))).toEqual([
    '5',
    '9',
  ]);
  expect(wrongFields('chart-of-accounts', {})).toEqual({});
});
