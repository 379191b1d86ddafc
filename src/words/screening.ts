import type { OutputOf } from '../contract/contract.ts';

export type MatchesAnswer = OutputOf<'GET /api/staff/screening'>;
export type Match = MatchesAnswer['result'][number];
export type WholeMatch = OutputOf<'GET /api/staff/screening/{id}'>['result'];

export const VIEW_NAMES = { waiting: 'Esperan', decided: 'Decididas' } as const;

export const MATCH_STATE_NAMES: Readonly<Record<Match['state'], string>> = {
  waiting: 'Espera',
  same: 'La misma persona',
  other: 'Otra persona',
  ended: 'Terminó sola',
};

const WHY: Readonly<Record<Match['reasons'][number], string>> = {
  document: 'documento',
  name: 'nombre',
  birth: 'nacimiento',
};

/** Reasons of a match, as in 'nombre y nacimiento'. */
export const whyText = (reasons: Match['reasons']): string =>
  new Intl.ListFormat('es').format(reasons.map((reason) => WHY[reason]));
