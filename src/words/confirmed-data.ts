import type { ConfirmedKind, ConfirmedName } from '../countries/law/confirmed-data.ts';
import type { CloseAccount } from '../domain/month-close.ts';
import { ACCOUNT_NAMES } from './account-names.ts';

/** Labels of the data to be confirmed, by name. */
export const CONFIRMED_NAMES: Readonly<Record<ConfirmedName, string>> = {
  provisions: 'Previsiones por clase',
  'interest-suspension': 'Suspensión de intereses',
  'chart-of-accounts': 'Plan de cuentas',
  'tax-at-due-date': 'IVA al vencimiento',
  invoicing: 'Facturas',
};

/** Labels of the accounts that a close uses. */
export const CLOSE_ACCOUNT_NAMES: Readonly<Record<CloseAccount, string>> = {
  ...ACCOUNT_NAMES,
  'accrued-interest': 'Interés devengado',
  'accrued-default-interest': 'Interés por mora devengado',
  'accrued-fees': 'Gastos devengados',
  'accrued-interest-income': 'Ingreso por interés devengado',
  'accrued-default-interest-income': 'Ingreso por mora devengada',
  'accrued-fees-income': 'Ingreso por gastos devengados',
  provision: 'Previsión por incobrables',
  'provision-expense': 'Cargo por previsión',
};

/** Label of a field. */
export function confirmedFieldName(name: ConfirmedName, field: string): string {
  switch (name) {
    case 'provisions':
      return `Clase ${field}`;
    case 'interest-suspension':
      return 'Días de atraso desde los que se suspende';
    case 'chart-of-accounts':
      return CLOSE_ACCOUNT_NAMES[field as CloseAccount];
    case 'tax-at-due-date':
      return 'Nace al vencer la cuota';
    case 'invoicing':
      return field === 'rate' ? 'IVA' : 'Días hacia atrás que puede tener la fecha';
  }
}

/** A field's value as people read it. */
export function confirmedValue(kind: ConfirmedKind, value: string): string {
  switch (kind) {
    case 'percent':
      return `${value.replace('.', ',')} %`;
    case 'switch':
      return value === 'on' ? 'Sí' : 'No';
    case 'days':
      return value;
    case 'account':
      return value || 'Sin número';
  }
}
