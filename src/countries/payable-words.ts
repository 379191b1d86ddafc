import { type CalendarDate, formatDate, parseShownDate, weekday } from '../domain/calendar-date.ts';

const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const;

/** 'lunes 23-11-2026'. */
export function weekdayDate(date: CalendarDate): string {
  return `${weekdays[weekday(date) - 1]} ${formatDate(date)}`;
}

/** Due date and last day without surcharge, both DD-MM-YYYY as on the wire and in messages. */
export interface PayableDay {
  readonly due: string;
  /** '' if unknown: a response cached before this field existed. */
  readonly until: string;
}

/** 'hasta el lunes 07-12-2026 sin recargo'; '' if the last day is the due date. */
export function untilWords({ due, until }: PayableDay): string {
  const date = parseShownDate(until);
  return date === undefined || until === due ? '' : `hasta el ${weekdayDate(date)} sin recargo`;
}

/** '05-12-2026 (hasta el lunes 07-12-2026 sin recargo)'; only the date if it is the last day. */
export function dueAndUntil(day: PayableDay): string {
  const words = untilWords(day);
  return words === '' ? day.due : `${day.due} (${words})`;
}

/** 'Podés pagarla hasta el lunes 07-12-2026 sin recargo.'; '' if the last day is the due date. */
export function untilSentence(day: PayableDay): string {
  const words = untilWords(day);
  return words === '' ? '' : `Podés pagarla ${words}.`;
}

/**
 * 'cuota 3 de 12'; 'cuota 13' for one that a change of the loan numbered after all the agreed ones.
 * @param count number of agreed instalments
 */
export function instalmentWords({
  number,
  count,
}: {
  readonly number: number;
  readonly count: number;
}): string {
  return number > count ? `cuota ${number}` : `cuota ${number} de ${count}`;
}
