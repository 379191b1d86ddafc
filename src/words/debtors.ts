import type { OutputOf } from '../contract/contract.ts';
import type { DebtorDifference } from '../domain/debtors.ts';

export type DebtorsAnswer = OutputOf<'GET /api/staff/debtors'>;
export type Debtor = DebtorsAnswer['result'][number];
export type DifferencesAnswer = OutputOf<'GET /api/staff/debtors/differences'>;
export type DebtorDifferenceRow = DifferencesAnswer['result'][number];

export const VIEW_NAMES = { debtors: 'Por deudor', differences: 'Diferencias con el BCRA' } as const;

const KINDS: Readonly<Record<DebtorDifference, string>> = {
  'not-ours': 'Está en el BCRA y no acá',
  'not-theirs': 'Está acá y no en el BCRA',
  class: 'Otra clase',
  amount: 'Otro importe',
};

export const differenceText = (kinds: readonly DebtorDifference[]): string =>
  kinds.map((kind) => KINDS[kind]).join(', ');

/** Marks of a debtor's loans, as in 'refinanciado, en juicio'. */
export const marksText = (row: Pick<Debtor, 'is_refinanced' | 'is_sued' | 'is_disputed'>): string =>
  [
    row.is_refinanced ? 'refinanciado' : '',
    row.is_sued ? 'en juicio' : '',
    row.is_disputed ? 'lo desconoce' : '',
  ]
    .filter(Boolean)
    .join(', ');
