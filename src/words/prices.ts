import type { OutputOf } from '../contract/contract.ts';

type Lists = OutputOf<'GET /api/staff/price-lists'>;
export type List = Lists['result'][number];
export type WholeDraft = OutputOf<'GET /api/staff/price-drafts/{id}'>['result'];
export type Finding = WholeDraft['findings'][number];
export type Readings = WholeDraft['readings'];

export function rateName(basis: string): string {
  return basis === 'tea' ? 'TEA, %' : 'TNA, %';
}

export const CEILING_NAMES = {
  interest: 'Sólo el interés (TEA)',
  'all-charges': 'Todos los cargos (costo por períodos)',
} as const;
