import type { OutputOf } from '../contract/contract.ts';
import type { Account } from '../domain/ledger.ts';
import type { Component } from '../domain/standing/allocation.ts';
import type { TaxKind } from '../domain/tax-points.ts';
import { ACCOUNT_NAMES } from './account-names.ts';
import { loanState } from './names.ts';

export type Contradiction = OutputOf<'GET /api/staff/operation/contradictions'>['result'][number];

const COMPONENT_NAMES: Readonly<Record<Component, string>> = {
  defaultInterest: 'interés por mora',
  defaultInterestTax: 'impuesto del interés por mora',
  fee: 'gastos',
  feeTax: 'impuesto de los gastos',
  interest: 'interés',
  tax: 'impuesto del interés',
  principal: 'capital',
};

const TAX_KIND_NAMES: Readonly<Record<TaxKind, string>> = {
  interest: 'del interés',
  fee: 'de los gastos',
  'default-interest': 'del interés por mora',
  origination: 'del gasto de otorgamiento',
};

const componentName = (component: string): string =>
  component === 'credit' ? 'saldo a favor' : (COMPONENT_NAMES[component as Component] ?? component);
const accountName = (account: string): string => ACCOUNT_NAMES[account as Account] ?? account;

const percent = (rate: string): string => `${(Number(rate) * 100).toFixed(2).replace('.', ',')} %`;

/** Labels by kind; the arguments are the space-separated parts of the subject. */
const NAMES: Readonly<Record<Contradiction['kind'], (...parts: readonly string[]) => string>> = {
  ledger: (account = '') => `Libro: ${accountName(account)}`,
  credit: (of) => (of === 'membership' ? 'Saldo a favor de la membresía' : 'Saldo a favor guardado'),
  allocation: (_, number = '', component = '') =>
    `Imputación de un pago: cuota ${number}, ${componentName(component)}`,
  state: (is = '', should = '') => `Estado: ${loanState(is)}, tendría que ser ${loanState(should)}`,
  standing: (number = '', component = '') => {
    const what = component === '' ? 'lo que se debe' : componentName(component);
    return number === '' ? `Total: ${what}` : `Cuota ${number}: ${what}`;
  },
  payment: () => 'Pago: lo que cubre y lo que deja no suman lo pagado',
  accrual: (component = '') => `Se cobró de más: ${componentName(component)} que no llegó a correr`,
  ceiling: (rate = '', most = '') =>
    `Interés por mora de ${percent(rate)} al año sobre el tope legal, ${percent(most)}`,
  tax: (number = '', kind = '', of = '') => {
    const what = `${of === 'base' ? 'base del IVA' : 'IVA devengado'} ${TAX_KIND_NAMES[kind as TaxKind] ?? kind}`;
    return number === '0' ? `Préstamo: ${what}` : `Cuota ${number}: ${what}`;
  },
  failed: () => 'No se puede calcular cuánto debe',
};

export const contradictionName = ({
  kind,
  subject = '',
}: Pick<Contradiction, 'kind'> & Partial<Pick<Contradiction, 'subject'>>): string =>
  NAMES[kind](...subject.split(' '));
