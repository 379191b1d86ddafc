import type { OutputOf } from '../contract/contract.ts';
import type { FIGURE_SOURCES } from '../contract/staff/figures.ts';
import { formatDate, calendarDate } from '../domain/calendar-date.ts';
import { wayName } from './names.ts';

export type Figures = OutputOf<'GET /api/staff/figures'>;
export type Figure = Figures['days'][number];
export type Range = Figures['portfolio'][number];
export type ClassLine = Figures['classes'][number];
export type Months = OutputOf<'GET /api/staff/figures/months'>;
export type Source = (typeof FIGURE_SOURCES)[number];

export const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  application: 'Solicitudes y decisiones',
  decision: 'Decisiones',
  'pay-out': 'Dinero enviado',
  'money-in': 'Dinero que entró',
  portfolio: 'Cartera por atraso',
  class: 'Cartera por clase',
};

const PART_NAMES: Readonly<Record<string, string>> = {
  'sign-up': 'Registros',
  account: 'Cuentas nuevas',
  approved: 'Aprobadas',
  refused: 'Rechazadas',
  reviewed: 'A una persona',
  confirmed: 'Préstamos confirmados',
  'payment-unidentified': 'Sin identificar',
  'payment-moved': 'Identificado después',
  'payment-reversed': 'Revertido',
  'payment-returned': 'Devuelto',
  'discount-granted': 'Descuento a cargo nuestro',
  'discount-taken-back': 'Descuento anulado',
  'credit-refunded': 'Saldo a favor devuelto',
  'loan-withdrawn': 'Arrepentimiento',
  'membership-paid': 'Membresía',
  'membership-unpaid': 'Membresía revertida',
};

export const partName = (part: string): string => PART_NAMES[part] ?? wayName(part);

/** Number of items in an amount. */
export function countText({ figure, part, count: value }: Pick<Figure, 'figure' | 'part' | 'count'>): string {
  const isPayment = part.startsWith('payment-') || part.startsWith('membership-') || !(part in PART_NAMES);
  const [one, more] =
    figure === 'pay-out'
      ? ['envío', 'envíos']
      : isPayment
        ? ['pago', 'pagos']
        : ['movimiento', 'movimientos'];
  return `${count(value)} ${value === 1 ? one : more}`;
}

const RULE_NAMES: Readonly<Record<string, string>> = {
  age: 'Edad',
  'bureau-bad': 'Mal historial',
  'bureau-none': 'Sin historial',
  'bureau-good': 'Buen historial',
  'no-segment': 'Ningún máximo de la lista le corresponde',
  'no-rule': 'Ninguna regla la acepta',
  'bureau-unavailable': 'La central no respondió',
  'manual-lower': 'La aprobó por menos una persona',
  'manual-override': 'La aprobaron dos personas contra las reglas',
  'manual-refused': 'La rechazó una persona',
};
/** Subject of a row behind a figure: a loan, a channel, or a decision's rule. */
export const rowName = (name: string): string => RULE_NAMES[name] ?? name;

const whole = new Intl.NumberFormat('es-AR');
export const count = (value: number): string => whole.format(value);

const share = new Intl.NumberFormat('es-AR', { style: 'percent', maximumFractionDigits: 1 });
/** Share as a percentage; a dash if the whole is zero. */
export const percent = (part: number, of: number): string => (of === 0 ? '–' : share.format(part / of));

export const dayName = (day: string): string => formatDate(calendarDate(day));
/** Formats a day's month as MM/YYYY. */
export const monthName = (day: string): string => `${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** Range of loans written off. */
export const WRITTEN_OFF = -1;

/** Label for a range of days late, given its first day. */
export function rangeName(from: number, starts: readonly number[]): string {
  if (from === WRITTEN_OFF) return 'Castigados';
  if (from === 0) return 'Al día';
  const next = starts.find((start) => start > from);
  return next === undefined ? `${from} días o más` : `${from} a ${next - 1} días`;
}

/** Label for a class, 1 to 5. */
export const className = (of: number | string): string => `Clase ${of}`;

/** First days of the ranges of days late, as the server groups them. */
export const STARTS = [0, 1, 31, 61, 91] as const;
