import { grantDate } from '../../countries/grant-period.ts';
import { localDate } from '../../countries/local-time.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { useCountry } from '../country.tsx';
import { Notice, type Tone } from '../ui/tag.tsx';
import type { Loan, LoanState } from './loan-query.ts';
import { arrivalTexts, stateTexts } from './texts.ts';
import { useHolidays } from './use-holidays.ts';

const tones: Record<LoanState, Tone> = {
  send: 'off',
  preapproved: 'off',
  approved: 'good',
  finished: 'good',
  canceled: 'bad',
};

/** What a loan's state means and when the next thing happens. */
export function StateNotice({ loan }: { loan: Loan }) {
  const { state_slug } = loan;
  const arrival = useArrival(loan);
  const isOnItsWay = state_slug === 'send' || state_slug === 'preapproved';
  const { title, text } = stateTexts[state_slug];
  return (
    <div role="status">
      <Notice tone={tones[state_slug]} title={title}>
        {isOnItsWay ? `${text} ${arrival}` : text}
      </Notice>
    </div>
  );
}

/** The day on which the money arrives, counted from the confirmation (A §9). */
function useArrival({ created_at }: Loan): string {
  const pack = useCountry();
  const holidays = useHolidays();
  if (!holidays) return arrivalTexts.range(pack.grantPeriod.range);
  const confirmed = new Date(created_at);
  const date = grantDate(confirmed, pack, holidays);
  return date === localDate(confirmed, pack.code)
    ? arrivalTexts.sameDay(formatDate(date))
    : arrivalTexts.on(formatDate(date));
}
