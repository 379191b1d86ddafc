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
  // A company's number contains no document.
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
  expect(searchReadings('Ana@')).toEqual([{ kind: 'email-part', value: 'ana@' }]);
});

test('only the requested countries', () => {
  expect(kinds('30111222')).toContain('document AR');
  expect(searchReadings('30111222', ['UY']).some((each) => 'country' in each && each.country === 'AR')).toBe(
    false,
  );
});

test('numbers of rows, the end of a card or an account, the number of an operation', () => {
  expect(kinds('1234')).toEqual(['loan', 'ticket', 'card', 'account']);
  expect(kinds('#1234')).toEqual(['loan', 'ticket']);
  const operation = ['payment', 'transfer', 'unmatched'];
  expect(kinds('123456')).toEqual(expect.arrayContaining(operation));
  expect(kinds('12345678901234')).toEqual(['loan', 'ticket', ...operation, 'account']);
  expect(kinds('1234567890123456')).toEqual([...operation, 'account']);
  expect(kinds('+12')).toEqual([]);
  expect(kinds('#')).toEqual([]);
  expect(kinds('--')).toEqual([]);
});

test('the name of a loan, also within its address', () => {
  const value = 'Zx9-_abcDEF012345';
  for (const typed of [`https://ar.example/ver-prestamo/${value}?a=1`, `/ver-prestamo/${value}/`])
    expect(searchReadings(typed)).toEqual(
      ['loan', 'payment', 'transfer', 'unmatched', 'ticket'].map((kind) => ({ kind, value })),
    );
  expect(searchReadings(value)).toContainEqual({ kind: 'loan', value });
});

test('a name, with or without accents, by the beginnings of its words', () => {
  expect(searchReadings(' Peña, José-María ')).toEqual([
    { kind: 'name', value: 'pena jose maria', words: ['pena', 'jose', 'maria'] },
  ]);
  expect(searchReadings('Li')).toEqual([]);
  expect(searchReadings('Ana')).toEqual([
    { kind: 'name', value: 'ana', words: ['ana'] },
    { kind: 'email-part', value: 'ana' },
  ]);
  // A letter counts once, however often it is typed.
  expect(searchReadings('a A á a').filter(({ kind }) => kind === 'name')).toEqual([]);
});

test('the numbers that we give out', () => {
  expect(searchReadings('arr 0123456789')).toEqual([{ kind: 'withdrawal', value: 'ARR-0123456789' }]);
  expect(searchReadings('BAJA-0123456789')).toEqual([{ kind: 'withdrawal', value: 'BAJA-0123456789' }]);
  expect(searchReadings('Zx9-_abc')).toContainEqual({ kind: 'ticket', value: 'Zx9-_abc' });
  expect(kinds('MP-4711')).toEqual(['email-part', 'payment', 'transfer', 'unmatched']);
});

test('a part of an e-mail', () => {
  expect(searchReadings('gomez82')).toContainEqual({ kind: 'email-part', value: 'gomez82' });
  expect(searchReadings('@estudio')).toEqual([{ kind: 'email-part', value: '@estudio' }]);
  expect(kinds('a@')).toEqual([]);
});

test('other words are none of these', () => {
  expect(searchReadings('')).toEqual([]);
  expect(searchReadings('¿qué?')).toEqual([]);
  expect(searchReadings('’´’')).toEqual([]);
  expect(searchReadings("' or 1=1 --")).toEqual([]);
});
