import { type CalendarDate, formatDate, parseShownDate, weekday } from '../domain/calendar-date.ts';

import type { CountryCode } from './country-pack.ts';
import { payableUntil } from './law/payable-until.ts';

const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const;

/** 'lunes 23-11-2026'. */
export function weekdayDate(date: CalendarDate): string {
  return `${weekdays[weekday(date) - 1]} ${formatDate(date)}`;
}

/** A due date and the last day without surcharge, both DD-MM-YYYY as the wire and the messages have them. */
export interface PayableDay {
  readonly due: string;
  /** '' where it is not known: an answer kept from before it was sent. */
  readonly until: string;
}

/** 'hasta el lunes 07-12-2026 sin recargo'; '' where the last day is the due date. */
export function untilWords({ due, until }: PayableDay): string {
  const date = parseShownDate(until);
  return date === undefined || until === due ? '' : `hasta el ${weekdayDate(date)} sin recargo`;
}

/** '05-12-2026 (hasta el lunes 07-12-2026 sin recargo)'; the date alone where it is the last day. */
export function dueWords(code: CountryCode, dueDate: CalendarDate, holidays: ReadonlySet<string>): string {
  const due = formatDate(dueDate);
  const words = untilWords({ due, until: formatDate(payableUntil(code, dueDate, holidays)) });
  return words === '' ? due : `${due} (${words})`;
}

/** 'Podés pagarla hasta el lunes 07-12-2026 sin recargo.'; '' where the last day is the due date. */
export function untilSentence(day: PayableDay): string {
  const words = untilWords(day);
  return words === '' ? '' : `Podés pagarla ${words}.`;
}
