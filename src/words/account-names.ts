import type { Account } from '../domain/ledger.ts';

/** Staff labels for the ledger accounts. */
export const ACCOUNT_NAMES: Readonly<Record<Account, string>> = {
  'principal-receivable': 'Capital a cobrar',
  'interest-receivable': 'Interés a cobrar',
  'default-interest-receivable': 'Interés por mora a cobrar',
  'fee-receivable': 'Gastos a cobrar',
  'membership-receivable': 'Membresía a cobrar',
  'tax-receivable': 'Impuestos a cobrar',
  bank: 'Banco',
  collections: 'Cobranzas',
  'disbursement-in-transit': 'Envíos en camino',
  'customer-credit': 'A favor del cliente',
  'unidentified-payments': 'Pagos sin identificar',
  'tax-payable': 'Impuestos a pagar',
  'interest-income': 'Ingreso por interés',
  'default-interest-income': 'Ingreso por mora',
  'fee-income': 'Ingreso por gastos',
  'membership-income': 'Ingreso por membresía',
  'promotion-cost': 'Costo de promociones',
  'principal-waived': 'Capital condonado',
  'written-off': 'Capital castigado',
  'recovery-income': 'Recupero de castigados',
};
