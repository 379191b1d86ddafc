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

/** Dependencies of features; they have no other access to them. */
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

/** Dependencies for changing a loan. */
export type BookingDependencies = Pick<
  Dependencies,
  'clock' | 'random' | 'vault' | 'jobs' | 'config' | 'followers' | 'holidays'
>;

/** An order with contradictory answers from its rail. */
export interface ContradictedOrder {
  readonly reference: string;
  readonly said: 'paid' | 'not-paid';
  /** The rail's reason, verbatim. */
  readonly reason: string;
  /** The rail's earlier answer, applied first to an order that is still open. */
  readonly first?: PayoutAnswer;
}

/** Reactions of higher features to a loan's events, in the same transaction. */
export interface LoanFollowers {
  /** Its money has been delivered: it is in force. */
  paidOut(
    tx: Tx,
    deps: BookingDependencies,
    loan: { readonly loanId: number; readonly customerId: number },
  ): Promise<void>;
  /**
   * The loan is active but its money never arrived: payments for it are returned and its membership undone.
   */
  neverPaidOut(
    tx: Tx,
    deps: BookingDependencies,
    loan: { readonly loanId: number; readonly customerId: number },
  ): Promise<void>;
  /** Its books have moved it. @param loan as it was before */
  moved(tx: Tx, deps: BookingDependencies, loan: Loan, event: LoanEvent): Promise<void>;
  /** Money other than that of their open payments has settled instalments. @param settled their numbers */
  covered(tx: Tx, deps: BookingDependencies, loan: Loan, settled: readonly number[]): Promise<void>;
  /** A day's uses of credit were booked. */
  creditUsed(
    tx: Tx,
    deps: BookingDependencies,
    loan: Loan,
    books: LoanBooks,
    day: CalendarDate,
  ): Promise<void>;
  /**
   * Money of a loan has paid all or part of its membership's price.
   * @param price centavos
   * @param isMeant it was paid for that, and the notification says so
   */
  membershipPaid(
    tx: Tx,
    deps: BookingDependencies,
    loan: Loan,
    price: Centavos,
    isMeant: boolean,
  ): Promise<void>;
  /** Money that had paid a membership's price was taken back: the price is owed again. @param price centavos */
  membershipUnpaid(tx: Tx, deps: BookingDependencies, loan: Loan, price: Centavos): Promise<void>;
  /**
   * A rail has said the opposite of its own earlier word of an order, which may be none of ours.
   * @param first its earlier word, where the order may still be open and has to end by it
   */
  contradicted(
    tx: Tx,
    deps: BookingDependencies & Pick<Dependencies, 'db' | 'ports' | 'log'>,
    order: ContradictedOrder,
  ): Promise<void>;
  /** A rail has said something new of orders with these references, which may be none of a loan's. */
  answered(tx: Tx, deps: Pick<BookingDependencies, 'jobs'>, references: readonly string[]): Promise<void>;
}
