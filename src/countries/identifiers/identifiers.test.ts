import { describe, expect, test } from 'vitest';
import vectors from '../testdata/identifier-vectors.json' with { type: 'json' };
import { brandOf, cardBrandName, cardName, parseCard, parseSecurityCode } from './cards.ts';
import {
  bankOfAccount,
  parseAccountNumber,
  parseAlias,
  parseBankAccount,
  parseCbu,
  parseCvu,
  parseSentAccount,
} from './cbu.ts';
import { parseCedula } from './cedula.ts';
import { known, type Parsed } from './checked.ts';
import { cuitsOfDni, documentInNumber, documentOfCuit, parseCuit, parseDni } from './cuit.ts';
import { formatDocument, parseDocument, writtenDocument } from './document.ts';
import { mailboxOf, parseEmail } from './email.ts';
import { nameKey, parsePersonName } from './names.ts';
import { parseCellPhone, readCellPhone, toE164 } from './phones.ts';
import { parseRut } from './rut.ts';

function message(parsed: Parsed<unknown>): string {
  return parsed.ok ? 'accepted' : parsed.message;
}

const WRONG_CBU = 'El CBU ingresado no es válido. Revisalo y volvé a intentarlo.';

describe('CBU, CVU and alias', () => {
  test.each(vectors.cbu.valid)('CBU %s', (cbu) => {
    expect(known(parseCbu(cbu))).toBe(cbu);
    expect(known(parseBankAccount(cbu))).toBe(cbu);
    expect(bankOfAccount(known(parseAccountNumber(cbu)))).toBe(cbu.slice(0, 3));
    expect(message(parseCvu(cbu))).toBe(WRONG_CBU);
  });
  test.each(vectors.cbu.invalid)('no CBU: %s (%s)', (cbu) => {
    expect(parseCbu(cbu).ok).toBe(false);
    expect(parseBankAccount(cbu).ok).toBe(false);
  });
  test.each(vectors.cvu.valid)('CVU %s', (cvu) => {
    expect(known(parseCvu(cvu))).toBe(cvu);
    expect(known(parseBankAccount(cvu))).toBe(cvu);
    expect(message(parseCbu(cvu))).toBe(WRONG_CBU);
  });
  test('the messages of the fields', () => {
    expect(message(parseCbu(''))).toBe('El CBU es requerido.');
    expect(message(parseCbu('123'))).toBe('El CBU debe contener 22 números.');
    expect(message(parseCbu('285059094009041813520x'))).toBe('El CBU debe contener 22 números.');
  });
  test.each(['2850590 940090418135201', '28505909-40090418135201', ' 2850590-9/4009041813520-1'])(
    'the marks between the groups of %s do not count',
    (written) => {
      expect(known(parseCbu(written))).toBe('2850590940090418135201');
      expect(known(parseBankAccount(written))).toBe('2850590940090418135201');
      expect(message(parseSentAccount(written))).toBe('El CBU debe contener 22 números.');
    },
  );
  test.each(['123456', '12.34-56', '20202020202020202020'])('%s is an alias without letters', (alias) => {
    expect(known(parseBankAccount(alias))).toBe(alias);
    expect(known(parseSentAccount(` ${alias}`))).toBe(alias);
  });
  test.each(['12345', '285059094009041813520', '28505909400904181352011'])('%s is neither', (digits) => {
    expect(message(parseBankAccount(digits))).toBe('El CBU debe contener 22 números.');
  });
  test('every single wrong digit is found', () => {
    const cbu = vectors.cbu.valid[0]!;
    for (let index = 0; index < cbu.length; index += 1) {
      const wrong = cbu.slice(0, index) + ((Number(cbu[index]) + 1) % 10) + cbu.slice(index + 1);
      expect(parseCbu(wrong).ok).toBe(false);
    }
  });
  test.each(vectors.alias.valid)('alias %s, in lower case', (alias) => {
    expect(known(parseAlias(alias))).toBe(alias.toLowerCase());
    expect(known(parseBankAccount(alias))).toBe(alias.toLowerCase());
  });
  test.each(vectors.alias.invalid)('no alias: %s', (alias) => {
    expect(parseAlias(alias).ok).toBe(false);
    expect(parseBankAccount(alias).ok).toBe(false);
  });
});

