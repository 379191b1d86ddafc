import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { CreditUse } from '../../../domain/standing/credit.ts';
import type { LedgerEntries } from '../../../domain/ledger.ts';
import type { Centavos } from '../../../domain/money.ts';
import type { PaymentAllocation } from '../../../domain/standing/replay.ts';
import type { ScheduleRow } from '../../../domain/schedule.ts';
import type { BookedTax } from '../../../domain/tax-points.ts';

export type Allocations = readonly PaymentAllocation[];

/** Books that follow from payments: allocations, ledger entries and the resulting instalments. */
export interface LoanBooks {
  readonly allocations: Allocations;
  readonly entries: LedgerEntries;
  readonly plan: readonly ScheduleRow[];
  /** The whole delivered amount came back in time, so the loan is undone. */
  readonly isReturned: boolean;
  /** Customer's credit after all bookings; negative if more was refunded than was available. */
  readonly credit: Centavos;
  readonly creditUses: readonly CreditUse[];
  /** Next due date on which credit pays something; null when nothing waits. */
  readonly creditDueOn: CalendarDate | null;
  readonly settled: readonly number[];
  /** Nothing is owed on the day; money with a later value date settles nothing yet. */
  readonly isSettled: boolean;
  readonly nextOpen: number | undefined;
  /** Tax of the loan, as far as due dates are booked. */
  readonly tax: BookedTax;
  /** First due date after the day that changes the taxed amounts; null for none. */
  readonly nextTaxDay: CalendarDate | null;
}
