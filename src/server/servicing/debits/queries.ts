import { sql } from 'kysely';
import type { CardBrand } from '../../../countries/identifiers/cards.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Currency } from '../../../domain/money.ts';
import { everyInstalment, owesByPlan, payableUntil } from '../../loans/service.ts';
import { holdStops } from '../../customers/holds/service.ts';
import { debitsAreOff } from '../../customers/preferences/service.ts';
import { cardToCharge, storedCard, type StoredCard } from '../../customers/profile/service.ts';
import type { Day } from '../../platform/work/daily.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

/** Instalment that could be debited from a card on file and has not been announced yet. */
export interface Candidate {
  readonly loan_id: number;
  readonly instalment: number;
  readonly due_date: CalendarDate;
  readonly customer_id: number;
  readonly card_id: number;
  readonly card_created_at: Date;
  readonly brand: CardBrand;
  readonly last_four: string;
}

/** Cursor; a page of candidates starts after it. */
export interface Place {
  readonly dueDate: CalendarDate;
  readonly loanId: number;
}

/** Conditions that block a debit of the loan `l`. */
const withdrawn = (date: CalendarDate) => sql<boolean>`exists (
  select from withdrawal w where w.loan_id = l.id and w.state = 'return-due' and w.return_until >= ${date})`;
const held = holdStops('charges', sql`l.customer_id`, sql`l.id`);

/**
 * Finds the end of a page: the `count`th instalment after a cursor, over all borrowers; undefined if fewer
 * are left. It keeps the duration of a page independent of the number of cards.
 */
export async function placeAfter(
  db: Queryable,
  until: CalendarDate,
  from: Place,
  count: number,
): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select due_date as "dueDate", loan_id as "loanId" from ${everyInstalment} i
    where due_date <= ${until} and (due_date, loan_id) > (${from.dueDate}, ${from.loanId})
    order by due_date, loan_id offset ${count - 1} limit 1
  `.execute(db);
  return rows[0];
}

/** Instalments of active loans due from the day to `to`, by due date and loan. */
export async function candidatesOf(
  db: Queryable,
  { country, date }: Day,
  from: Place,
  to: Place,
): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select i.loan_id, i.number as instalment, i.due_date, l.customer_id, card.id as card_id,
      card.created_at as card_created_at, card.brand, card.last_four
    from ${everyInstalment} i
    join loan l on l.id = i.loan_id and l.country = ${country} and l.state = 'approved'
    join customer c on c.id = l.customer_id and c.disabled_at is null
    join lateral (${cardToCharge(date)}) card on true
    where i.due_date >= ${date} and (i.due_date, i.loan_id) > (${from.dueDate}, ${from.loanId})
      and (i.due_date, i.loan_id) <= (${to.dueDate}, ${to.loanId})
      and not exists (select from instalment_debit d where d.loan_id = i.loan_id and d.instalment = i.number)
      and ${owesByPlan}
      and not ${debitsAreOff} and not ${held} and not ${withdrawn(date)}
    order by i.due_date, i.loan_id
  `.execute(db);
  return rows;
}

interface AnnouncedRow {
  readonly loan_id: number;
  readonly instalment: number;
  readonly customer_id: number;
  readonly card_id: number;
  readonly due_date: CalendarDate;
  readonly attempt_on: CalendarDate;
  readonly reference: string;
}

/**
 * Plans debits; skips those already planned by another process.
 * @returns loans of the new ones
 */