describe('CUIT and CUIL', () => {
  test.each(vectors.cuit.valid)('%s, with and without its dashes', (cuit) => {
    expect(known(parseCuit(cuit))).toBe(cuit);
    expect(known(parseCuit(`${cuit.slice(0, 2)}-${cuit.slice(2, 10)}-${cuit.slice(10)}`))).toBe(cuit);
  });
  test.each(vectors.cuit.invalid)('not %s (%s)', (cuit) => expect(parseCuit(cuit).ok).toBe(false));
  test('messages', () => {
    expect(message(parseCuit(''))).toBe('Campo requerido.');
    expect(message(parseCuit('20-267'))).toBe('El CUIT/CUIL debe contener 11 números.');
  });
  test('the numbers a DNI may have leave out those never issued', () => {
    const dni = known(parseDni('30000002'));
    expect(cuitsOfDni(dni)).toContain('23300000029');
    expect(cuitsOfDni(dni).some((cuit) => cuit.startsWith('20'))).toBe(false);
    for (const cuit of cuitsOfDni(known(parseDni('7123456')))) {
      expect(known(parseCuit(cuit))).toBe(cuit);
      expect(documentOfCuit(cuit)).toBe('7123456');
    }
  });
});

describe('DNI', () => {
  test.each(['1234567', '26756539'])('%s', (dni) => expect(known(parseDocument('AR', dni))).toBe(dni));
  test.each([
    ['', 'Campo requerido.'],
    ['26.756.539', 'Solo números.'],
    ['2675653 9', 'Solo números.'],
    ['123456', 'El DNI debe tener 7 u 8 números.'],
    ['123456789', 'El DNI debe tener 7 u 8 números.'],
    ['02675653', 'El DNI debe tener 7 u 8 números.'],
  ])('not %s: %s', (dni, expected) => expect(message(parseDni(dni))).toBe(expected));
});

describe('cédula', () => {
  test.each(vectors.cedula.valid)('%s', (cedula) => expect(known(parseDocument('UY', cedula))).toBe(cedula));
  test.each(vectors.cedula.invalid)('not %s (%s)', (cedula) => expect(parseCedula(cedula).ok).toBe(false));
  test('as it is written, and with six digits before the check digit', () => {
    expect(known(parseCedula(vectors.cedula.displayed))).toBe('12345672');
    expect(known(parseCedula('1234567-2'))).toBe('12345672');
    expect(known(parseCedula('1.234.567\u20112'))).toBe('12345672');
    expect(known(parseCedula(vectors.cedula.sixDigitBody))).toBe('01234561');
    expect(known(parseCedula('1234561'))).toBe('01234561');
  });
  test.each([
    ['', 'Campo requerido.'],
    ['1234567x', 'Solo números.'],
    ['123456', 'La cédula debe tener 7 u 8 números.'],
    ['123456789', 'La cédula debe tener 7 u 8 números.'],
    ['12345678', 'La cédula ingresada no es válida. Revisala y volvé a intentarlo.'],
  ])('not %s: %s', (cedula, expected) => expect(message(parseCedula(cedula))).toBe(expected));
});

