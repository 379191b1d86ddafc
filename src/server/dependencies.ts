import type { CalendarDate } from '../domain/calendar-date.ts';
import type { LoanEvent } from '../domain/loan-state.ts';
import type { Centavos } from '../domain/money.ts';
import type { Holidays } from './content/holidays.ts';
import type { PayoutAnswer } from './integrations/payouts/port.ts';
import type { Ports } from './integrations/ports.ts';
import type { LoanBooks } from './loans/books/loan-books.ts';
import type { Loan } from './loans/loan.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database, Tx } from './platform/database.ts';
import type { JobSender } from './platform/work/jobs.ts';
import type { Logger } from './platform/logger.ts';
import type { RandomSource, Vault } from './platform/secrets.ts';

/** Everything that features get from outside; they have no other access to it. */
export interface Dependencies {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly vault: Vault;
  readonly log: Logger;
  readonly jobs: JobSender;
  readonly ports: Ports;
  readonly holidays: Holidays;
  readonly followers: LoanFollowers;
}

export type BookingDependencies = Pick<
  Dependencies,
  'clock' | 'random' | 'vault' | 'jobs' | 'config' | 'followers' | 'holidays'
>;

/** Order with contradictory results from its rail. */
export interface ContradictedOrder {
  readonly reference: string;
  readonly said: 'paid' | 'not-paid';
  /** Reason given by the rail, verbatim. */
  readonly reason: string;
  /** Earlier answer of the rail, applied first to an order that is still open. */
  readonly first?: PayoutAnswer;
}

/** Effects of a loan's events in higher features, in the same transaction. */
export interface LoanFollowers {
  /** Called when the money has been delivered, so that the loan is active. */
  paidOut(
    tx: Tx,
    deps: BookingDependencies,
    loan: { readonly loanId: number; readonly customerId: number },
  ): Promise<void>;
  /**
   * Called when an active loan's money proves never to have arrived: payments for it are returned and its
   * membership is undone.
   */
  neverPaidOut(
    tx: Tx,
    deps: BookingDependencies,
    loan: { readonly loanId: number; readonly customerId: number },
  ): Promise<void>;
  /** Called after the loan's books changed. @param loan as it was before */
  moved(tx: Tx, deps: BookingDependencies, loan: Loan, event: LoanEvent): Promise<void>;
  /**
   * Called when instalments were settled by money other than their own pending payments.
   * @param settled numbers of the instalments
   */
  covered(tx: Tx, deps: BookingDependencies, loan: Loan, settled: readonly number[]): Promise<void>;
  /** Called when a day's uses of credit were booked. */
  creditUsed(
    tx: Tx,
    deps: BookingDependencies,
    loan: Loan,
    books: LoanBooks,
    day: CalendarDate,
  ): Promise<void>;
  /**
   * Called when a loan's money paid all or part of its membership's price.
   * @param price centavos
   * @param isMeant the payment was made for that, and its notification says so
   */
  membershipPaid(
    tx: Tx,
    deps: BookingDependencies,
    loan: Loan,
    price: Centavos,
    isMeant: boolean,
  ): Promise<void>;
  /**
   * Called when the money that paid a membership's price was reversed, so that the price is owed again.
   * @param price centavos
   */
  membershipUnpaid(tx: Tx, deps: BookingDependencies, loan: Loan, price: Centavos): Promise<void>;
  /**
   * Called when a rail contradicts its own earlier answer about an order, which may not be a loan's.
   * @param first earlier answer, if the order may still be open and has to end by it
   */
  contradicted(
    tx: Tx,
    deps: BookingDependencies & Pick<Dependencies, 'db' | 'ports' | 'log'>,
    order: ContradictedOrder,
  ): Promise<void>;
  /** Called when a rail has new answers about orders, which may not be a loan's. */
  answered(tx: Tx, deps: Pick<BookingDependencies, 'jobs'>, references: readonly string[]): Promise<void>;
}
