import { ungrouped } from '../identifiers/grouped-digits.ts';
import { parseRut } from '../identifiers/rut.ts';
import type { ServerCountry } from '../server-country.ts';
import localities from './data/localities.json' with { type: 'json' };
import { uruguayanPriceList } from './price-list.ts';
import { uruguayanDocuments } from './terms.ts';

export const uruguayanServer: ServerCountry = {
  terms: uruguayanDocuments,
  priceList: uruguayanPriceList,
  // The INE publishes the UI of a month before it begins, the BCU the averages of a quarter after it.
  datedSources: [
    { kind: 'unit', lastsDays: 1, warnDays: 5 },
    { kind: 'ceiling', lastsDays: 100, warnDays: 15 },
    { kind: 'default-ceiling', lastsDays: 100, warnDays: 15 },
  ],
  localities: localities.rows,
  bureau: 'none',
  walletSite: 'MLU',
  whatsappLanguage: 'es',
  settings: { supportPhone: '59899555010', zeroRateAdvanceLimit: 2_000 },
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
