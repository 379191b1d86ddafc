import type { OutputOf } from '../contract/contract.ts';
import type { COLLECTION_BUCKETS, COLLECTION_VIEWS, CONTACT_RESULTS } from '../contract/staff/collections.ts';
import { dayAndHour } from './texts.ts';
import { REFUSAL_NAMES } from './collection-names.ts';

export type Case = OutputOf<'GET /api/staff/customers/{id}/collection'>['result'];
export type CaseRow = OutputOf<'GET /api/staff/collections'>['result'][number];

export const VIEW_NAMES: Readonly<Record<(typeof COLLECTION_VIEWS)[number], string>> = {
  queue: 'Para hoy',
  mine: 'Míos',
  due: 'Vencen hoy',
  broken: 'No cumplidas',
  waiting: 'Esperan',
};

export const BUCKET_NAMES: Readonly<Record<(typeof COLLECTION_BUCKETS)[number], string>> = {
  '1': '1 a 30 días',
  '31': '31 a 60 días',
  '61': '61 a 90 días',
  '91': 'Más de 90 días',
};

/** Keys of the results, in their order. */
export const RESULT_KEYS: readonly (typeof CONTACT_RESULTS)[number][] = [
  'no-answer',
  'wrong-number',
  'spoke',
  'promise',
  'hardship',
  'dispute',
  'wants-no-calls',
];

export const PROMISE_STATES: Readonly<Record<Case['promises'][number]['state'], string>> = {
  open: 'Abierta',
  kept: 'Cumplida',
  broken: 'No cumplida',
};

export const CONTACT_KINDS: Readonly<Record<string, string>> = {
  reminder: 'Recordatorio',
  'payment-link': 'Link de pago',
  template: 'Mensaje',
  call: 'Llamada',
};

/** Keys of the page of a case. */
export const KEYS: readonly (readonly [key: string, what: string])[] = [
  ['L', 'llamar'],
  ['1 a 7', 'resultado de la llamada'],
  ['M', 'mandar el link de pago'],
  ['D', 'día de la próxima vez y quién atiende'],
  ['S', 'siguiente'],
];

type Gated = Case['gate'][number];

/** Reason against a contact, and when the hours of its channel begin; '' if it is allowed. */
export function refusalText({ refused, opens_at: at }: Pick<Gated, 'refused' | 'opens_at'>): string {
  if (refused === '') return '';
  return at === ''
    ? REFUSAL_NAMES[refused]
    : `${REFUSAL_NAMES[refused]}, se puede desde el ${dayAndHour(at)}`;
}

/** Sentence for a contact that the gate refuses. */
export const refusalSentence = (refused: Gated['refused']): string =>
  refused === '' ? '' : `No se puede ahora: ${REFUSAL_NAMES[refused]}.`;
