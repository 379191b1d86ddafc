import { addBusinessDays, addDays, daysBetween, type CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';

/** Requests of borrowers that staff decide. */
export type RequestKind = 'cancellation' | 'withdrawal' | 'membership' | 'erasure';

interface Term {
  readonly days: number;
  readonly unit: 'calendar' | 'business';
}

/**
 * Within how long a request is answered. Argentina: the ten days of the buttons (Disposición 954/2025), and five
 * business days for data (Ley 25.326, art. 16). Uruguay: five business days for both (Ley 17.250, art. 16; Ley 18.331,
 * art. 15). Counsel has not confirmed that the lender's own term is as long as the right.
 */
export const REQUEST_TERMS: Readonly<Record<CountryCode, Readonly<Record<RequestKind, Term>>>> = {
  AR: {
    cancellation: { days: 10, unit: 'calendar' },
    withdrawal: { days: 10, unit: 'calendar' },
    membership: { days: 10, unit: 'calendar' },
    erasure: { days: 5, unit: 'business' },
  },
  UY: {
    cancellation: { days: 5, unit: 'business' },
    withdrawal: { days: 5, unit: 'business' },
    membership: { days: 5, unit: 'business' },
    erasure: { days: 5, unit: 'business' },
  },
};

/** The last day on which a request is answered in time. */
export function requestDue(
  code: CountryCode,
  kind: RequestKind,
  askedOn: CalendarDate,
  holidays: ReadonlySet<string>,
): CalendarDate {
  const { days, unit } = REQUEST_TERMS[code][kind];
  return unit === 'calendar' ? addDays(askedOn, days) : addBusinessDays(askedOn, days, holidays);
}

export type RequestClock = 'green' | 'amber' | 'red';

/** So many days before the last one it is time to hurry. */
const amberDays = 3;

/** State of a deadline: red on its last day and afterwards. */
export function requestClock(due: CalendarDate, today: CalendarDate): { left: number; clock: RequestClock } {
  const left = daysBetween(today, due);
  return { left, clock: left <= 0 ? 'red' : left <= amberDays ? 'amber' : 'green' };
}
