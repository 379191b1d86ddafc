import type { Banking } from '../banking.ts';
import { bankOfAccount, parseAccountNumber, parseSentAccount } from '../identifiers/cbu.ts';
import banks from './data/banks.json' with { type: 'json' };
import { argentineMethods } from './payment-methods.ts';

export const argentineBanking: Banking = {
  accounts: {
    kind: 'names-its-bank',
    parse: parseSentAccount,
    bankOf: (account) => {
      const numbered = parseAccountNumber(account);
      return numbered.ok ? bankOfAccount(numbered.value) : undefined;
    },
  },
  banks: banks.rows,
  renamedBanks: banks.renamed,
  bankAliases: {
    '000': ['Mercado Pago', 'Otro banco', 'Otra billetera', 'Personal Pay', 'Prex', 'Lemon', 'Belo'],
    '007': ['Galicia'],
    '011': ['Nación', 'BNA'],
    '014': ['Provincia', 'Bapro', 'Cuenta DNI'],
    '015': ['ICBC'],
    '017': ['BBVA', 'Francés'],
    '020': ['Bancor', 'Córdoba'],
    '027': ['Supervielle'],
    '029': ['Ciudad'],
    '034': ['Patagonia'],
    '044': ['Hipotecario'],
    '065': ['Municipal'],
    '072': ['Santander', 'Río'],
    '093': ['La Pampa'],
    '097': ['BPN', 'Neuquén'],
    '150': ['HSBC', 'Galicia Más'],
    '191': ['Credicoop'],
    '259': ['Itaú', 'BMA'],
    '269': ['BROU'],
    '285': ['Macro'],
    '299': ['Comafi'],
    '322': ['BIND', 'Industrial'],
    '330': ['Santa Fe'],
    '384': ['Ualá', 'Uilo', 'Wilobank'],
    '386': ['Entre Ríos', 'Bersa'],
    '389': ['Columbia'],
    '453': ['Naranja X', 'Tarjeta Naranja'],
  },
  paymentMethods: argentineMethods,
};
