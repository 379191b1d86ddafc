import { expect, test } from 'vitest';
import { sharedBy, type Marks } from './shared-marks.ts';

const ana: Marks = {
  document_number: '30123456',
  legal_number: '20301234563',
  name: 'Ana Pérez',
  email: 'ana@example.com',
  phones: ['1144332211'],
  accounts: [{ bank: '011', number: '1', legal_number: '20301234563', holder: 'PEREZ ANA' }],
  cards: [{ brand: 'visa', bin: '450799', last_four: '4905', expires: '2039-12', holder: 'ANA PEREZ' }],
  devices: [{ address: '190.0.0.1', device: 'Firefox' }],
};
/** Another person of the same name, with no account, card or device. */
const other: Marks = {
  ...ana,
  document_number: '31999888',
  legal_number: '',
  email: 'otra@example.com',
  phones: ['1199887766', ''],
  accounts: [],
  cards: [],
  devices: [],
};
const [account] = ana.accounts;
const [card] = ana.cards;
if (!account || !card) throw new Error('Ana has both');

test.each<[string, Partial<Marks>, ReturnType<typeof sharedBy>]>([
  ['two people of one name share nothing', {}, undefined],
  [
    'unknown data is nobody’s',
    { phones: [''], legal_number: '0', devices: [{ address: '', device: '' }] },
    undefined,
  ],
  ['the DNI in a CUIL', { legal_number: '20301234563' }, 'document'],
  ['a document with zeros before it', { document_number: '030123456' }, 'document'],
  ['an account of the other’s CUIL', { accounts: [{ ...account, bank: '007' }] }, 'holder'],
  [
    'an account in the other’s name',
    { name: 'Eva Díaz', accounts: [{ bank: '1', number: '2', legal_number: '', holder: 'Pérez  Ana' }] },
    'holder',
  ],
  ['the same account', { accounts: [{ ...account, legal_number: '' }] }, 'account'],
  [
    'the same number at another bank',
    { accounts: [{ ...account, bank: '007', legal_number: '' }] },
    undefined,
  ],
  ['the same card in another holder’s spelling', { cards: [{ ...card, holder: 'A PEREZ' }] }, 'card'],
  ['another card of the same last digits', { cards: [{ ...card, bin: '402917' }] }, undefined],
  [
    'a card of before its first digits were kept',
    { cards: [{ ...card, bin: '', holder: 'Pérez, Ana' }] },
    'card',
  ],
  ['such a card of another holder', { cards: [{ ...card, bin: '', holder: 'EVA DIAZ' }] }, undefined],
  ['a renewed card', { cards: [{ ...card, expires: '2040-12' }] }, undefined],
  ['the same phone', { phones: ['1199887766', '1144332211'] }, 'phone'],
  ['the same mailbox', { email: 'Ana+premio@example.com' }, 'email'],
  ['the same browser behind the same address', { devices: ana.devices }, 'device'],
  ['the same browser elsewhere', { devices: [{ address: '190.0.0.2', device: 'Firefox' }] }, undefined],
])('%s', (_what, more, mark) => {
  expect(sharedBy(ana, { ...other, ...more })).toBe(mark);
  expect(sharedBy({ ...other, ...more }, ana)).toBe(mark);
});

test('accounts of both in the name of one third person', () => {
  const third = { bank: '1', number: '7', legal_number: '27111222334', holder: 'Eva Díaz' };
  const one = { ...ana, accounts: [third] };
  expect(sharedBy(one, { ...other, accounts: [{ ...third, number: '8' }] })).toBe('holder');
});
