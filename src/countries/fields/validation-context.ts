import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import type { AmountLimits } from '../identifiers/amounts.ts';

/** Other values that a rule may need. */
export interface ValidationContext {
  readonly country: CountryCode;
  /** The local date; births and card expiries are measured against it. */
  readonly today: CalendarDate;
  /** The other fields of the form, for rules that span two (city and province, both passwords). */
  readonly values?: Readonly<Partial<Record<string, string>>>;
  /** Limits of the amount input; those of the pack where absent. */
  readonly amountLimits?: AmountLimits;
}
