import type { PickupPoint, PickupPointId, ServerCountry, DocumentData } from '../server-country.ts';
import localities from './data/localities.json' with { type: 'json' };
import provinces from './data/provinces.json' with { type: 'json' };
import { argentineConfirmedData } from './confirmed-data.ts';
import { parseCuit } from '../identifiers/cuit.ts';
import { maskCuit } from '../fields/masks.ts';
import { argentineDocuments } from './terms.ts';
import { parseShownDate, calendarDate } from '../../domain/calendar-date.ts';
import type { PriceList, VariantTerms } from '../price-list.ts';

/**
 * Basis that reproduces the reference example to the peso (docs/product/loan-and-money.md#reference-example):
 * 290.000 over 12 months at TNA 260 % is 76.736 a month. IVA on interest is 21 %.
 */
function atTna(tna: string): VariantTerms {
  return {
    currency: 'ARS',
    rate: { basis: 'fixed', tna, basisDays: '28.5' },
    taxRate: '0.21',
    rounding: 'half-up',
    instalmentCounts: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  };
}

/** Argentina's first price list. */
export const argentinePriceList: PriceList = {
  country: 'AR',
  version: 'ar-1',
  validFrom: calendarDate('2020-01-01'),
  minAmount: 3_000,
  maxAmount: 999_000,
  step: 1_000,
  offerLifetimeDays: 30,
  variants: { no_membership: atTna('2.60'), membership: atTna('2.20') },
  segments: [
    { name: 'sin-registro', maxAmount: 100_000 },
    { name: 'bueno-1', grade: 1, maxAmount: 150_000 },
    { name: 'bueno-2', grade: 2, maxAmount: 220_000 },
    { name: 'bueno-3', grade: 3, maxAmount: 300_000 },
    { name: 'bueno-4', grade: 4, maxAmount: 400_000 },
    { name: 'bueno-5', grade: 5, maxAmount: 500_000 },
    { name: 'bueno-6', grade: 6, maxAmount: 650_000 },
    { name: 'bueno-7', grade: 7, maxAmount: 800_000 },
    { name: 'bueno-8', grade: 8, maxAmount: 999_000 },
  ],
  legalCeiling: null,
  unitValues: [],
};

/**
 * Reads the PDF417 barcode of an Argentine DNI; fields are separated by `@`. Two layouts are in circulation:
 * - card (since 2012): `trámite@apellido@nombre@sexo@DNI@ejemplar@nacimiento@emisión[@…]`
 * - first card (2009 to 2012):
 * `@DNI@ejemplar@1@apellido@nombre@nacionalidad@nacimiento@sexo@emisión@trámite@…`
 *
 * Dates are DD/MM/YYYY; the number may begin with M or F. @returns undefined for any other text
 */
function readDniBarcode(text: string): DocumentData | undefined {
  const fields = text.split('@').map((field) => field.trim());
  return text.startsWith('@')
    ? dataOf(fields[1], fields[4], fields[5], fields[7], fields[8])
    : dataOf(fields[4], fields[1], fields[2], fields[6], fields[3]);
}

function dataOf(
  number = '',
  lastName = '',
  firstName = '',
  birth = '',
  gender = '',
): DocumentData | undefined {
  const documentNumber = /^[MF]?0*([1-9]\d{5,7})$/.exec(number)?.[1];
  const birthdate = parseShownDate(birth.replaceAll('/', '-'));
  if (documentNumber === undefined || birthdate === undefined || lastName === '' || firstName === '') {
    return undefined;
  }
  return { documentNumber, lastName, firstName, birthdate, gender: /^[MFX]$/.test(gender) ? gender : '' };
}

const pointId = (id: string) => id as PickupPointId;

const pickupPoints: readonly PickupPoint[] = [
  {
    id: pointId('1'),
    name: 'Punto Centro',
    address: 'Av. Corrientes 1450',
    city: 'Ciudad de Buenos Aires',
  },
  { id: pointId('2'), name: 'Punto Flores', address: 'Av. Rivadavia 6900', city: 'Ciudad de Buenos Aires' },
  { id: pointId('3'), name: 'Punto Morón', address: 'Belgrano 250', city: 'Morón' },
  { id: pointId('4'), name: 'Punto Córdoba', address: 'Av. Colón 320', city: 'Córdoba' },
  { id: pointId('5'), name: 'Punto Rosario', address: 'Córdoba 1150', city: 'Rosario' },
];

export const argentineServer: ServerCountry = {
  terms: argentineDocuments,
  priceList: argentinePriceList,
  negativeInformation: {
    terms: [{ from: calendarDate('2000-11-02'), years: 5, yearsAfterEnd: 2, renewedYears: 0 }],
    rule: 'Ley 25.326, art. 26, inc. 4: cinco años; dos desde que la obligación se canceló o se extinguió.',
    unconfirmed:
      'The text of the article; that the five years begin with the first day in arrears of the oldest unpaid instalment; that of both ends the earlier counts.',
  },
  confirmedData: argentineConfirmedData,
  invoicing: {
    provider: 'arca',
    names: { invoice: 'Factura B', 'credit-note': 'Nota de Crédito B' },
    codeName: 'CAE',
  },
  datedSources: [],
  localities: localities.rows,
  provinces: provinces.rows,
  pickupPoints,
  provinceCodes: provinces.rows.map(([id, , code]) => [String(id), String(code)]),
  readDocument: readDniBarcode,
  bureau: 'bcra',
  watchList: 'repet',
  walletSite: 'MLA',
  whatsappLanguage: 'es_AR',
  settings: { supportPhone: '5491155550100', zeroRateAdvanceLimit: 50_000, waiverLimit: 20_000 },
  fourEyesFrom: 100_000,
  lender: {
    parseTaxNumber: (input) => {
      const cuit = parseCuit(input);
      return cuit.ok ? { ok: true, value: maskCuit(cuit.value) } : cuit;
    },
    demonstration: {
      name: 'Wayni Demostración S.A.',
      taxNumber: '30-71000000-6',
      address: 'Calle Ficticia 100, Ciudad Autónoma de Buenos Aires',
      registration: '00.000',
      email: 'contacto@prestamista.example',
      phone: '+54 11 5555 0100',
    },
    demonstrationAccount: {
      bank: 'Banco Industrial (BIND)',
      accountNumber: '20-1-0001234-5',
      cbu: '3220001850000123400014',
    },
  },
  sample: {
    documents: [
      '30100018',
      '30200028',
      '30300038',
      '30400048',
      '30500058',
      '30600068',
      '30700078',
      '30800088',
      '30900098',
    ],
    phone: '114500000',
    deliveries: ['bank-transfer'],
    zipcode: '1004',
    account: { bankId: '285', number: '2850590940090418135201' },
  },
};