describe('names', () => {
  test.each(['D\u00b4Angelo', 'D`Angelo', 'D\u02bcAngelo', 'D\u2019Angelo', "D'Angelo"])('%s', (name) => {
    expect(known(parsePersonName(name))).toBe("D'Angelo");
  });
  test('a no-break space is a space', () => {
    expect(known(parsePersonName('Ana\u00a0María'))).toBe('Ana María');
    expect(message(parsePersonName('Ana\u00a0 María'))).toBe('No se permiten espacios en blanco');
  });
  test.each(['-', "'", '. .'])('%s alone is none', (name) => {
    expect(message(parsePersonName(name))).toBe('Ingresá solo letras.');
  });
  test.each(['DANGELO', 'D ANGELO', 'D\u00b4ANGELO'])('%s on a card is D’Angelo', (onCard) => {
    expect(nameKey(`${onCard} ANA`)).toBe(nameKey("Ana D'Ángelo"));
  });
});

describe('e-mail', () => {
  test('a domain beyond ASCII travels as a browser sends it', () => {
    expect(known(parseEmail('Ana@Peña.com.ar'))).toBe('ana@xn--pea-8ma.com.ar');
    expect(known(parseEmail('ana@xn--pea-8ma.com.ar'))).toBe('ana@xn--pea-8ma.com.ar');
  });
  test.each(['añá@example.com', 'ana@ñ', 'ana@pe ña.com', 'ana@peña..com', 'ana@xn--a.ñu', 'ñ'])(
    'not %s',
    (address) => {
      expect(parseEmail(address).ok).toBe(false);
    },
  );
});

test('documents are printed in the form of their country', () => {
  expect(formatDocument('AR', known(parseDocument('AR', '26756539')))).toBe('26.756.539');
  expect(formatDocument('UY', known(parseDocument('UY', '12345672')))).toBe('1.234.567-2');
  expect(formatDocument('UY', known(parseDocument('UY', '01234561')))).toBe('123.456-1');
  expect(writtenDocument('AR', '26756539')).toBe('26.756.539');
  // Masked for strangers, or no document at all.
  expect(writtenDocument('UY', '****5672')).toBe('****5672');
});

describe('RUT', () => {
  test.each(vectors.rut.valid)('%s', (rut) => expect(known(parseRut(rut))).toBe(rut));
  test.each(vectors.rut.invalid)('not %s (%s)', (rut) => expect(parseRut(rut).ok).toBe(false));
  test('empty; and with a right check digit: branch other than 001, prefixes 00 and 23', () => {
    expect(message(parseRut(''))).toBe('Campo requerido.');
    expect(parseRut('211003420025').ok).toBe(false);
    expect(parseRut('001003420017').ok).toBe(false);
    expect(parseRut('231003420011').ok).toBe(false);
    expect(parseRut('221003420014').ok).toBe(true);
  });
});

describe('cell phones', () => {
  test.each(vectors.phoneAR.valid)('Argentina %s is %s', (typed, e164) => {
    expect(toE164('AR', known(parseCellPhone('AR', typed)))).toBe(e164);
  });
  test.each(vectors.phoneAR.invalid)('Argentina refuses %s', (typed) => {
    expect(message(parseCellPhone('AR', typed))).toBe(
      'Incluye el código de área de tu ciudad, sin el 0 y sin el 15.',
    );
  });
  test.each(vectors.phoneUY.valid)('Uruguay %s is %s', (typed, e164) => {
    expect(toE164('UY', known(parseCellPhone('UY', typed)))).toBe(e164);
  });
  test.each(vectors.phoneUY.invalid)('Uruguay refuses %s', (typed) => {
    expect(message(parseCellPhone('UY', typed))).toBe('Incluye el código de área de tu ciudad, sin el 0');
  });
  test.each([
    ['AR', '011 15 2345-6789', '1123456789'],
    ['AR', '+54 9 11 2345 6789', '1123456789'],
    ['UY', '099 123 456', '99123456'],
  ] as const)('%s: a field reads %s, which the calls refuse', (country, typed, national) => {
    expect(known(readCellPhone(country, typed))).toBe(national);
    expect(parseCellPhone(country, typed).ok).toBe(false);
  });
  test('with letters it is none', () => {
    expect(readCellPhone('AR', '11 2345 678x').ok).toBe(false);
  });
  test('required', () => expect(message(parseCellPhone('AR', ''))).toBe('El celular es requerido.'));
});

