import type { OutputOf } from '../contract/contract.ts';
import type { ExceptionCard } from '../contract/staff/exceptions.ts';

export type ExceptionRow = OutputOf<'GET /api/staff/exceptions'>['result'][number];
export type { ExceptionCard };

export const EXCEPTION_VIEW_NAMES = { waiting: 'Esperan', decided: 'Decididas' } as const;

export const EXCEPTION_STATE_NAMES: Readonly<Record<ExceptionRow['state'], string>> = {
  waiting: 'Espera',
  approved: 'Aprobada por menos',
  overridden: 'Aprobada por dos personas',
  refused: 'Rechazada',
  answered: 'Respondió la central',
  replaced: 'La persona pidió de nuevo',
  expired: 'Vencida',
};

export const WHY_NAMES: Readonly<Record<ExceptionRow['why'], string>> = {
  outage: 'La central no respondió',
  'near-miss': 'Quedó cerca de una regla',
  rule: 'Una regla lo deja a una persona',
};

export const EXCEPTION_KEYS: readonly (readonly [key: string, what: string])[] = [
  ['A', 'aprobar por menos'],
  ['E', 'aprobar contra las reglas (otra persona confirma)'],
  ['R', 'rechazar'],
  ['P', 'dejar y pasar a la próxima'],
];
