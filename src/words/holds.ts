import type { OutputOf } from '../contract/contract.ts';
import type { HOLD_VIEWS } from '../contract/staff/holds.ts';
import { calendarDate, formatDate } from '../domain/calendar-date.ts';
import { HOLD_RULES, type HoldReason } from '../domain/holds.ts';
import { LIFT_NAMES, STOP_NAMES } from './hold-names.ts';

export type HoldsAnswer = OutputOf<'GET /api/staff/holds'>;
export type Hold = HoldsAnswer['result'][number];
export type View = (typeof HOLD_VIEWS)[number];

export const VIEW_NAMES: Readonly<Record<View, string>> = { active: 'Vigentes', ended: 'Terminados' };

const listed = new Intl.ListFormat('es', { type: 'conjunction' });

/** Effects of a hold, phrased as the end of a sentence. */
export const stopsText = (reason: HoldReason): string =>
  listed.format(HOLD_RULES[reason].stops.map((what) => STOP_NAMES[what]));

/** End of a hold, past or planned, as text. */
export function endText({
  lifted_at: at,
  lifted_by: by,
  approved_by: approver,
  last_day: day,
}: Hold): string {
  if (at === '') return day === '' ? '' : `Hasta el ${formatDate(calendarDate(day))}`;
  return by === '' ? 'Llegó a su último día' : `Lo pidió ${by} y lo aprobó ${approver}`;
}

export const liftName = (reason: string): string => LIFT_NAMES[reason as keyof typeof LIFT_NAMES] ?? reason;
