import { describe, expect, test } from 'vitest';
import {
  maskBankAccount,
  maskBirthdate,
  maskCellPhone,
  maskCuit,
  maskDocument,
  maskEmail,
  maskSmsCode,
  maskThousands,
  showDocument,
} from './masks.ts';
import { maskCardNumber, maskExpiry, maskSecurityCode } from './card-masks.ts';

describe('while typing', () => {
  test.each([
    [maskBirthdate, '2', '2'],
    [maskBirthdate, '290', '29-0'],
    [maskBirthdate, '29022000', '29-02-2000'],
    [maskBirthdate, '29-02-20001', '29-02-2000'],
    [maskCuit, '20267', '20-267'],
    [maskCuit, '202675653930', '20-26756539-3'],
    [maskExpiry, '1', '1'],
    [maskExpiry, '1226', '12/26'],
    [maskSecurityCode, '12a345', '1234'],
    [maskSmsCode, ' 00429', '0042'],
    [maskThousands, '290', '290'],
    [maskThousands, '2900', '290'],
    [maskThousands, '1000', '100'],
    [maskThousands, '05', '5'],
    [maskThousands, 'x', ''],
    [maskEmail, '  ana@x.com ', 'ana@x.com '],
    [maskBankAccount, '28505909 40090418135201 99', '2850590940090418135201'],
    [maskBankAccount, ' mi.alias ', 'mi.alias'],
  ])('%o %s is %s', (mask, typed, shown) => expect(mask(typed)).toBe(shown));

  test('a Visa in groups, a longer or another one in digits', () => {
    expect(maskCardNumber('45079900', 19)).toBe('4507-9900');
    expect(maskCardNumber('4507 9900 0000 4905', 19)).toBe('4507-9900-0000-4905');
    expect(maskCardNumber('4507990000004905123', 19)).toBe('4507990000004905123');
    expect(maskCardNumber('604201123456789312345', 20)).toBe('60420112345678931234');
  });

  test('every mask leaves its own result as it is', () => {
    expect(maskBirthdate(maskBirthdate('29022000'))).toBe('29-02-2000');
    expect(maskCuit(maskCuit('20267565393'))).toBe('20-26756539-3');
    expect(maskExpiry(maskExpiry('1226'))).toBe('12/26');
    expect(maskCardNumber(maskCardNumber('4507990000004905', 19), 19)).toBe('4507-9900-0000-4905');
  });
});

describe('pasted', () => {
  test.each([
    [maskBirthdate, '2000-02-29', '29-02-2000'],
    [maskBirthdate, ' 1/2/1990', '01-02-1990'],
    [maskExpiry, '12/2026', '12/26'],
    [maskExpiry, '6 / 26', '06/26'],
    [maskThousands, '$ 290.000', '290'],
    [maskThousands, '290.000,00', '290'],
    [maskThousands, '3.000', '3'],
    [maskThousands, '290000', '290'],
  ])('%o %s is %s', (mask, typed, shown) => expect(mask(typed)).toBe(shown));
});

describe('documents', () => {
  test('digits inside, dots outside', () => {
    expect(maskDocument('AR', '26.756.539')).toBe('26756539');
    expect(maskDocument('UY', '1.234.567-2')).toBe('12345672');
    expect(showDocument('AR', '26756539')).toBe('26.756.539');
    expect(showDocument('AR', '2675')).toBe('2.675');
    expect(showDocument('UY', '123456')).toBe('123.456');
    expect(showDocument('UY', '12345672')).toBe('1.234.567-2');
  });
});

describe('cell phones', () => {
  test.each([
    ['+54 9 11 2345-6789', '1123456789'],
    ['+54 11 2345 6789', '1123456789'],
    ['0054 9 351 512 3456', '3515123456'],
    ['011 2345-6789', '1123456789'],
    ['011 15 2345-6789', '1123456789'],
    ['0351 15 512 3456', '3515123456'],
    ['02964 15 512345', '2964512345'],
    ['1123456789', '1123456789'],
    ['11234567890', '1123456789'],
  ])('Argentina, pasted %s', (typed, digits) => expect(maskCellPhone('AR', typed)).toBe(digits));

  test.each([
    ['+598 99 123 456', '99123456'],
    ['099 123 456', '99123456'],
    ['+598 099 123 456', '99123456'],
    ['991234567', '99123456'],
  ])('Uruguay, pasted %s', (typed, digits) => expect(maskCellPhone('UY', typed)).toBe(digits));

  test('a typed 0 or 15 stays, so that its message is seen', () => {
    expect(maskCellPhone('AR', '0112345678')).toBe('0112345678');
    expect(maskCellPhone('AR', '15 5555 5555')).toBe('1555555555');
    expect(maskCellPhone('UY', '09912345')).toBe('09912345');
  });
});
