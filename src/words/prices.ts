import type { OutputOf } from '../contract/contract.ts';

type Lists = OutputOf<'GET /api/staff/price-lists'>;
export type List = Lists['result'][number];
export type Draft = Lists['drafts'][number];
export type WholeDraft = OutputOf<'GET /api/staff/price-drafts/{id}'>['result'];
export type Finding = WholeDraft['findings'][number];
export type Readings = WholeDraft['readings'];

export const LIST_STATE_NAMES: Readonly<Record<List['state'], string>> = {
  in_force: 'Vigente',
  scheduled: 'Programada',
  replaced: 'Reemplazada',
  ended: 'Terminada',
};

export const LIST_TONES = { in_force: 'good', scheduled: 'late', replaced: 'off', ended: 'off' } as const;

export function rateName(basis: string): string {
  return basis === 'tea' ? 'TEA, %' : 'TNA, %';
}

export const CEILING_NAMES = {
  interest: 'Sólo el interés (TEA)',
  'all-charges': 'Todos los cargos (costo por períodos)',
} as const;
