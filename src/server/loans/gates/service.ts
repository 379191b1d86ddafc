import { sql } from 'kysely';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { localDate } from '../../../countries/local-time.ts';
import { stops } from '../../customers/holds/service.ts';
import { fitsUnderCap, lockControl, noteCapped, payOutControl } from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { lockName } from '../../platform/work/named-locks.ts';

/**
 * Why a planned order does not go out now, besides its own hold. `above-cap`: larger than the day's cap by itself, until
 * two people let it go. `notice`: late, until its borrower was told how the dates move.
 */
export type Wait = 'held' | 'stopped' | 'cap' | 'above-cap' | 'notice';

/** What of an order decides whether it may go out. */
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
 * Everything that keeps a planned order back, asked behind the order's lock by the step that would hand it over: the
 * one place where a pay-out is stopped. @returns undefined when it may go out
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
  // Two people have let this one leave by itself: it counts, and waits for no other.
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
  // One at a time: two orders must not both fit into what only one fits into.
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
 * A loan of the customer's that figures as not paid although the rail says that it paid it: what they are to get now
 * would be paid beside it. Nobody lets it go before two people have resolved which is true.
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

/** What is set now, until the step that asks has stored what it does. */
async function controlInStep(tx: Tx, country: CountryCode) {
  await lockControl(tx, country, 'step');
  return payOutControl(tx, country);
}

/** Whether nothing may be handed over to a rail now for a loan: its pay-out, or money in favour that goes back. */
export async function isPayOutStopped(
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

/** Centavos that were handed over on a day of the country's, whatever became of them. */
export async function sentOn(
  tx: Pick<Tx, 'selectFrom'>,
  country: CountryCode,
  day: CalendarDate,
): Promise<number> {
  const { sum } = await tx
    .selectFrom('disbursement as d')
    .innerJoin('loan as l', 'l.id', 'd.loan_id')
    .select(sql<number>`coalesce(sum(d.amount), 0)::bigint`.as('sum'))
    .where('l.country', '=', country)
    .where('d.sent_on', '=', day)
    .executeTakeFirstOrThrow();
  return sum;
}
