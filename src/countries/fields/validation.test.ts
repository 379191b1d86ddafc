import { describe, expect, test } from 'vitest';
import { calendarDate } from '../../domain/calendar-date.ts';
import { DEFAULT_CITY_ID, OTHER_CITY_ID } from '../identifiers/address.ts';
import { snapThousands } from '../identifiers/amounts.ts';
import { hasSuitableAge } from '../identifiers/birthdate.ts';
import { emailSuggestions } from '../identifiers/email.ts';
import { uyAccountFormat } from '../identifiers/uy-accounts.ts';
import { banksOf } from '../lists.ts';
import { type FieldName, validateField, validateFields } from './validation.ts';

const TODAY = calendarDate('2026-05-15');

type Values = Partial<Record<FieldName, string>>;

const argentine = (name: FieldName, value: string, values: Values = {}) =>
  validateField(name, value, { country: 'AR', today: TODAY, values });
const uruguayan = (name: FieldName, value: string, values: Values = {}) =>
  validateField(name, value, { country: 'UY', today: TODAY, values });

const REQUIRED = 'Campo requerido.';
const NO_SPACES = 'No se permiten espacios en blanco';
const BANK = 'Seleccioná en qué banco tenés cuenta bancaria. Allí depositaremos tu préstamo.';
const ACCOUNT = 'El formato de cuenta es inválido, por favor corrobore la información ingresada.';
const TERMS = 'Debes aceptar los términos del sitio para continuar';
const MAIL = 'El mail ingresado no es válido. Volvé a intentarlo.';
const BIRTH = 'La fecha de nacimiento es inválida.';
const EXPIRY = 'La fecha de vencimiento es inválida (ej. 12/25).';
const EXPIRED = 'El campo vencimiento es menor a la fecha actual.';

