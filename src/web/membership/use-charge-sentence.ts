import { useQuery } from '@tanstack/react-query';
import { hasStep } from '../../countries/application-steps.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { useBusinessNow } from '../arrival/use-arrival.ts';
import { useHolidays } from '../arrival/use-holidays.ts';
import { useCountry } from '../country.tsx';
import { sumTexts as texts } from './sum.ts';

/** When the price is charged if a loan is confirmed now; the calendar is fetched apart, as only few pages need it. */
export function useChargeSentence(): string {
  const pack = useCountry();
  const holidays = useHolidays();
  const now = useBusinessNow();
  const { data: chargeDay } = useQuery({
    queryKey: ['membership-charge-day'],
    queryFn: async () => ({
      of: (await import('../../countries/law/withdrawal-window.ts')).promisedChargeDay,
    }),
    staleTime: Infinity,
    meta: { quiet: true },
  });
  if (!holidays || !chargeDay) return texts.chargedLater;
  const date = formatDate(chargeDay.of(pack, now, holidays));
  return hasStep(pack, 'card') ? texts.chargedToCard(date) : texts.charged(date);
}
