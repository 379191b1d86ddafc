import type { ServerCountry } from '../server-country.ts';
import localities from './data/localities.json' with { type: 'json' };
import provinces from './data/provinces.json' with { type: 'json' };
import { parseCuit } from '../identifiers/cuit.ts';
import { maskCuit } from '../fields/masks.ts';
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