describe('the fields of Argentina', () => {
  test.each<[FieldName, string, string | undefined]>([
    ['first_name', 'Ana María', undefined],
    ['first_name', "D'Amico-Núñez", undefined],
    ['first_name', 'Šimić', undefined],
    ['first_name', 'Ne\u0301stor', undefined],
    [
      'first_name',
      'Ана',
      'No podemos imprimir «А» en tus documentos: usá letras latinas, números y signos comunes.',
    ],
    ['first_name', 'Ana\u202e', undefined],
    ['first_name', '', REQUIRED],
    ['first_name', '   ', REQUIRED],
    ['first_name', ' Ana', NO_SPACES],
    ['last_name', 'Pérez ', NO_SPACES],
    ['last_name', 'Pérez  Gil', NO_SPACES],
    ['last_name', 'Pérez<', 'Ingresá solo letras.'],
    ['last_name', 'a'.repeat(61), 'Ingresá hasta 60 letras.'],
    ['last_name', 'a'.repeat(60), undefined],
    ['document_number', '26756539', undefined],
    ['document_number', '267', 'El DNI debe tener 7 u 8 números.'],
    ['birthdate', '29022000', undefined],
    ['birthdate', '29-02-2000', undefined],
    ['birthdate', '2000-02-29', undefined],
    ['birthdate', '', REQUIRED],
    ['birthdate', '29-02-2001', BIRTH],
    ['birthdate', '2902-2000', BIRTH],
    ['birthdate', '31-12-1899', BIRTH],
    ['birthdate', '15-05-2026', undefined],
    ['birthdate', '16-05-2026', BIRTH],
    ['signup_birthdate', '01-01-1990', undefined],
    ['signup_birthdate', '', 'Ingrese una fecha de nacimiento válida'],
    ['signup_birthdate', '32-01-1990', 'Ingrese una fecha de nacimiento válida'],
    ['phone', '1123456789', undefined],
    ['phone', '', 'El celular es requerido.'],
    ['phone', '11 2345 6789', undefined],
    ['phone', '11 15 2345 67', 'Incluye el código de área de tu ciudad, sin el 0 y sin el 15.'],
    ['email', 'ana.perez+1@gmail.com', undefined],
    ['email', '  ANA@Gmail.COM', undefined],
    ['email', '', REQUIRED],
    ['email', 'ana', MAIL],
    ['email', 'ana@gmail', MAIL],
    ['email', 'ana..b@gmail.com', MAIL],
    ['email', 'ana@-gmail.com', MAIL],
    ['email', 'a b@gmail.com', MAIL],
    ['email', `${'a'.repeat(191)}@gmail.com`, MAIL],
    ['email', `${'a'.repeat(190)}@gmail.com`, undefined],
    ['bank_code', '011', undefined],
    ['bank_code', '', BANK],
    ['login_password', 'x', undefined],
    ['login_password', '', REQUIRED],
    ['login_password', 'con espacio', 'La contraseña no puede tener espacios.'],
    ['password', 'seis66', undefined],
    ['password', '', REQUIRED],
    ['password', 'cinco', 'La contraseña debe tener al menos 6 caracteres.'],
    ['password', 'x'.repeat(128), undefined],
    ['password', 'x'.repeat(129), 'La contraseña debe tener hasta 128 caracteres.'],
    ['province_id', '2', undefined],
    ['province_id', '', REQUIRED],
    ['street', 'Av. Rivadavia', undefined],
    ['street', ' ', REQUIRED],
    ['street', 'x'.repeat(121), 'Ingresá hasta 120 caracteres.'],
    ['street_number', '', REQUIRED],
    ['floor', '', REQUIRED],
    ['office', '-', undefined],
    ['zipcode', '1425', undefined],
    ['zipcode', 'c1425abc', undefined],
    ['zipcode', '', undefined],
    ['zipcode', '142', 'Ingresá un código postal válido (ej. 1425 o C1425ABC).'],
    ['cbu', '', 'El CBU es requerido.'],
    ['cbu', '28505909-40090418135201', undefined],
    ['cbu', '28505909-4009041813520', 'El CBU debe contener 22 números.'],
    ['bank_account', 'mi.alias.bancario', undefined],
    ['alias', 'corto', 'El alias debe tener entre 6 y 20 letras, números, puntos o guiones.'],
    ['legal_number', '20-26756539-3', undefined],
    ['delivery_type', 'bank-transfer', undefined],
    ['delivery_type', 'pdv', undefined],
    ['delivery_type', 'red-pagos', 'Por favor, seleccione como quiere recibir el dinero.'],
    ['delivery_type', '', 'Por favor, seleccione como quiere recibir el dinero.'],
    ['card_number', '378282246310005', 'No se pudo detectar el tipo de tarjeta.'],
    ['card_holder', 'ANA PEREZ', undefined],
    ['card_holder', ' ', 'El campo nombre es obligatorio.'],
    ['card_holder', 'x'.repeat(21), 'Ingresá hasta 20 caracteres.'],
    ['payment_card_holder', 'x'.repeat(60), undefined],
    ['payment_card_holder', 'x'.repeat(61), 'Ingresá hasta 60 caracteres.'],
    ['expiration_date', '0626', undefined],
    ['expiration_date', '06-26', undefined],
    ['expiration_date', '12/29', undefined],
    ['expiration_date', '12/2029', undefined],
    ['expiration_date', '2029-12', undefined],
    ['expiration_date', '12/1929', EXPIRY],
    ['expiration_date', '', REQUIRED],
    ['expiration_date', '1326', EXPIRY],
    ['expiration_date', '626', EXPIRY],
    ['expiration_date', '0526', EXPIRED],
    ['expiration_date', '1225', EXPIRED],
    ['cvv', '123', undefined],
    ['sms_code', '0042', undefined],
    ['sms_code', '', REQUIRED],
    ['sms_code', '42', 'Ingresá los 4 números del código.'],
    ['amount', '290', undefined],
    ['amount', '', REQUIRED],
    ['amount', '2x', 'Solo números.'],
    ['amount', '2', 'Ingresá un monto mayor'],
    ['amount', '999', undefined],
    ['amount', '2900', 'Ingresá un monto menor'],
    ['terms', 'true', undefined],
    ['terms', '', TERMS],
    ['feedback', 'known', undefined],
    ['feedback', '', 'Elegí un motivo para continuar.'],
    ['suggestion_document', '', undefined],
    ['suggestion_document', '26.756', 'Solo números.'],
    ['suggestion_document', '12345678901', 'Ingresá hasta 10 números.'],
    ['subject', ' ', 'El título es requerido.'],
    ['subject', 'Una idea', undefined],
    ['content', '', 'Debe completar el contenido de su sugerencia.'],
  ])('%s «%s»: %s', (name, value, expected) => expect(argentine(name, value)).toBe(expected));
});

