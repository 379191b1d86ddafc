import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { dated } from '../../ui/dated.tsx';
import { when } from '../../words/texts.ts';

/** Time, with its date never broken at the hyphens. @param isExact with seconds */
export const When = ({ at, isExact = false }: { at: string; isExact?: boolean }) => (
  <time dateTime={at}>{dated(when(at, isExact))}</time>
);

/** Day, never broken at the hyphens. */
export const Day = ({ iso }: { iso: string }) => (
  <time dateTime={iso}>{dated(formatDate(calendarDate(iso)))}</time>
);
