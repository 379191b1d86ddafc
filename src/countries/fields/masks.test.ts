import { describe, expect, test } from 'vitest';
import { packOf } from '../index.ts';
import { maskBankAccount, writtenBankAccount } from '../identifiers/cbu.ts';
import { writtenThousands } from '../identifiers/amounts.ts';
import {
  maskBirthdate,
  maskCellPhone,
  maskCuit,
  maskDocument,
  maskEmail,
  maskSmsCode,
  maskThousands,
  showDocument,
  writtenBirthdate,
  writtenCellPhone,
} from './masks.ts';
import { maskCardNumber, maskExpiry, maskSecurityCode, writtenExpiry } from './card-masks.ts';

type Mask = (typed: string) => string;

const showAr: Mask = (typed) => showDocument('AR', maskDocument(typed));
const showUy: Mask = (typed) => showDocument('UY', maskDocument(typed));
const writtenAr: Mask = (typed) => writtenCellPhone('AR', typed);
const writtenUy: Mask = (typed) => writtenCellPhone('UY', typed);
const thousands: Mask = (typed) => writtenThousands(typed, 3);

/** Field content after each key of a text. */
const keyedIn = (mask: Mask, text: string) => Array.from(text).reduce((shown, key) => mask(shown + key), '');

/** Name, mask, final form, typed keys, value shown with focus and value shown after blur. */
const keys: readonly (readonly [string, Mask, Mask, string, string, string])[] = [
  ['phone AR', maskCellPhone, writtenAr, '11 2345 6789', '1123456789', '1123456789'],
  ['phone AR', maskCellPhone, writtenAr, '11 15 2345 6789', '111523456789', '1123456789'],
  ['phone AR', maskCellPhone, writtenAr, '9 11 2345 6789', '91123456789', '1123456789'],
  ['phone AR', maskCellPhone, writtenAr, '+54 9 11 2345-6789', '5491123456789', '1123456789'],
  ['phone AR', maskCellPhone, writtenAr, '0351 15 512 3456', '0351155123456', '3515123456'],
  ['phone AR', maskCellPhone, writtenAr, '112345678901', '112345678901', '112345678901'],
  ['phone UY', maskCellPhone, writtenUy, '099 123 456', '099123456', '99123456'],
  ['phone UY', maskCellPhone, writtenUy, '+598 99 123 456', '59899123456', '99123456'],
  ['phone UY', maskCellPhone, writtenUy, '991234567', '991234567', '991234567'],
  ['birthdate', maskBirthdate, writtenBirthdate, '29022000', '29-02-2000', '29-02-2000'],
  ['birthdate', maskBirthdate, writtenBirthdate, '1/5/1990', '1-5-1990', '01-05-1990'],
  ['birthdate', maskBirthdate, writtenBirthdate, '01.5.1990', '01-5-1990', '01-05-1990'],
  ['birthdate', maskBirthdate, writtenBirthdate, '2000-02-29', '20-00-0229', '29-02-2000'],
  ['birthdate', maskBirthdate, writtenBirthdate, '290220001', '29-02-20001', '29-02-20001'],
  ['birthdate', maskBirthdate, writtenBirthdate, '1/5/90', '1-5-90', '1-5-90'],
  ['DNI', showAr, showAr, '26.756.539', '26.756.539', '26.756.539'],
  ['DNI', showAr, showAr, '267565391', '267.565.391', '267.565.391'],
  ['cédula', showUy, showUy, '1234567-2', '1.234.567-2', '1.234.567-2'],
  ['cédula', showUy, showUy, '123456722', '12.345.672-2', '12.345.672-2'],
  ['CUIT', maskCuit, maskCuit, '20 26756539 3', '20-26756539-3', '20-26756539-3'],
  ['CUIT', maskCuit, maskCuit, '202675653930', '20-26756539-30', '20-26756539-30'],
  [
    'CBU',
    maskBankAccount,
    writtenBankAccount,
    '2850590-9 40090418135201',
    '2850590-940090418135201',
    '2850590940090418135201',
  ],
  [
    'CBU',
    maskBankAccount,
    writtenBankAccount,
    '28505909400904181352019',
    '28505909400904181352019',
    '28505909400904181352019',
  ],
  ['alias', maskBankAccount, writtenBankAccount, 'Mi.Alias', 'Mi.Alias', 'mi.alias'],
  ['alias', maskBankAccount, writtenBankAccount, '123.456', '123.456', '123.456'],
  [
    'Visa',
    maskCardNumber,
    maskCardNumber,
    '4507 9900 0000 4905',
    '4507-9900-0000-4905',
    '4507-9900-0000-4905',
  ],
  ['Visa', maskCardNumber, maskCardNumber, '45079900000049051', '45079900000049051', '45079900000049051'],
  [
    'other card',
    maskCardNumber,
    maskCardNumber,
    '604201123456789312345',
    '604201123456789312345',
    '604201123456789312345',
  ],
  ['expiry', maskExpiry, writtenExpiry, '1230', '12/30', '12/30'],
  ['expiry', maskExpiry, writtenExpiry, '12/2030', '12/2030', '12/30'],
  ['expiry', maskExpiry, writtenExpiry, '122030', '12/2030', '12/30'],
  ['expiry', maskExpiry, writtenExpiry, '6 / 30', '6/30', '06/30'],
  ['expiry', maskExpiry, writtenExpiry, '2030-12', '20/3012', '12/30'],
  ['expiry', maskExpiry, writtenExpiry, '12/20301', '12/20301', '12/20301'],
  ['security code', maskSecurityCode, maskSecurityCode, '12345', '12345', '12345'],
  ['SMS code', maskSmsCode, maskSmsCode, '004291', '004291', '004291'],
  ['thousands', maskThousands, thousands, '290', '290', '290'],
  ['thousands', maskThousands, thousands, '290.000', '290000', '290'],
  ['thousands', maskThousands, thousands, '2900', '2900', '2900'],
  ['e-mail', maskEmail, maskEmail, ' ana@x.com', 'ana@x.com', 'ana@x.com'],
];

