import { describe, expect, test } from 'vitest';
import { barcodeReadingOf, differingFields } from './document-barcode.ts';

const read = barcodeReadingOf('AR')!;

const CARD = '00327345190@GARCIA@JUAN FRANCISCO@M@23680640@A@25/08/1979@06/01/2015@209';
const FIRST_CARD =
  '@14157955    @A@1@GUTIERREZ@ROBERTO DANIEL@ARGENTINA@31/05/1960@M@01/11/2011@00079064950@7055 @01/11/2026@421@0@ILR:2.20 C:110927.01@UNIDAD #02';

describe('barcode of the Argentine document', () => {
  test('both layouts are read', () => {
    expect(read(CARD)).toEqual({
      documentNumber: '23680640',
      lastName: 'GARCIA',
      firstName: 'JUAN FRANCISCO',
      birthdate: '1979-08-25',
      gender: 'M',
    });
    expect(read(FIRST_CARD)).toEqual({
      documentNumber: '14157955',
      lastName: 'GUTIERREZ',
      firstName: 'ROBERTO DANIEL',
      birthdate: '1960-05-31',
      gender: 'M',
    });
  });

  test('numbers with a leading letter or zeros, and documents without a known gender', () => {
    expect(read('1@PEREZ@ANA@@F5123456@A@01/02/1940@06/01/2015')).toMatchObject({
      documentNumber: '5123456',
      gender: '',
    });
    expect(read('1@PEREZ@ANA@X@05123456@A@01/02/1940@06/01/2015')).toMatchObject({
      documentNumber: '5123456',
      gender: 'X',
    });
  });

  test.each([
    '',
    'https://example.com',
    '@@@@@@@@@@',
    CARD.replace('23680640', '2368'),
    CARD.replace('25/08/1979', '31/02/1979'),
    CARD.replace('GARCIA', ''),
    CARD.replace('JUAN FRANCISCO', ' '),
  ])('anything else is not: %s', (text) => {
    expect(read(text)).toBeUndefined();
  });

  test('the Uruguayan document has none', () => {
    expect(barcodeReadingOf('UY')).toBeUndefined();
  });
});

describe('comparison with what was typed', () => {
  const document = {
    documentNumber: '23680640',
    lastName: 'MUÑOZ PÉREZ',
    firstName: 'JUAN FRANCISCO',
    birthdate: '1979-08-25',
    gender: 'M',
  };
  const typed = {
    documentNumber: '23680640',
    lastName: 'Munoz',
    firstName: 'juan',
    birthdate: '1979-08-25',
  };

  test('case, accents and left-out names do not matter', () => {
    expect(differingFields(document, typed)).toEqual([]);
    const more = { ...typed, firstName: 'Juan Francisco Pablo', lastName: 'Muñoz-Pérez' };
    expect(differingFields(document, more)).toEqual([]);
  });

  test('every field that differs is named', () => {
    expect(
      differingFields(document, {
        documentNumber: '23680641',
        firstName: 'Juana',
        lastName: 'Muñoz López',
        birthdate: '1979-08-26',
      }),
    ).toEqual(['document_number', 'first_name', 'last_name', 'birthdate']);
    expect(differingFields(document, { ...typed, firstName: '' })).toEqual(['first_name']);
  });
});
