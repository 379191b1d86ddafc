import type { OTHER_REASONS, SAME_REASONS } from '../contract/staff/screening.ts';

export const OTHER_REASON_NAMES: Readonly<Record<(typeof OTHER_REASONS)[number], string>> = {
  'birth-differs': 'Otra fecha de nacimiento',
  'number-differs': 'Otro número de documento',
  namesake: 'Sólo se llama parecido',
  evidence: 'Lo muestra un comprobante',
};

export const SAME_REASON_NAMES: Readonly<Record<(typeof SAME_REASONS)[number], string>> = {
  'number-agrees': 'El documento es el mismo',
  'data-agree': 'Los datos coinciden',
};

export const SCREENING_REASON_NAMES = { ...OTHER_REASON_NAMES, ...SAME_REASON_NAMES } as const;

export const SCREENING_ACTIONS = {
  'GET /api/staff/screening/{id}': 'Coincidencia vista',
  'POST /api/staff/screening/{id}/other': 'Coincidencia: otra persona',
  'POST /api/staff/screening/{id}/same': 'Pedido: la misma persona de una lista',
} as const;

export const SCREENING_VALUES = {
  same: 'La misma persona',
  other: 'Otra persona',
  birth: 'nacimiento',
} as const;

export const SCREENING_FACTS = { why: 'Coincide por', entry: 'En la lista' } as const;
