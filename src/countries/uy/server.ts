import { uruguayanConfirmedData } from './confirmed-data.ts';
import { ungrouped } from '../identifiers/digits.ts';
import { parseRut } from '../identifiers/rut.ts';
import type { ServerCountry } from '../server-country.ts';
import departments from './data/departments.json' with { type: 'json' };
import localities from './data/localities.json' with { type: 'json' };
import { uruguayanDocuments } from './terms.ts';
import { calendarDate } from '../../domain/calendar-date.ts';
import type { PriceList, VariantTerms } from '../price-list.ts';

/**
 * TEA within the advertised 70 % to 117 %, IVA 22 %, fees in UI with their ceiling
 * (docs/product/countries.md#uruguay).
 */
function atTea(tea: string): VariantTerms {
  return {
    currency: 'UYU',
    rate: { basis: 'tea', tea },
    taxRate: '0.22',
    rounding: 'half-up',
    instalmentCounts: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    fees: { originationUnits: '40', instalmentUnits: '8', maxInstalmentUnits: '80', taxRate: '0.22' },
  };
}

/** Uruguay's first price list. */
export const uruguayanPriceList: PriceList = {
  country: 'UY',
  version: 'uy-1',
  validFrom: calendarDate('2020-01-01'),
  minAmount: 3_000,
  maxAmount: 25_000,
  step: 1_000,
  offerLifetimeDays: 30,
  variants: { no_membership: atTea('1.17'), membership: atTea('0.90') },
  segments: [
    { name: 'sin-registro', maxAmount: 5_000 },
    { name: 'bueno-1', grade: 1, maxAmount: 8_000 },
    { name: 'bueno-2', grade: 2, maxAmount: 10_000 },
    { name: 'bueno-3', grade: 3, maxAmount: 12_000 },
    { name: 'bueno-4', grade: 4, maxAmount: 14_000 },
    { name: 'bueno-5', grade: 5, maxAmount: 17_000 },
    { name: 'bueno-6', grade: 6, maxAmount: 20_000 },
    { name: 'bueno-7', grade: 7, maxAmount: 22_000 },
    { name: 'bueno-8', grade: 8, maxAmount: 25_000 },
  ],
  // The BCU's published cap for small family loans under a year, July 2023.
  legalCeiling: { annualEffectiveRate: '1.2223', counts: 'interest' },
  // INE, Ley 17.761; values change daily and are kept up to date in the stored list.
  unitValues: [{ from: calendarDate('2026-03-09'), value: '6.4811' }],
};

export const uruguayanServer: ServerCountry = {
  terms: uruguayanDocuments,
  priceList: uruguayanPriceList,
  // The INE publishes a month's UI before it begins; the BCU publishes a quarter's averages after it ends.
  negativeInformation: {
    terms: [{ from: calendarDate('2008-08-18'), years: 5, yearsAfterEnd: 5, renewedYears: 5 }],
    rule: 'Ley 18.331, art. 22: cinco años, renovables una vez si la deuda sigue impaga y se pide antes de que venzan; una deuda cancelada, cinco años no renovables.',
    unconfirmed:
      'The text of the article; that the years begin with the first day in arrears and not with the registration; that of both ends of a paid debt the earlier counts.',
  },
  confirmedData: uruguayanConfirmedData,
  invoicing: {
    provider: 'cfe',
    names: { invoice: 'e-Ticket', 'credit-note': 'Nota de crédito de e-Ticket' },
    codeName: 'CAE',
  },
  datedSources: [
    { kind: 'unit', lastsDays: 1, warnDays: 5 },
    { kind: 'ceiling', lastsDays: 100, warnDays: 15 },
    { kind: 'default-ceiling', lastsDays: 100, warnDays: 15 },
  ],
  localities: localities.rows,
  provinces: departments.rows,
  pickupPoints: [],
  bureau: 'none',
  watchList: 'none',
  walletSite: 'MLU',
  whatsappLanguage: 'es',
  settings: { supportPhone: '59899555010', zeroRateAdvanceLimit: 2_000, waiverLimit: 1_000 },
  fourEyesFrom: 5_000,
  lender: {
    parseTaxNumber: (input) => parseRut(ungrouped(input)),
    demonstration: {
      name: 'Wayni Demostración Uruguay S.A.',
      taxNumber: '219999990016',
      address: 'Calle Ficticia 200, Montevideo, departamento de Montevideo',
      registration: '0000',
      email: 'contacto@prestamista-uy.example',
      phone: '+598 2 555 0100',
    },
    demonstrationAccount: { bank: 'BROU', accountNumber: '00155667700001', cbu: '' },
  },
  sample: {
    documents: [
      '41001013',
      '41002023',
      '41003033',
      '41004043',
      '41005053',
      '41006063',
      '41007073',
      '41008083',
      '41009093',
    ],
    phone: '9900000',
    deliveries: ['bank-transfer', 'red-pagos'],
    zipcode: '',
    account: { bankId: '1', number: '12345678901234' },
  },
};
