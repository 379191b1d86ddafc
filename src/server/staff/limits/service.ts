import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { Tx } from '../../platform/database.ts';
import { lockNames } from '../../platform/work/named-locks.ts';

type MoveKind = 'file' | 'match' | 'manual' | 'refund' | 'return' | 'release' | 'reversal';

interface Move {
  readonly at: Date;
  readonly country: CountryCode;
  readonly kind: MoveKind;
  /** Centavos. */
  readonly amount: number;
  readonly askedBy: number;
  readonly approvedBy: number | undefined;
  readonly loanId?: number;
  readonly customerId?: number;
  /** Subject as in the audit. */
  readonly subject: string;
}

const hourMs = 3_600_000;
/** Window for the sum of a person's moves: 24 rolling hours. */
const personHours = 24;
/** Window for moves on one loan or customer, by anyone, because a daily sum could be repeated each day. */
const targetHours = 30 * 24;

/**
 * Records a move, so that limits add up over all ways of moving money.
 * @returns whether one person is enough: with this move, the person's sum for the day, and the sums for the
 * loan and the customer over thirty days, stay below the country's limit
 */
export async function recordMove(tx: Tx, move: Move): Promise<boolean> {
  const { at, country, loanId, customerId, askedBy } = move;
  await lockNames(tx, [
    `money moved by ${askedBy}`,
    ...(customerId === undefined ? [] : [`money moved of ${customerId}`]),
  ]);
  const since = (hours: number) => new Date(at.getTime() - hours * hourMs);
  const { rows } = await sql<{ person: number; loan: number; customer: number }>`
    select
      (select coalesce(sum(amount), 0) from staff_money_move
        where asked_by = ${askedBy} and country = ${country} and at > ${since(personHours)})::bigint as person,
      (select coalesce(sum(amount), 0) from staff_money_move
        where loan_id = ${loanId ?? null} and at > ${since(targetHours)})::bigint as loan,
      (select coalesce(sum(amount), 0) from staff_money_move
        where customer_id = ${customerId ?? null} and at > ${since(targetHours)})::bigint as customer
  `.execute(tx);
  const [moved = { person: 0, loan: 0, customer: 0 }] = rows;
  await tx
    .insertInto('staff_money_move')
    .values({
      at,
      country,
      kind: move.kind,
      amount: move.amount,
      asked_by: askedBy,
      approved_by: move.approvedBy ?? null,
      loan_id: loanId ?? null,
      customer_id: customerId ?? null,
      subject: move.subject,
    })
    .execute();
  const most = Math.max(moved.person, moved.loan, moved.customer) + move.amount;
  return most < SERVER_ENTRIES[country].fourEyesFrom * 100;
}
