import type { TestCountry } from '../../testing/test-country.ts';

const OPEN = new Set(['Pascua', 'Nochebuena', 'Fin del Año']);

export const testCountry: TestCountry = {
  code: 'UY',
  currency: 'UYU',
  taxRate: 0.22,
  fourEyesFrom: 5_000,
  statedBound: 'maxAmount',

  made: { leadPhone: '99', leadDocument: ['1', '1'], cellphone: '98', document: ['2', '2'] },
  mobileStart: '99',
  // 1.234.567-2 is the valid cédula of the identifier vectors.
  visitor: { document_number: '12345672', phone: '99123456' },
  address: {
    country_id: 858,
    province_id: 1,
    city_id: null,
    street: '18 de Julio',
    street_number: 1234,
    floor: '-',
    office: '-',
    zipcode: '',
    state: '',
  },
  account: (_legalNumber, random) => ({
    bankId: '113',
    bankName: 'Itaú',
    accountNumber: String(1e6 + (random % 9e6)),
  }),

  labels: {
    document: 'Cédula',
    documentInText: 'cédula',
    province: 'Departamento',
    houseNumber: 'Número de puerta',
    account: 'Número de cuenta',
    totalCost: 'Costo total efectivo anual',
  },
  stepPlaces: ['', '/02', '/03uy', '/04uy'],
  document: {
    whole: ['12345672', '1.234.567-2'],
    oneDigitMore: ['123456720', '12.345.672-0'],
    twoDigitsMore: ['1234567899', '123.456.789-9'],
    refused: [
      ['123', 'La cédula debe tener 7 u 8 números.'],
      ['12345678', 'La cédula ingresada no es válida. Revisala y volvé a intentarlo.'],
    ],
  },
  phone: {
    pasted: ['+598 99 123 456', '99123456'],
    ways: ['099 123 456', '598 99 123 456'],
    dialled: '99123456',
    wrong: ['099 123 4567', '0991234567'],
    internationalPrefix: '+598',
  },
  banks: {
    atSignup: '',
    usual: ['BROU', 'Itaú', 'Santander', 'Scotiabank', 'BBVA', 'Prex'],
    byName: ['republica', 'BROU'],
    shownAs: 'República (BROU)',
  },
  transfer: [
    ['Número de cuenta', '00155667700001'],
    ['RUT', '219999990016'],
  ],
  networks: ['Abitab', 'Red pagos', 'Correo Uruguayo'],
  paymentMethods: ['abitab', 'red-pagos', 'correo-uruguayo', 'bank-transfer'],

  lender: {
    NAME: 'Créditos del Este S.A.',
    TAX_NUMBER: '220012340011',
    ADDRESS: 'Rincón 500, Montevideo, departamento de Montevideo',
    REGISTRATION: '8123',
    EMAIL: 'hola@creditosdeleste.example',
    PHONE: '+598 2 555 0199',
    BANK: 'Itaú',
    ACCOUNT: '7654321',
  },
  texts: {
    personalDataLaw: /\(Ley 18\.331\)/,
    footerRate: 'TEA entre 70% y 117%',
    planRate: /TEA 117%/,
    grantRange: 'entre 6 y 24 horas hábiles',
    withdrawalTerm: '5 días hábiles',
    invoiceTitle: 'e-Ticket',
    taxNumber: 'RUT 30-50001091-2',
    register: '(BCU)',
  },
  localities: { capital: 'Montevideo', other: undefined, count: 1_971 },
  invoiceSeries: '101',

  bankCalendar: {
    // Banks also close on days the library calls mere observances. Carnival, Tourism week and the historical dates
    // count; Easter Sunday and the half days of December do not.
    closes: ({ name }) => !OPEN.has(name),
    weeks: ['Semana de Turismo'],
    more: [],
  },
};
