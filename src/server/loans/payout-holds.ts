import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { payoutRows, lockPayout, type LockedPayout } from './payout-record.ts';
import { eventOf } from './outgoing-orders/service.ts';

type HoldDependencies = Pick<Dependencies, 'clock' | 'jobs'>;

/** Holds a planned order until a person releases it. */
export async function holdPayout(
  tx: Tx,
  { clock }: HoldDependencies,
  loan: LockedPayout,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<void> {
  await tx
    .updateTable('payout')
    .set({ is_on_hold: true, hold_reason: reason, changed_by: by, version: sql<number>`version + 1` })
    .where('loan_id', '=', loan.loan_id)
    .execute();
  await recordEvent(tx, { ...eventOf(loan, clock.now()), kind: 'pay-out-held' });
}

/** Hold reason for an order while another loan of the customer was paid after all. */
export const heldForPaid = (loanId: number) => ({
  by: 'El sistema',
  reason: `El proveedor dice que pagó el préstamo ${loanId}, que figuraba como no pagado`,
});

/**
 * {@link holdPayout} for all planned orders of a customer. An order already held also gets the reason,
 * for the person who releases it.
 */
export async function holdPlannedOf(
  tx: Tx,
  deps: HoldDependencies,
  customerId: number,
  hold: { readonly by: string; readonly reason: string },
): Promise<void> {
  const planned = await tx
    .selectFrom('payout')
    .innerJoin('loan', 'loan.id', 'payout.loan_id')
    .select('loan_id')
    .where('customer_id', '=', customerId)
    .where('payout.state', '=', 'planned')
    .orderBy('loan_id')
    .execute();
  for (const { loan_id: loanId } of planned) {
    const order = await lockPayout(tx, loanId);
    // A concurrent step has already submitted or closed it.
    if (order?.state !== 'planned') continue;
    const reason = order.is_on_hold ? `${order.hold_reason}. ${hold.reason}` : hold.reason;
    await holdPayout(tx, deps, order, { ...hold, reason });
  }
}

/** Releases an order at once; one awaiting the photo review still waits for it. */
export async function releaseHeldPayout(
  tx: Tx,
  { clock, jobs }: HoldDependencies,
  loan: LockedPayout,
  by: string,
): Promise<void> {
  await tx
    .updateTable('payout')
    .set({
      is_on_hold: false,
      hold_reason: '',
      changed_by: by,
      version: sql<number>`version + 1`,
      ...(loan.awaits_identity ? {} : { due_at: sql<Date>`now()` }),
    })
    .where('loan_id', '=', loan.loan_id)
    .execute();
  await recordEvent(tx, { ...eventOf(loan, clock.now()), kind: 'pay-out-released' });
  jobs.wake(tx, payoutRows.name);
}

/** Releases an order above the daily cap, approved by two people, and makes it due now. */
export async function approveAboveCap(
  tx: Tx,
  { clock, jobs }: HoldDependencies,
  loan: LockedPayout,
  by: string,
): Promise<void> {
  const now = clock.now();
  await tx
    .updateTable('payout')
    .set({
      above_cap_approved_at: now,
      waits_for: '',
      changed_by: by,
      version: sql<number>`version + 1`,
      ...(loan.awaits_identity ? {} : { due_at: sql<Date>`now()` }),
    })
    .where('loan_id', '=', loan.loan_id)
    .execute();
  await recordEvent(tx, { ...eventOf(loan, now), kind: 'pay-out-above-cap-approved' });
  jobs.wake(tx, payoutRows.name);
}

/**
 * Resumes a country's planned orders once the reason for their wait is gone. An order locked by a running
 * step is checked again later.
 */
export async function resumeWaiting(
  tx: Tx,
  { jobs }: Pick<Dependencies, 'jobs'>,
  country: string,
): Promise<void> {
  await sql`
    update payout set due_at = now()
    where loan_id in (
      select d.loan_id from payout d join loan l on l.id = d.loan_id
      where d.state = 'planned' and d.waits_for <> '' and l.country = ${country}
      for update of d skip locked)
  `.execute(tx);
  jobs.wake(tx, payoutRows.name);
}

/**
 * Waits for running steps of a customer's open orders, payouts first, then refunds. Later steps see the
 * caller's change: once a hold is committed, none of the customer's orders is submitted.
 */
export async function lockOrdersOf(tx: Tx, customerId: number): Promise<void> {
  await sql`
    select d.loan_id from payout d join loan l on l.id = d.loan_id
    where l.customer_id = ${customerId} and d.state in ('planned', 'sent', 'unknown')
    order by d.loan_id for update of d
  `.execute(tx);
  await sql`
    select id from credit_refund where customer_id = ${customerId} and state in ('planned', 'sent', 'unknown')
    order by id for update
  `.execute(tx);
}

/**
 * Resumes the orders of these customers after a hold; they are submitted unless something else holds them.
 */
export async function resumeHeld(
  tx: Tx,
  { jobs }: Pick<Dependencies, 'jobs'>,
  customerIds: readonly number[],
): Promise<void> {
  await sql`
    update payout set due_at = now(), waits_for = ''
    where state = 'planned' and waits_for = 'held'
      and loan_id in (select id from loan where customer_id = any(${[...customerIds]}::bigint[]))
  `.execute(tx);
  jobs.wake(tx, payoutRows.name);
}
