import { localDate } from '../../countries/local-time.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import { negativeInformation, type NegativeInformation } from '../../domain/negative-information.ts';
import { loanStanding } from '../../domain/standing/standing.ts';
import type { Loan } from './loan.ts';

/** Days on which a loan's arrears may be reported to others; undefined for a loan without any. */
export function negativeInformationOf(
  { country, state, conditions, payments }: Loan,
  now: Date,
): NegativeInformation | undefined {
  if (state !== 'approved' && state !== 'finished') return undefined;
  const today = localDate(now, country);
  const standing = loanStanding(conditions, payments, today);
  return negativeInformation(standing, SERVER_ENTRIES[country].negativeInformation.terms, today);
}
