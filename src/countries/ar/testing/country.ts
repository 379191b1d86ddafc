import type { TestCountry } from '../../testing/test-country.ts';
import { cbuNumbered } from './cbu-numbered.ts';

export const testCountry: TestCountry = {
  code: 'AR',
  currency: 'ARS',
  taxRate: 0.21,
  fourEyesFrom: 100_000,
  statedBound: 'minAmount',

  made: { leadPhone: '1145', leadDocument: ['30', ''], cellphone: '1155', document: ['20', ''] },
  mobileStart: '114',
  visitor: { document_number: '30111228', phone: '1123456789', bank_code: '011' },
  address: {
    country_id: 858,
    province_id: 2,
    city_id: 10515,
    street: 'Belgrano',
    street_number: '250',
    floor: '3',
    office: 'B',
    zipcode: 'b1708abc',
    state: '',
  },
  account: (cuit, random) => ({ accountNumber: cbuNumbered(random), holderIdentityNumber: cuit }),

  labels: {
    document: 'DNI',
    documentInText: 'DNI',
    province: 'Provincia',
    houseNumber: 'Altura',
    account: 'CBU',
    totalCost: 'CFTEA',
  },
  stepPlaces: ['', '/02', '/03', '/04'],
  document: {
    whole: ['12345672', '12.345.672'],
    oneDigitMore: ['123456720', '123.456.720'],
    twoDigitsMore: ['1234567899', '1.234.567.899'],
    refused: [
      ['123', 'El DNI debe tener 7 u 8 números.'],
      ['', 'Campo requerido.'],
    ],
  },
  phone: {
    pasted: ['+54 9 11 5555-1234', '1155551234'],
    ways: ['11 15 2345 6789', '9 11 2345 6789'],
    dialled: '1123456789',
    wrong: ['11 15 2345 67', '1115234567'],
    internationalPrefix: '+54 9',
  },
  banks: {
    atSignup: '011',
    usual: ['Nación', 'Galicia', 'Santander', 'Provincia', 'BBVA', 'Macro'],
    byName: ['wilo', 'Ualá Bank S.A.U.'],
    shownAs: 'Wilobank (Ualá Bank S.A.U.)',
  },
  transfer: [
    ['CBU', '3220001850000123400014'],
    ['CUIT', '30-71000000-6'],
  ],
  networks: ['Pago Fácil', 'Rapipago'],
  paymentMethods: ['pago-facil', 'rapipago', 'bank-transfer', 'debit-card', 'mercado-pago'],

  lender: {
    NAME: 'Créditos del Plata S.A.',
    TAX_NUMBER: '30-50001091-2',
    ADDRESS: 'Sarmiento 750, piso 2, Rosario, provincia de Santa Fe',
    REGISTRATION: '55.321',
    EMAIL: 'hola@creditosdelplata.example',
    PHONE: '+54 341 555 0199',
    BANK: 'Banco de la Nación Argentina',
    ACCOUNT: '20-9-0000091-3',
    CBU: '0110012920000091344977',
  },
  texts: {
    personalDataLaw: /\(Ley 25\.326\)/,
    footerRate: 'TEA 952%',
    planRate: /TNA 260% · CFTNA \d+%/,
    grantRange: 'entre 3 y 12 horas',
    withdrawalTerm: '10 días hábiles',
    invoiceTitle: 'Factura B',
    taxNumber: 'CUIT 30-50001091-2',
    register: 'del BCRA',
  },
  localities: { capital: 'Ciudad de Buenos Aires', other: 'Otra ciudad', count: 3_933 },
  invoiceSeries: '1 6',

  bankCalendar: {
    // Bridge days for tourism are 'optional'.
    closes: ({ type }) => type === 'public' || type === 'bank' || type === 'optional',
    weeks: [],
    more: [['11-06', 'Día del Bancario']],
  },
};
