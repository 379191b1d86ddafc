import { sql } from 'kysely';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { Destination, HolderNumber } from '../../countries/country.ts';
import type { CountryCode, DeliveryType } from '../../countries/country-pack.ts';
import type { PayoutState, LoanState } from '../../domain/loan-state.ts';
import type { Currency } from '../../domain/money.ts';
import type { Tx } from '../platform/database.ts';
import type { RowQueue } from '../platform/work/row-queue.ts';
import { pipeline } from '../platform/statements.ts';
import type { StoredTerms } from './conditions.ts';
import { lockLoans } from './loan.ts';

/** Payout with its loan, both locked. Amounts in centavos. */
export interface LockedPayout {
  readonly loan_id: number;
  readonly public_id: string;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly customer_id: number;
  readonly loan_state: LoanState;
  readonly state: PayoutState;
  readonly principal: number;
  readonly amount: number;
  readonly terms: StoredTerms;
  /** Day of confirmation until delivery, then the day of delivery. */
  readonly interest_from: CalendarDate;
  readonly delivery_type: DeliveryType;
  readonly reference: string;
  readonly holder: string;
  readonly legal_number: HolderNumber;
  readonly bank_id: string;
  readonly destination: Destination;
  readonly tries: number;
  readonly is_on_hold: boolean;
  readonly hold_reason: string;
  readonly waits_for: string;
  readonly version: number;
  readonly changed_by: string;
  /** The applicant's photos need a manual review first. */
  readonly awaits_identity: boolean;
  /** Announced day on which a late order leaves. */
  readonly leaves_on: CalendarDate | null;
  /** Two people released it although it exceeds the daily cap. */
  readonly is_above_cap_approved: boolean;
  readonly created_at: Date;
  readonly first_due_date: CalendarDate;
  readonly email: string;
  readonly first_name: string;
  readonly is_customer_disabled: boolean;
}

/**
 * Locks a loan, then its payout: a concurrent process waits and then reads the committed result. Transactions
 * that may record the delivery use {@link lockDelivery}.
 */
export async function lockPayout(tx: Tx, loanId: number): Promise<LockedPayout | undefined> {
  const { rows } = await sql<LockedPayout>`
    select d.loan_id, l.public_id, l.country, l.currency, l.customer_id, l.state as loan_state, d.state,
      l.principal, d.amount, l.terms, l.interest_from, l.delivery_type, d.reference, d.holder, d.legal_number,
      d.bank_id, d.destination, d.tries, d.is_on_hold, d.hold_reason, d.waits_for, d.version, d.changed_by,
      d.awaits_identity, d.leaves_on, d.above_cap_approved_at is not null as is_above_cap_approved, l.created_at,
      (select min(i.due_date) from instalment i where i.loan_id = l.id) as first_due_date, c.email, c.first_name, c.disabled_at is not null as is_customer_disabled
    from payout d
    join loan l on l.id = d.loan_id
    join customer c on c.id = l.customer_id
    where d.loan_id = ${loanId}
    for update of l, d
  `.execute(tx);
  return rows[0];
}

/**
 * {@link lockPayout} after locking all loans of its customer, by id, because delivery moves credit of earlier
 * loans. Must be the transaction's first lock of a loan.
 */
export async function lockDelivery(tx: Tx, loanId: number): Promise<LockedPayout | undefined> {
  const loans = sql`
    select id from loan where customer_id = (select customer_id from loan where id = ${loanId})`;
  const [, order] = await pipeline(tx, [(on) => lockLoans(on, loans), (on) => lockPayout(on, loanId)]);
  return order;
}

/** Due date of a payout that awaits the identity review, so far away that no release's workers claim it. */
export const NOT_DUE = sql<Date>`'2080-01-01T00:00:00Z'::timestamptz`;

/** Payouts without a final result, except those on hold or awaiting the identity review. */
export const payoutRows: RowQueue = {
  name: 'disburse',
  table: 'payout',
  // Members pay for priority, called Turbo (docs/product/borrowers-area.md#turbo).
  columns: { id: 'loan_id', dueAt: 'due_at', tries: 'tries', first: 'is_turbo' },
  isOpen: sql`state in ('planned', 'sent', 'unknown') and not is_on_hold and not awaits_identity`,
  policy: {
    // A failed step means that the database was down: it is retried indefinitely, at most every quarter of an
    // hour, so that no payout stays unsent.
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 900,
    // Longer than the rail's own timeouts together.
    timeLimitSeconds: 120,
  },
};
