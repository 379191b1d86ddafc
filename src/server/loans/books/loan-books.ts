import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { CreditUse } from '../../../domain/standing/credit.ts';
import type { LedgerEntries } from '../../../domain/ledger.ts';
import type { Centavos } from '../../../domain/money.ts';
import type { PaymentAllocation } from '../../../domain/standing/replay.ts';
import type { ScheduleRow } from '../../../domain/schedule.ts';

export type Allocations = readonly PaymentAllocation[];

/** What payments come to: what each covers, what the ledger says of them, and the instalments as they leave them. */
export interface LoanBooks {
  readonly allocations: Allocations;
  readonly entries: LedgerEntries;
  readonly plan: readonly ScheduleRow[];
  /** All that was delivered came back in time: the loan is undone. */
  readonly isReturned: boolean;
  /** What is the customer's after all that is booked; below zero when more of it was given back than there was. */
  readonly credit: Centavos;
  /** What money in favour paid, and when. */
  readonly creditUses: readonly CreditUse[];
  /** The next due date on which money in favour pays something; null when nothing waits. */
  readonly creditDueOn: CalendarDate | null;
  /** Numbers of the instalments that are settled. */
  readonly settled: readonly number[];
  /** Nothing is owed any more on the day: money that counts from a later one settles nothing yet. */
  readonly isSettled: boolean;
  /** Number of the first instalment that is open. */
  readonly nextOpen: number | undefined;
}