export async function insertAnnounced(
  tx: Tx,
  { country }: Day,
  rows: readonly AnnouncedRow[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const inserted = await tx
    .insertInto('instalment_debit')
    .values(rows.map((row) => ({ ...row, country, announced_at: now, changed_at: now })))
    .onConflict((conflict) => conflict.columns(['loan_id', 'instalment']).doNothing())
    .returning('loan_id')
    .execute();
  return new Set(inserted.map(({ loan_id }) => loan_id));
}

export interface DueDebit {
  readonly id: number;
  readonly loan_id: number;
  readonly instalment: number;
  readonly due_date: CalendarDate;
  readonly reference: string;
  readonly currency: Currency;
  /** Reason that an earlier attempt was postponed; '' for a first attempt. */
  readonly put_off_for: string;
}

/** Locks due debits, one per loan, skipping those locked by other workers. */
export async function lockDue(tx: Tx, { country, date }: Day, limit: number): Promise<readonly DueDebit[]> {
  const { rows } = await sql<DueDebit>`
    select d.id, d.loan_id, d.instalment, d.due_date, d.reference, l.currency, d.put_off_for
    from instalment_debit d
    join loan l on l.id = d.loan_id
    where d.country = ${country} and d.state = 'announced' and d.attempt_on <= ${date}
    order by d.attempt_on, d.id limit ${limit}
    for update of d skip locked
  `.execute(tx);
  const seen = new Set<number>();
  return rows.filter(({ loan_id }) => !seen.has(loan_id) && seen.add(loan_id));
}

/** Card for a debit, and the conditions that block it. */
export interface DebitBars {
  readonly id: number;
  readonly card: StoredCard | null;
  readonly is_switched_off: boolean;
  readonly is_withdrawn: boolean;
  readonly is_held: boolean;
}

/** Blocking conditions of debits by id. Lock the loans first; this may block. */
export async function barsOf(
  tx: Tx,
  { date }: Day,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DebitBars>> {
  const { rows } = await sql<DebitBars>`
    select d.id, ${storedCard} as card, ${debitsAreOff} as is_switched_off, ${withdrawn(date)} as is_withdrawn,
      ${held} as is_held
    from instalment_debit d
    join loan l on l.id = d.loan_id
    left join lateral (${cardToCharge(date)}) card on true
    where d.id = any(${ids}::bigint[])
  `.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** True if due debits remain; waits for the worker that holds the first of them. */
export async function isAnyDue(db: Queryable, { country, date }: Day): Promise<boolean> {
  const due = sql`instalment_debit where country = ${country} and state = 'announced' and attempt_on <= ${date}`;
  const { rows } = await sql`
    select from ${due} and id = (select id from ${due} order by attempt_on, id limit 1) for update`.execute(
    db,
  );
  if (rows.length > 0) return true;
  const { rows: left } = await sql`select from ${due} limit 1`.execute(db);
  return left.length > 0;
}

export async function markSkipped(
  tx: Tx,
  skipped: readonly { readonly id: number; readonly reason: string }[],
  now: Date,
): Promise<void> {
  if (skipped.length === 0) return;
  await sql`
    update instalment_debit d set state = 'skipped', reason = given.reason, changed_at = ${now}
    from unnest(${skipped.map(({ id }) => id)}::bigint[], ${skipped.map(({ reason }) => reason)}::text[])
      as given (id, reason)
    where d.id = given.id
  `.execute(tx);
}

/** Postpones debits to another day; they stay announced. */
export async function markPutOff(
  tx: Tx,
  debits: readonly { readonly id: number; readonly reason: string; readonly attemptOn: CalendarDate }[],
  now: Date,
): Promise<void> {
  if (debits.length === 0) return;
  await sql`
    update instalment_debit d set attempt_on = given.attempt_on, put_off_for = given.reason, changed_at = ${now}
    from unnest(${debits.map(({ id }) => id)}::bigint[], ${debits.map(({ reason }) => reason)}::text[],
      ${debits.map(({ attemptOn }) => attemptOn)}::date[]) as given (id, reason, attempt_on)
    where d.id = given.id
  `.execute(tx);
}

interface ReservedDebit {
  readonly id: number;
  readonly requestId: number;
  readonly card: Pick<StoredCard, 'id'>;
  readonly amount: number;
}

export async function markCharging(tx: Tx, reserved: readonly ReservedDebit[], now: Date): Promise<void> {
  if (reserved.length === 0) return;
  await sql`
    update instalment_debit d set state = 'charging', request_id = given.request_id, card_id = given.card_id,
      amount = given.amount, changed_at = ${now}
    from unnest(
      ${reserved.map(({ id }) => id)}::bigint[], ${reserved.map(({ requestId }) => requestId)}::bigint[],
      ${reserved.map(({ card }) => card.id)}::bigint[], ${reserved.map(({ amount }) => amount)}::bigint[])
      as given (id, request_id, card_id, amount)
    where d.id = given.id
  `.execute(tx);
}

export async function loansOfDebits(db: Queryable, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ loan_id: number }>`
    select distinct loan_id from instalment_debit where id = any(${ids}::bigint[])`.execute(db);
  return rows.map(({ loan_id }) => loan_id);
}

/** Data for booking a debit and notifying the customer. */
export interface ChargedDebit {
  readonly id: number;
  readonly country: Day['country'];
  readonly loan_id: number;
  readonly instalment: number;
  readonly customer_id: number;
  readonly due_date: CalendarDate;
  /** Last day to pay the instalment without surcharge. */
  readonly payable_until: CalendarDate;
  readonly reference: string;
  readonly request_id: number;
  readonly amount: number;
  readonly currency: Currency;
  readonly instalment_count: number;
  readonly brand: CardBrand;
  readonly last_four: string;
  readonly charged_at: Date;
}

/**
 * Locks the debits in one of these states, with their charges. Does not join the instalment, because undoing an
 * agreement removes its rows while a charge may still be approved.
 */
export async function debitsToSettle(
  tx: Tx,
  ids: readonly number[],
  states: readonly string[],
): Promise<readonly ChargedDebit[]> {
  const { rows } = await sql<ChargedDebit>`
    select d.id, d.country, d.loan_id, d.instalment, d.customer_id, d.due_date,
      ${payableUntil(sql`d.country`)} as payable_until, d.reference, d.request_id, c.amount, c.currency, l.instalment_count, c.brand,
      c.last_four, c.created_at as charged_at
    from instalment_debit d join loan l on l.id = d.loan_id join card_charge c on c.debit_id = d.id
      cross join lateral (select d.due_date) i
    where d.id = any(${ids}::bigint[]) and d.state = any(${states}::text[]) order by d.id
    for update of d
  `.execute(tx);
  return rows;
}

export async function markSettled(
  tx: Tx,
  ids: readonly number[],
  state: 'approved' | 'declined',
  now: Date,
): Promise<void> {
  await sql`
    update instalment_debit set state = ${state}, changed_at = ${now} where id = any(${ids}::bigint[])
  `.execute(tx);
}
