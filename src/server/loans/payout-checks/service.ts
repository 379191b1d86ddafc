import { sql } from 'kysely';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { localDate } from '../../../countries/local-time.ts';
import { stops } from '../../customers/holds/service.ts';
import { fitsUnderCap, lockControl, noteCapped, payoutControl } from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { lockName } from '../../platform/work/named-locks.ts';

/**
 * Reason that a planned order waits, besides its own hold. `above-cap`: its amount alone exceeds the daily
 * cap, until two people release it. `notice`: late, until its borrower is notified of the moved dates.
 */
export type Wait = 'held' | 'stopped' | 'cap' | 'above-cap' | 'notice';

/** Order data that decides whether it may be submitted. */
interface PlannedOrder {
  readonly loan_id: number;
  readonly country: CountryCode;
  readonly customer_id: number;
  /** Centavos. */
  readonly amount: number;
  readonly is_above_cap_approved: boolean;
  readonly waits_for: string;
}

/**
 * Finds the reason that holds back a planned order, behind the order's lock, in the step that would submit
 * it. No other code stops a payout. @returns undefined if it may be submitted
 */
export async function waitOf(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  loan: PlannedOrder,
): Promise<Wait | undefined> {
  const { country } = loan;
  if (await stops(tx, 'pay-outs', loan.customer_id, loan.loan_id)) return 'held';
  const now = clock.now();
  const control = await controlInStep(tx, country);
  if (control.isStopped) return 'stopped';
  if (control.dailyCap === undefined) return undefined;
  // Two people released this order above the cap: it counts towards the day but waits for no other.
  if (loan.is_above_cap_approved) return undefined;
  if (!fitsUnderCap(control, loan.amount)) {
    if (loan.waits_for !== 'above-cap')
      await recordEvent(tx, {
        at: now,
        country,
        kind: 'pay-out-above-cap',
        customerId: loan.customer_id,
        loanId: loan.loan_id,
        detail: { cap: control.dailyCap, amount: loan.amount },
      });
    return 'above-cap';
  }
  const today = localDate(now, country);
  // Serialized, so that two orders cannot both take the remaining room under the cap.
  await lockName(tx, `pay-outs cap ${country}`);
  if ((await sentOn(tx, country, today)) + loan.amount <= control.dailyCap) return undefined;
  if (await noteCapped(tx, country, today))
    await recordEvent(tx, {
      at: now,
      country,
      kind: 'pay-outs-capped',
      detail: { cap: control.dailyCap, day: today },
    });
  return 'cap';
}

/**
 * Finds a loan of the customer that is recorded as not paid although the rail reported it as paid: a new
 * payout would pay twice. The order is held until two people have resolved the contradiction.
 */
export async function paidAfterAllOf(
  tx: Tx,
  customerId: number,
): Promise<{ readonly loanId: number; readonly isOpen: boolean } | undefined> {
  const { rows } = await sql<{ loanId: number; isOpen: boolean }>`
    select c.loan_id as "loanId", c.truth is null as "isOpen" from order_contradiction c
    where c.customer_id = ${customerId} and c.kind = 'pay-out' and c.said = 'paid' and (c.truth is null
      or c.truth = 'paid' and not exists (select from event e
        where e.customer_id = c.customer_id and e.kind = 'pay-out-released' and e.at >= c.resolved_at))
    order by c.truth is null desc, c.loan_id limit 1
  `.execute(tx);
  return rows[0];
}

/** Reads the current control and locks it until the step has stored its action. */
async function controlInStep(tx: Tx, country: CountryCode) {
  await lockControl(tx, country, 'step');
  return payoutControl(tx, country);
}

/** True while no payout or credit refund of a loan may be submitted to a rail. */
export async function isPayoutStopped(
  tx: Tx,
  {
    country,
    customer_id: customerId,
    loan_id: loanId,
  }: Pick<PlannedOrder, 'country' | 'customer_id' | 'loan_id'>,
): Promise<boolean> {
  const isStopped = (await controlInStep(tx, country)).isStopped;
  return isStopped || stops(tx, 'pay-outs', customerId, loanId);
}

/** Centavos submitted on a local day, including payouts that failed later. */
export async function sentOn(
  tx: Pick<Tx, 'selectFrom'>,
  country: CountryCode,
  day: CalendarDate,
): Promise<number> {
  const { sum } = await tx
    .selectFrom('payout as d')
    .innerJoin('loan as l', 'l.id', 'd.loan_id')
    .select(sql<number>`coalesce(sum(d.amount), 0)::bigint`.as('sum'))
    .where('l.country', '=', country)
    .where('d.sent_on', '=', day)
    .executeTakeFirstOrThrow();
  return sum;
}