describe('the fields of Uruguay', () => {
  test.each<[FieldName, string, string | undefined]>([
    ['document_number', '12345672', undefined],
    ['phone', '99123456', undefined],
    ['phone', '099123456', undefined],
    ['phone', '0991234567', 'Incluye el código de área de tu ciudad, sin el 0'],
    ['bank_code', '', undefined],
    ['zipcode', 'lo que sea', undefined],
    ['delivery_type', 'red-pagos', undefined],
    ['delivery_type', 'pdv', 'Por favor, seleccione como quiere recibir el dinero.'],
    ['bank_id', '137', undefined],
    ['bank_id', '', BANK],
    ['amount', '25', undefined],
    ['amount', '26', 'Ingresá un monto menor'],
  ])('%s «%s»: %s', (name, value, expected) => expect(uruguayan(name, value)).toBe(expected));
});

describe('rules that look at another field', () => {
  test('the repeated password', () => {
    expect(argentine('password_confirmation', 'seis66', { password: 'seis66' })).toBeUndefined();
    expect(argentine('password_confirmation', 'seis67', { password: 'seis66' })).toBe(
      'Las contraseñas deben coincidir.',
    );
    expect(validateField('password_confirmation', 'x', { country: 'AR', today: TODAY })).toBe(
      'Las contraseñas deben coincidir.',
    );
  });

  test('the city, unless the province is 1', () => {
    expect(argentine('city_id', '', { province_id: '1' })).toBeUndefined();
    expect(uruguayan('city_id', '', { province_id: '1' })).toBeUndefined();
    expect(argentine('city_id', '', { province_id: '2' })).toBe('Seleccionar una ciudad.');
    expect(argentine('city_id', DEFAULT_CITY_ID, { province_id: '2' })).toBeUndefined();
    expect(validateField('city_id', '', { country: 'AR', today: TODAY })).toBe('Seleccionar una ciudad.');
  });

  test("the name of an 'other city', in Argentina only", () => {
    expect(argentine('city_name', '', { city_id: OTHER_CITY_ID })).toBe(REQUIRED);
    expect(argentine('city_name', 'Villa Nueva', { city_id: OTHER_CITY_ID })).toBeUndefined();
    expect(argentine('city_name', '', { city_id: '10100' })).toBeUndefined();
    expect(uruguayan('city_name', '', { city_id: OTHER_CITY_ID })).toBeUndefined();
    expect(validateField('city_name', '', { country: 'AR', today: TODAY })).toBeUndefined();
  });

  test('the reason in words when it is another one', () => {
    expect(argentine('feedback_comment', '', { feedback: 'other' })).toBe(
      'Contanos el motivo para continuar.',
    );
    expect(argentine('feedback_comment', 'Es caro', { feedback: 'other' })).toBeUndefined();
    expect(argentine('feedback_comment', '', { feedback: 'amount' })).toBeUndefined();
    expect(validateField('feedback_comment', '', { country: 'AR', today: TODAY })).toBeUndefined();
  });

  test('the amount of an offer with its own limits', () => {
    const context = {
      country: 'AR',
      today: TODAY,
      amountLimits: { minAmount: 10_000, maxAmount: 150_000 },
    } as const;
    expect(validateField('amount', '9', context)).toBe('Ingresá un monto mayor');
    expect(validateField('amount', '151', context)).toBe('Ingresá un monto menor');
    expect(validateField('amount', '150', context)).toBeUndefined();
    expect(snapThousands('9', context.amountLimits)).toBe('10');
    expect(snapThousands('151', context.amountLimits)).toBe('150');
    expect(snapThousands('', context.amountLimits)).toBe('10');
    expect(snapThousands('75', context.amountLimits)).toBe('75');
  });
});

