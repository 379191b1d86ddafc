import type { ServerCountry } from '../server-country.ts';
import localities from './data/localities.json' with { type: 'json' };
import provinces from './data/provinces.json' with { type: 'json' };
import { readDniBarcode } from './dni-barcode.ts';
import { argentinePriceList } from './price-list.ts';
import { argentineDocuments } from './terms.ts';

export const argentineServer: ServerCountry = {
  terms: argentineDocuments,
  priceList: argentinePriceList,
  datedSources: [],
  localities: localities.rows,
  provinceCodes: provinces.rows.map(([id, , code]) => [String(id), String(code)]),
  readDocument: readDniBarcode,
  bureau: 'bcra',
  walletSite: 'MLA',
  whatsappLanguage: 'es_AR',
  settings: { supportPhone: '5491155550100', zeroRateAdvanceLimit: 50_000 },
  fourEyesFrom: 100_000,
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
