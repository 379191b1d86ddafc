import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { reasonsStopping, type HoldReason, type Stoppable } from '../../../domain/holds.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { Day } from '../../platform/work/daily.ts';

export { personalData } from './personal-data.ts';

/**
 * SQL condition: a hold stops an action on a customer now. Every statement uses this rule.
 * @param customer column of the customer's id
 * @param loan column of the loan's id; without it a hold on any of their loans counts
 */
export function holdStops(
  what: Stoppable,
  customer: RawBuilder<unknown>,
  loan?: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const ofLoan = loan ? sql`and (hold.loan_id is null or hold.loan_id = ${loan})` : sql``;
  // Stops charges while the rail reports that the money never left, until two people have resolved the
  // contradiction.
  const neverLeft = sql`or exists (select from order_contradiction doubt where doubt.customer_id = ${customer}
    and doubt.kind = 'pay-out' and doubt.said = 'not-paid' and doubt.truth is null
    ${loan ? sql`and doubt.loan_id = ${loan}` : sql``})`;
  return sql<boolean>`(exists (select from customer_hold hold where hold.customer_id = ${customer}
    and hold.lifted_at is null and hold.reason = any(${[...reasonsStopping(what)]}::text[]) ${ofLoan})
    ${what === 'charges' ? neverLeft : sql``} ${what === 'pay-outs' ? sql`or ${isMatched(customer)}` : sql``})`;
}

/** SQL condition: Compliance has not yet looked at a possible match with a public list, which stops payouts. */
const isMatched = (customer: RawBuilder<unknown>) => sql<boolean>`
  exists (select from screening_match possible where possible.customer_id = ${customer} and possible.state = 'waiting')`;

/** SQL: what stops payouts to a customer: 'held' by a hold, 'match' by a possible match alone, or ''. */
export const payoutStop = (customer: RawBuilder<unknown>, loan: RawBuilder<unknown>) => sql<
  'held' | 'match' | ''
>`
  case when not ${holdStops('pay-outs', customer, loan)} then ''
    when exists (select from customer_hold hold where hold.customer_id = ${customer} and hold.lifted_at is null
      and hold.reason = any(${[...reasonsStopping('pay-outs')]}::text[])
      and (hold.loan_id is null or hold.loan_id = ${loan})) then 'held'
    else 'match' end`;

/** Checks whether a hold stops an action on a customer. */
export async function stops(
  db: Queryable,
  what: Stoppable,
  customerId: number,
  loanId?: number,
): Promise<boolean> {
  const loan = loanId === undefined ? undefined : sql`${loanId}::bigint`;
  const { rows } = await sql<{ stopped: boolean }>`
    select ${holdStops(what, sql`${customerId}::bigint`, loan)} as stopped`.execute(db);
  return rows[0]?.stopped ?? false;
}

export async function isHeld(db: Queryable, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('customer_hold')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('lifted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewHold {
  readonly country: CountryCode;
  readonly customerId: number;
  readonly loanId: number | undefined;
  readonly reason: HoldReason;
  readonly note: string;
  readonly fileId: number | undefined;
  readonly lastDay: CalendarDate | undefined;
  readonly staffId: number;
  readonly at: Date;
}

/** @returns id of the hold; undefined if the customer already has one for this reason */
export async function insertHold(tx: Tx, hold: NewHold): Promise<number | undefined> {
  const row = await tx
    .insertInto('customer_hold')
    .values({
      country: hold.country,
      customer_id: hold.customerId,
      loan_id: hold.loanId ?? null,
      reason: hold.reason,
      note: hold.note,
      file_id: hold.fileId ?? null,
      placed_at: hold.at,
      placed_by: hold.staffId,
      last_day: hold.lastDay ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Employee who placed the customer's active hold for a reason. */
export async function holderOf(
  db: Queryable,
  customerId: number,
  reason: HoldReason,
  loanId: number | undefined,
): Promise<string> {
  const { rows } = await sql<{ by: string }>`
    select m.name as by from customer_hold h join staff_member m on m.id = h.placed_by
    where h.customer_id = ${customerId} and h.reason = ${reason} and h.lifted_at is null
      and coalesce(h.loan_id, 0) = ${loanId ?? 0}`.execute(db);
  return rows[0]?.by ?? '';
}

export interface Hold {
  readonly id: number;
  readonly country: CountryCode;
  readonly customer_id: number;
  readonly loan_id: number | null;
  readonly reason: HoldReason;
  readonly note: string;
  readonly placed_at: Date;
  readonly lifted_at: Date | null;
  readonly version: number;
  /** Employee who lifted it; '' while it is active and if it expired. */
  readonly lifter: string;
}

export async function lockHold(tx: Tx, id: number): Promise<Hold | undefined> {
  const { rows } = await sql<Hold>`
    select h.id, h.country, h.customer_id, h.loan_id, h.reason, h.note, h.placed_at, h.lifted_at, h.version,
      coalesce((select name from staff_member m where m.id = h.lifted_by), '') as lifter
    from customer_hold h where h.id = ${id} for update of h
  `.execute(tx);
  return rows[0];
}

interface Lifting {
  readonly at: Date;
  readonly liftedBy: number;
  readonly approvedBy: number;
  readonly reason: string;
  readonly note: string;
}

/** Lifts a hold, as decided by two people. */
export async function endHold(tx: Tx, id: number, lifting: Lifting): Promise<void> {
  await tx
    .updateTable('customer_hold')
    .set({
      lifted_at: lifting.at,
      lifted_by: lifting.liftedBy,
      approved_by: lifting.approvedBy,
      lift_reason: lifting.reason,
      lift_note: lifting.note,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** Ends a country's holds after their last day. @returns ids of their customers */
export async function endDueHolds(tx: Tx, { country, date }: Day, at: Date): Promise<readonly number[]> {
  const rows = await tx
    .updateTable('customer_hold')
    .set({ lifted_at: at, version: sql<number>`version + 1` })
    .where('country', '=', country)
    .where('lifted_at', 'is', null)
    .where('last_day', '<', date)
    .returning('customer_id')
    .execute();
  return rows.map(({ customer_id: customerId }) => customerId);
}