describe('Uruguayan accounts by bank', () => {
  test.each<[string, string[], string[]]>([
    ['1', ['1'.repeat(14)], ['1'.repeat(13), '1'.repeat(15)]],
    [
      '91',
      ['1'.repeat(12), '123-456-789-012', '1-23456-7890-12'],
      ['1'.repeat(15), '1234-5678-9012', '-123-456-789012'],
    ],
    ['110', ['1'.repeat(9)], ['1'.repeat(8)]],
    ['113', ['1'.repeat(7)], ['1'.repeat(8)]],
    ['128', ['1'.repeat(10)], ['1'.repeat(9)]],
    ['137', ['1'.repeat(16)], ['1'.repeat(12)]],
    ['153', ['1'.repeat(8), '1'.repeat(9)], ['1'.repeat(7), '1'.repeat(10)]],
    ['157', ['1'.repeat(4), '1'.repeat(10)], ['1'.repeat(3), '1'.repeat(11)]],
    ['162', ['1'.repeat(9)], ['1'.repeat(10)]],
    ['205', ['1'.repeat(10)], ['1'.repeat(11)]],
    ['246', ['1'.repeat(12)], ['1'.repeat(11), '123-456-789-012']],
    ['361', ['1', '1'.repeat(7)], ['1'.repeat(8)]],
    ['607', ['1'.repeat(9)], ['1'.repeat(8)]],
    ['815', ['1'.repeat(7)], ['1'.repeat(6)]],
    ['6500', ['1'.repeat(3), '1'.repeat(11)], ['11', '1'.repeat(12)]],
    ['6905', ['1'.repeat(8)], ['1'.repeat(7), '1234567a']],
    ['7905', [], ['1'.repeat(8)]],
    ['toString', [], ['1'.repeat(8)]],
  ])('bank %s', (bank, valid, invalid) => {
    for (const account of valid)
      expect(uruguayan('account_number', account, { bank_id: bank })).toBeUndefined();
    for (const account of invalid)
      expect(uruguayan('account_number', account, { bank_id: bank })).toBe(ACCOUNT);
  });

  test('every bank of the list has a format and a hint', () => {
    for (const id of Object.keys(banksOf('UY'))) expect(uyAccountFormat(id)?.hint).toMatch(/números/);
  });

  test('required, and none without a bank', () => {
    expect(uruguayan('account_number', '', { bank_id: '1' })).toBe(REQUIRED);
    expect(validateField('account_number', '12345678', { country: 'UY', today: TODAY })).toBe(ACCOUNT);
  });
});

test('a form answers with its wrong fields only, each seeing the others', () => {
  const context = { country: 'AR', today: TODAY } as const;
  expect(validateFields({ province_id: '1', city_id: '', street: '', street_number: '12' }, context)).toEqual(
    { street: REQUIRED },
  );
  expect(validateFields({ subject: 'Hola', content: 'Algo' }, context)).toEqual({});
});

test('ages from 18 to 75, counted on the birthday', () => {
  expect(hasSuitableAge(calendarDate('2008-05-15'), TODAY)).toBe(true);
  expect(hasSuitableAge(calendarDate('2008-05-16'), TODAY)).toBe(false);
  expect(hasSuitableAge(calendarDate('1950-05-16'), TODAY)).toBe(true);
  expect(hasSuitableAge(calendarDate('1950-05-15'), TODAY)).toBe(false);
});

describe('e-mail suggestions', () => {
  test('thirteen domains in each country, completing what is typed', () => {
    expect(emailSuggestions('AR', 'ana')).toHaveLength(13);
    expect(new Set(emailSuggestions('UY', 'ana')).size).toBe(13);
    expect(emailSuggestions('AR', ' ana@HOT')).toEqual(['ana@hotmail.com', 'ana@hotmail.com.ar']);
    expect(emailSuggestions('UY', 'ana@vera')).toEqual(['ana@vera.com.uy']);
  });
  test('none without a name, after a second @, or for another domain', () => {
    expect(emailSuggestions('AR', '')).toEqual([]);
    expect(emailSuggestions('AR', '@gm')).toEqual([]);
    expect(emailSuggestions('AR', 'a@b@gm')).toEqual([]);
    expect(emailSuggestions('AR', 'ana@empresa')).toEqual([]);
  });
});
