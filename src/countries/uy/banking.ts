import type { Banking } from '../banking.ts';
import { parseUyAccount, uyAccountFormat } from '../identifiers/uy-accounts.ts';
import banks from './data/banks.json' with { type: 'json' };
import { uruguayanMethods } from './payment-methods.ts';

export const uruguayanBanking: Banking = {
  accounts: { kind: 'of-a-bank', parse: parseUyAccount, formatOf: uyAccountFormat },
  banks: banks.rows,
  renamedBanks: [],
  bankAliases: {
    '1': ['República', 'Banco República', 'BROU'],
    '91': ['Hipotecario', 'Banco Hipotecario'],
    '128': ['Scotia'],
    '205': ['Citi'],
    '246': ['Nación', 'BNA'],
    '361': ['Provincia', 'Banco Provincia'],
    '6500': ['Mi Dinero'],
    '6905': ['Prex'],
  },
  paymentMethods: uruguayanMethods,
};