describe('cards', () => {
  test.each(vectors.cards.luhnValid)('%s is %s', (number, brand) => {
    expect(known(parseCard(number))).toEqual({ number, brand, lastFour: number.slice(-4) });
  });
  test.each(vectors.cards.luhnInvalid)('not %s', (number) => {
    expect(message(parseCard(number))).toBe(
      'El número de tarjeta no es válido. Revisalo y volvé a intentarlo.',
    );
  });
  test.each([
    ['604201', 'cabal'],
    ['604400', 'cabal'],
    ['604401', undefined],
    ['604200', undefined],
    ['589657', 'cabal'],
    ['603522', 'cabal'],
    ['650272', 'cabal'],
    ['650087', 'cabal'],
    ['589656', 'maestro'],
    ['4', 'visa'],
    ['50104', undefined],
    ['222099', undefined],
    ['222100', 'mastercard'],
    ['272099', 'mastercard'],
    ['272100', undefined],
    ['601100', undefined],
    ['371449', undefined],
    ['', undefined],
  ])('a number beginning %s is %s', (bin, brand) => expect(brandOf(bin)).toBe(brand));
  test.each([
    ['', 'Campo requerido.'],
    ['45079900000049o5', 'Solo números.'],
    ['45079900000', 'El número de tarjeta debe tener entre 12 y 20 números.'],
    ['450799000000490545079', 'El número de tarjeta debe tener entre 12 y 20 números.'],
    ['378282246310005', 'No se pudo detectar el tipo de tarjeta.'],
    ['5555555555554', 'El número de tarjeta no es válido. Revisalo y volvé a intentarlo.'],
  ])('%s: %s', (number, expected) => expect(message(parseCard(number))).toBe(expected));
  test('are told by their brand and last four digits', () => {
    expect(cardBrandName('mastercard')).toBe('Mastercard');
    expect(cardBrandName('amex')).toBeUndefined();
    expect(cardName('visa', '4905')).toBe('Visa terminada en 4905');
  });
  test('groups count as written', () => {
    expect(known(parseCard('4507-9900-0000-4905')).number).toBe('4507990000004905');
    expect(known(parseCard('4507 9900 0000 4905')).lastFour).toBe('4905');
  });
  test.each([
    ['', 'Campo requerido.'],
    ['12a', 'Solo números.'],
    ['12', 'El código de seguridad debe tener 3 o 4 números.'],
    ['12345', 'El código de seguridad debe tener 3 o 4 números.'],
    ['123', 'accepted'],
    ['1234', 'accepted'],
  ])('security code %s: %s', (code, expected) => expect(message(parseSecurityCode(code))).toBe(expected));
});

test('numbers of one person compare by their document', () => {
  const [cuit] = cuitsOfDni(known(parseDni('7123456')));
  expect([cuit ?? '', '07123456', '7123456'].map(documentInNumber)).toEqual([
    '7123456',
    '7123456',
    '7123456',
  ]);
  expect(documentInNumber('0')).toBe('');
});

test.each([
  ['Ana.Perez+promo@gmail.com', 'anaperez@gmail.com'],
  ['anaperez@googlemail.com', 'anaperez@gmail.com'],
  ['ana.perez+promo@example.com', 'ana.perez@example.com'],
  ['suprimido', 'suprimido@'],
])('the mailbox of %s is %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox));

test('names compare without accents, case or order', () => {
  expect(nameKey('Pérez Ñandú, ANA')).toBe(nameKey('ana perez nandu'));
  expect(nameKey(' ')).toBe('');
});

test('a text that is known to be right and is not stops who says so', () => {
  expect(known(parseDni('27123456'))).toBe('27123456');
  expect(() => known(parseDni('27'))).toThrow(RangeError);
});
