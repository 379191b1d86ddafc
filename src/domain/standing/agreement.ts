import type { Dues } from './allocation.ts';
import { movableDues } from './apply-action.ts';
import type { CalendarDate } from '../calendar-date.ts';
import type { Payment } from './payment.ts';
import type { LoanConditions } from './position.ts';
import { replayedState } from './replay.ts';

/**
 * Debt by component that an agreement on the date would move: the cost of closing, after what was paid for
 * days to come and money in favour. All zero for a loan that they close.
 */
export function agreementBase(loan: LoanConditions, payments: readonly Payment[], date: CalendarDate): Dues {
  return movableDues(replayedState(loan, payments, date));
}
