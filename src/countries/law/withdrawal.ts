import type { CountryCode } from '../country-pack.ts';
import type { WithdrawalTexts } from './country-law.ts';
import { LAWS } from './laws.ts';

/** Period in words for withdrawing or ending a membership without charge: '5 días hábiles desde que…'. */
export function withdrawalTermWords(code: CountryCode): string {
  const { calendarDays, businessDays } = LAWS[code].withdrawal;
  const business = `${businessDays} días hábiles desde que recibís el dinero`;
  return calendarDays === 0
    ? business
    : `${calendarDays} días corridos o ${business}, lo que termine más tarde`;
}

export function withdrawalTextsOf(code: CountryCode): WithdrawalTexts {
  return LAWS[code].withdrawal;
}
