import type { TICKET_AGES, TICKET_VIEWS } from '../contract/staff/tickets.ts';

export const VIEW_NAMES: Readonly<Record<(typeof TICKET_VIEWS)[number], string>> = {
  open: 'Abiertos',
  mine: 'Míos',
  unassigned: 'Sin asignar',
  closed: 'Cerrados',
};

/** Author label for a ticket about a customer sent without logging in. */
export const STRANGERS = 'Alguien que no ingresó';

export const KIND_NAMES = {
  reclamo: 'Reclamo',
  suggestion: 'Consulta o sugerencia',
  cancelación: 'Cancelación del préstamo',
  withdrawal: 'Arrepentimiento',
  'membership-end': 'Baja de membresía',
  'data-erasure': 'Supresión de datos',
  'payment-help': 'No puedo pagar ahora',
  'debt-dispute': 'Desconoce la deuda',
} as const;

export const kindName = (kind: string): string => KIND_NAMES[kind as keyof typeof KIND_NAMES] ?? kind;

export const AGE_NAMES: Readonly<Record<(typeof TICKET_AGES)[number], string>> = {
  '1': 'Más de 1 día',
  '3': 'Más de 3 días',
  '7': 'Más de 1 semana',
  '30': 'Más de 30 días',
};

/** Label for a ticket status; support may add statuses of its own for open tickets. */
export const statusName = (status: string): string =>
  ({ open: 'Abierto', closed: 'Cerrado' })[status] ?? status;

const dayMs = 86_400_000;

export function ageOf(iso: string, now: number): string {
  const days = Math.floor((now - Date.parse(iso)) / dayMs);
  if (days < 1) return 'Hoy';
  return days === 1 ? '1 día' : `${days} días`;
}

/** Time as people say it. */
export function durationText(minutes: number): string {
  if (minutes < 120) return `${Math.max(1, minutes)} min`;
  const hours = minutes / 60;
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} días`;
}

interface Timed {
  readonly created_at: string;
  readonly answered_at: string;
  readonly solved_at: string;
}

const between = (from: string, to: string): string =>
  durationText(Math.round((Date.parse(to) - Date.parse(from)) / 60_000));

/** Times of a ticket to its first answer and to its solution; '' while it has neither. */
export function timesOf({ created_at: at, answered_at: answered, solved_at: solved }: Timed): string {
  const parts = [
    answered === '' ? '' : `Primera respuesta a ${between(at, answered)}`,
    solved === '' ? '' : `cerrado a ${between(at, solved)}`,
  ].filter((part) => part !== '');
  const text = parts.join(', ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
