import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import {
  keyPairs,
  listIndex,
  listMatch,
  nameWords,
  plainDocument,
  plainDocuments,
  type Listed,
  type Screened,
} from './list-match.ts';
import { ORACLE_RUNS, RUNS } from './testing/runs.ts';

const listed = (name: string, more: Partial<Listed> = {}): Listed => ({
  kind: 'person',
  names: [{ text: name, isWeak: false }],
  births: [],
  documents: [],
  ...more,
});
const person = (name: string, more: Partial<Screened> = {}): Screened => ({
  name,
  birthdate: undefined,
  documents: [],
  ...more,
});
const reasons = (entry: Listed, of: Screened) => listMatch(entry, of)?.reasons;

describe('names', () => {
  test.each([
    ['José GARCÍA', 'Garcia, Jose'],
    ['Mohammed Hussein', 'Muhamad Husain'],
    ['USAMA MUHAMMED AWAD BIN LADEN', 'Osama Laden'],
    ['Khaled al-Masri', 'Jaled Masri'],
    ['Qasem Suleimani', 'Kassem Soleimani'],
    ['Yamal Gómez de la Vega', 'yamal gomez bega'],
    ['Vicente Núñez', 'Bisente Nunez'],
    ['María Chávez', 'Chavez Maria Fernanda'],
    ["Abd'ul Groß", 'Abdul Gross'],
    ['Søren Rahim', 'Soren Raheem'],
    ['Paweł Wałęsa', 'Pawel Walesa'],
    ['Yıldız Đorđević', 'Yildiz Dordevic'],
    ['Rob\u1dc4erto Quiroga', 'Roberto Quiroga'],
  ])('%s matches %s', (name, other) => {
    expect(reasons(listed(name), person(other))).toEqual(['name']);
    expect(reasons(listed(other), person(name))).toEqual(['name']);
  });

  test.each([
    ['José García', 'José'],
    ['José García', 'José Gómez'],
    ['José Juan García', 'José García López'],
    ['Ana Ana', 'Ana García'],
    ['Ibrahim', 'Ibrahim'],
    ['Rosario Bulalakau', 'Rosaria Bla'],
    ['محمد علي', 'Mohamed Ali'],
    ['', ''],
  ])('%s does not match %s', (name, other) => expect(listMatch(listed(name), person(other))).toBeUndefined());

  test('have words without accents, particles and single letters', () => {
    expect(nameWords('María de los Ángeles P. Hh').map(({ spelling }) => spelling)).toEqual([
      'maria',
      'anjeles',
    ]);
    expect(keyPairs('Ana María')).toEqual([['an', 'mr']]);
  });

  test('an entity is matched by number only', () => {
    const entity = listed('Example Brigades', { kind: 'entity', documents: ['30-50001091-2'] });
    expect(listMatch(entity, person('Example Brigades'))).toBeUndefined();
    expect(listMatch(entity, person('', { documents: ['30500010912'] }))).toEqual({
      reasons: ['document'],
      name: '',
    });
  });
});

describe('births', () => {
  const born = (date: string) => person('José García', { birthdate: calendarDate(date) });
  const years = listed('José García', { births: [{ from: 1970, to: 1972 }] });

  test('of other years are another person, of these or the years beside them the same', () => {
    expect(reasons(years, born('1969-01-01'))).toEqual(['name', 'birth']);
    expect(reasons(years, born('1973-12-31'))).toEqual(['name', 'birth']);
    expect(listMatch(years, born('1968-12-31'))).toBeUndefined();
    expect(listMatch(years, born('1974-01-01'))).toBeUndefined();
    expect(reasons(years, person('José García'))).toEqual(['name']);
  });

  test('do not matter beside a document', () => {
    const entry = { ...years, documents: ['12.345.678'] };
    const own = { ...born('1990-01-01'), documents: ['12345678'] };
    expect(reasons(entry, own)).toEqual(['document']);
  });

  test('are needed by a weak alias', () => {
    const weak = { ...years, names: [{ text: 'José García', isWeak: true }] };
    expect(listMatch(weak, person('José García'))).toBeUndefined();
    expect(reasons(weak, born('1971-01-01'))).toEqual(['name', 'birth']);
  });
});

test('document numbers are compared exactly, without their dots and kind', () => {
  expect(plainDocument('D.N.I. 12.345.678')).toBe('12345678');
  expect(plainDocument('12345')).toBe('');
  expect(plainDocuments(['20-12345678-6', '20123456786', 'a-0000001'])).toEqual([
    '20123456786',
    '12345678',
    'A0000001',
  ]);
  expect(listMatch(listed('X', { documents: ['A0000001'] }), person('', { documents: ['0000001'] }))).toBe(
    undefined,
  );
});

test('the index finds whom a comparison with each entry finds', () => {
  const syllables = ['mo', 'ha', 'med', 'al', 'i', 'jo', 'se', 'gar', 'ci', 'a', 'kha', 'led', 'qa', 'sem'];
  const word = fc
    .array(fc.constantFrom(...syllables), { minLength: 1, maxLength: 3 })
    .map((some) => some.join(''));
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  const document = fc.integer({ min: 20_000_000, max: 20_000_020 }).map(String);
  const entry = fc.record({
    kind: fc.constantFrom('person' as const, 'entity' as const),
    names: fc.array(fc.record({ text: name, isWeak: fc.boolean() }), { maxLength: 3 }),
    births: fc.array(fc.constantFrom({ from: 1970, to: 1970 }, { from: 1980, to: 1985 }), { maxLength: 2 }),
    documents: fc.array(document, { maxLength: 2 }),
  });
  const customer = fc.record({
    name,
    birthdate: fc.constantFrom(undefined, calendarDate('1971-03-04'), calendarDate('1990-01-01')),
    documents: fc.array(document, { maxLength: 2 }),
  });
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 30 }),
      fc.array(customer, { maxLength: 10 }),
      (entries, customers) => {
        const index = listIndex(entries);
        for (const each of customers) {
          const found = index.matches(each).map(({ entry: one }) => entries.indexOf(one));
          const all = entries.flatMap((one, at) => (listMatch(one, each) ? [at] : []));
          expect(found.toSorted((a, b) => a - b)).toEqual(all);
        }
      },
    ),
    { numRuns: RUNS },
  );
});

test('two spellings with their order changed match in both directions', () => {
  const names = ['José García', 'Mohammed Hussein Ali', 'Ana María Chávez'];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.integer({ min: 0, max: 5 }), (name, turn) => {
      const words = name.split(' ');
      const turned = words.map((_, at) => words[(at + turn) % words.length]).join(' ');
      expect(reasons(listed(name), person(turned))).toEqual(['name']);
    }),
    { numRuns: ORACLE_RUNS },
  );
});
