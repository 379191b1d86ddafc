import type { OutputOf } from '../contract/contract.ts';
import { calendarDate, formatDate } from '../domain/calendar-date.ts';
import type { PAYOUT_AGES, PAYOUT_VIEWS } from '../contract/staff/payouts.ts';

export type Payouts = OutputOf<'GET /api/staff/pay-outs'>;
export type Summary = Payouts['result'][number];
export type Control = Payouts['controls'][number];
export type Order = OutputOf<'GET /api/staff/pay-outs/{id}'>['result'];
export type View = (typeof PAYOUT_VIEWS)[number];

export const VIEW_NAMES: Readonly<Record<View, string>> = {
  open: 'Sin terminar',
  planned: 'Por salir',
  sent: 'En camino',
  unknown: 'Sin respuesta final',
  held: 'Retenidos',
  late: 'Demorados',
  failed: 'Fallidos',
  canceled: 'Cancelados',
  done: 'Hechos',
  contradicted: 'En contradicción',
};

export const AGE_NAMES: Readonly<Record<(typeof PAYOUT_AGES)[number], string>> = {
  '1': '1 día',
  '3': '3 días',
  '7': '1 semana',
  '30': '30 días',
};

const STATES: Readonly<Record<string, string>> = {
  planned: 'Por salir',
  sent: 'En camino',
  unknown: 'Sin respuesta final',
  confirmed: 'Hecho',
  failed: 'Falló',
  canceled: 'Cancelado',
};

const CANCEL_REASONS: Readonly<Record<string, string>> = {
  'check-failed': 'La revisión falló',
  'payout-failed': 'El envío fue rechazado',
  customer: 'La persona lo canceló',
  identity: 'Identidad no confirmada',
  'not-delivered': 'El dinero no salió a tiempo',
};

/** Reason why a loan ended before its money arrived. */
export const cancelReason = (reason: string): string => CANCEL_REASONS[reason] ?? reason;

export const stateName = (state: string): string => STATES[state] ?? state;

/** Announced day of a late payout, and the time since. */
export const lateText = ({
  late_days: days,
  announced_on: day,
}: Pick<Summary, 'late_days' | 'announced_on'>): string =>
  `Debía llegar el ${formatDate(calendarDate(day))}, hace ${days} ${days === 1 ? 'día hábil' : 'días hábiles'}`;

/** Author and reason of a payout hold, as a sentence and a space; '' without one. */
export const heldBy = ({ hold_reason, changed_by }: Pick<Order, 'hold_reason' | 'changed_by'>): string =>
  hold_reason === '' ? '' : `Lo retuvo ${withinSentence(changed_by)}: ${hold_reason}. `;

/** Name within a sentence: 'El sistema' is no person's. */
export const withinSentence = (name: string): string => name.replace(/^El /, 'el ');

/** Text for the arrival of a payout that waits, as its borrower reads it. */
export const readText = ({ arrival }: Pick<Order, 'arrival'>): string =>
  arrival === null || arrival.date === ''
    ? 'A la persona no le mostramos una fecha.'
    : `La persona lee: “${arrival.sentence}”`;

/** Labels for the reasons why a planned payout does not leave. */
const WAITS: Readonly<Record<string, string>> = {
  hold: 'Retenido',
  held: 'La persona tiene un bloqueo',
  match: 'Espera una revisión de Cumplimiento',
  identity: 'Espera la revisión de identidad',
  contact: 'Se corrigió hace poco el mail o el celular de la persona',
  stopped: 'Los envíos del país están detenidos',
  cap: 'Se llegó al tope del día',
  'above-cap': 'Supera el tope del día: espera a dos personas',
  notice: 'Sale tarde: la persona ya sabe el día',
};

export const waitName = (wait: string): string => WAITS[wait] ?? wait;

const ANSWERS: Readonly<Record<string, string>> = {
  'in-progress': 'En curso',
  completed: 'Pagado',
  failed: 'Rechazado',
  unknown: 'No sabe',
  'not-found': 'No tiene esta orden',
};

export const answerName = (state: string): string => ANSWERS[state] ?? state;

export const ASKED_NAMES: Readonly<Record<string, string>> = {
  worker: 'el sistema',
  staff: 'el equipo',
  ruled: 'el sistema, después de resolver',
};

export const WORDS: Readonly<Record<string, string>> = {
  '': 'Le seguimos preguntando al proveedor.',
  agrees: 'El proveedor dijo después lo mismo.',
  contradicts:
    'El proveedor dice lo contrario: llamalo y resolvelo en Operación, Envíos en contradicción. El sistema no manda ni devuelve nada.',
  none: 'El proveedor nunca lo confirmó.',
};
