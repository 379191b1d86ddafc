import { expect, test } from 'vitest';
import { searchReadings } from './search-terms.ts';

const kinds = (text: string) =>
  searchReadings(text).map((each) => ('country' in each ? `${each.kind} ${each.country}` : each.kind));

test.each([
  ['30.111.222', '30111222'],
  [' 30111222 ', '30111222'],
])('a document of Argentina as it is written: %s', (typed, value) => {
  expect(searchReadings(typed, ['AR'])).toContainEqual({ kind: 'document', country: 'AR', value });
});

test.each(['1.234.567-2', '12345672', '1234567-2'])('a cédula: %s', (typed) => {
  expect(searchReadings(typed, ['UY'])).toContainEqual({
    kind: 'document',
    country: 'UY',
    value: '12345672',
  });
});

test('a CUIT is the document inside it, where there are such numbers', () => {
  expect(searchReadings('20-12345678-6')).toContainEqual({
    kind: 'legal-number',
    country: 'AR',
    value: '12345678',
  });
  // A company's number holds no document.
  expect(kinds('30-00000000-7')).not.toContain('legal-number AR');
});

test.each([
  '11 4520 0001',
  '1145200001',
  '011 15 4520-0001',
  '+54 9 11 4520-0001',
  '00549 11 4520 0001',
  '(011) 15-4520-0001',
])('a phone of Argentina: %s', (typed) => {
  expect(searchReadings(typed)).toContainEqual({ kind: 'phone', country: 'AR', value: '1145200001' });
});

test.each(['099 123 456', '99123456', '+598 99 123 456'])('a phone of Uruguay: %s', (typed) => {
  expect(searchReadings(typed)).toContainEqual({ kind: 'phone', country: 'UY', value: '99123456' });
});

test('an e-mail in any case, and nothing else', () => {
  expect(searchReadings(' Ana@Example.com ')).toEqual([{ kind: 'email', value: 'ana@example.com' }]);
  expect(searchReadings('ana@')).toEqual([]);
});

test('only the countries that are asked for', () => {
  expect(kinds('30111222')).toContain('document AR');
  expect(searchReadings('30111222', ['UY']).some((each) => 'country' in each && each.country === 'AR')).toBe(
    false,
  );
});

test('numbers of rows, the end of a card, the reference of a payment', () => {
  expect(kinds('1234')).toEqual(['loan', 'ticket', 'card']);
  expect(kinds('#1234')).toEqual(['loan', 'ticket']);
  expect(kinds('12345678901234')).toEqual(['loan', 'ticket', 'payment']);
  expect(kinds('1234567890123456')).toEqual(['payment']);
  expect(kinds('+12')).toEqual([]);
  expect(kinds('#')).toEqual([]);
  expect(kinds('--')).toEqual([]);
});

test('the name of a loan, also within its address', () => {
  const value = 'Zx9-_abcDEF012345';
  for (const typed of [value, `https://ar.example/ver-prestamo/${value}?a=1`, `/ver-prestamo/${value}/`])
    expect(searchReadings(typed)).toEqual([
      { kind: 'loan', value },
      { kind: 'payment', value },
      { kind: 'ticket', value },
    ]);
});

test('names of people and other words are none of these', () => {
  expect(searchReadings('Ana')).toEqual([]);
  expect(searchReadings('')).toEqual([]);
  expect(searchReadings('¿qué?')).toEqual([]);
});
