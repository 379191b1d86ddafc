import { expect, test } from 'vitest';
import { packOf } from '../../countries/index.ts';
import { banksOf, bankAliasesOf } from '../../countries/lists.ts';
import { bankOptions } from './bank-options.ts';
import { namedAsTyped, optionsMatching } from './options-matching.ts';

const optionsOf = (code: 'AR' | 'UY') =>
  bankOptions({
    model: { ...banksOf(code) },
    aliases: Object.fromEntries(Object.entries(bankAliasesOf(code)).map(([id, names]) => [id, [...names]])),
  });
const found = (code: 'AR' | 'UY', typed: string) => optionsMatching(optionsOf(code), typed)[0]?.value;

test.each([
  ['AR', 'Galicia', '007'],
  ['AR', 'nacion', '011'],
  ['AR', 'BNA', '011'],
  ['AR', 'provincia', '014'],
  ['AR', 'icbc', '015'],
  ['AR', 'santander', '072'],
  ['AR', 'Uala', '384'],
  ['AR', 'itau', '259'],
  ['AR', 'mercado pago', '000'],
  ['AR', 'brubank', '143'],
  ['AR', 'otro', '000'],
  ['UY', 'BROU', '1'],
  ['UY', 'republica', '1'],
  ['UY', 'Itaú', '113'],
  ['UY', 'prex', '6905'],
  ['UY', 'scotia', '128'],
] as const)('in %s %s finds its bank', (country, typed, code) => expect(found(country, typed)).toBe(code));

test.each([
  ['uala', 'Ualá Bank S.A.U.'],
  ['wilo', 'Wilobank (Ualá Bank S.A.U.)'],
  ['mercado pago', 'Mercado Pago (Billetera virtual u otro banco)'],
])('a bank found by %s is shown as %s', (typed, label) => {
  expect(optionsMatching(optionsOf('AR'), typed).map((bank) => namedAsTyped(bank, typed).label)).toEqual([
    label,
  ]);
});

test('an unknown name finds no bank, and an empty one finds all', () => {
  expect(optionsMatching(optionsOf('AR'), 'zzz')).toEqual([]);
  expect(optionsMatching(optionsOf('UY'), ' ')).toHaveLength(Object.keys(banksOf('UY')).length);
});

test.each(['AR', 'UY'] as const)(
  'every usual bank and every everyday name of %s is that of a listed bank',
  (code) => {
    const listed = new Set(Object.keys(banksOf(code)));
    for (const bank of packOf(code).usualBanks) expect(listed).toContain(bank.code);
    for (const id of Object.keys(bankAliasesOf(code))) expect(listed).toContain(id);
  },
);