describe('key by key', () => {
  test.each(keys)('%s', (_name, mask, written, typed, shown, left) => {
    expect(keyedIn(mask, typed)).toBe(shown);
    expect(written(shown)).toBe(left);
  });

  test.each(keys)('%s is the same pasted as typed', (_name, _mask, written, typed, _shown, left) => {
    expect(written(typed)).toBe(left);
    expect(written(left)).toBe(left);
  });

  test.each(keys)('%s loses no digit', (_name, mask, _written, typed) => {
    const digits = (text: string) => text.replaceAll(/\D/g, '');
    for (let end = 1; end <= typed.length; end += 1) {
      const prefix = typed.slice(0, end);
      const kept = digits(keyedIn(mask, prefix));
      // Leading zeros are dropped.
      expect(kept).toBe(mask === maskThousands ? digits(prefix).replace(/^0+/, '') : digits(prefix));
    }
  });
});

describe('pasted', () => {
  test.each([
    [writtenBirthdate, ' 1/2/1990', '01-02-1990'],
    [writtenBirthdate, '31-02-1990', '31-02-1990'],
    [writtenExpiry, ' 6 / 26', '06/26'],
    [writtenExpiry, '12/1999', '12/1999'],
    [thousands, '$ 290.000', '290'],
    [thousands, '290.000,00', '290'],
    [thousands, '3.000', '3'],
    [thousands, '290000', '290'],
    [thousands, '05', '5'],
    [thousands, 'x', ''],
    [maskBankAccount, ' mi.alias ', 'mi.alias'],
    [maskSecurityCode, '12a345', '12345'],
  ])('%o %s is %s', (written, typed, shown) => expect(written(typed)).toBe(shown));

  test.each([
    ['+54 11 2345 6789', '1123456789'],
    ['0054 9 351 512 3456', '3515123456'],
    ['011 2345-6789', '1123456789'],
    ['011 15 2345-6789', '1123456789'],
    ['15 11 2345-6789', '1123456789'],
    ['02964 15 512345', '2964512345'],
    ['(2202) 15 41-2345', '2202412345'],
    ['0220 15 412-3456', '2204123456'],
  ])('phone of Argentina %s', (typed, digits) => expect(writtenAr(typed)).toBe(digits));

  test.each(['0112345678', '15 5555 5555', '11 15 2345 67', '11 0234 5678', '99 9999 99999', '2000 555555'])(
    'no phone of Argentina: %s stays, so that its message is seen',
    (typed) => expect(writtenAr(typed)).toBe(typed.replaceAll(' ', '')),
  );
});

test('documents in their written form, as far as they are typed', () => {
  expect(showDocument('AR', '2675')).toBe('2.675');
  expect(showDocument('UY', '123456')).toBe('123.456');
  expect(packOf('AR').maxLengthMainDocument).toBe(8);
});
