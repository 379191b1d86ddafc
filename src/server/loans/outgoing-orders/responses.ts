import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { PayoutAnswer } from '../../integrations/payouts/port.ts';

/** Origin of a rail query: a worker's step, a person, or the monitoring of manually resolved orders. */
export type AskedBy = 'worker' | 'staff' | 'ruled';

/** Kinds of orders to a rail: payouts are keyed by their loan, refunds of credit by their own row. */
export type OrderKind = 'pay-out' | 'refund';

export interface OrderName {
  readonly kind: OrderKind;
  readonly id: number;
}

/** Tables of each kind: orders, the rail's answers, and resolutions by two people; `of` names the order in the latter. */
export const ORDER_TABLES = {
  'pay-out': {
    orders: 'payout',
    id: 'loan_id',
    answers: 'payout_answer',
    rulings: 'payout_ruling',
    of: 'loan_id',
  },
  refund: {
    orders: 'credit_refund',
    id: 'id',
    answers: 'credit_refund_answer',
    rulings: 'credit_refund_ruling',
    of: 'refund_id',
  },
} as const;

const answersIn = (kind: OrderKind) => {
  const { answers, of } = ORDER_TABLES[kind];
  return { table: sql.table(answers), of: sql.ref(of) };
};

export interface StoredResponse {
  readonly id: number;
  readonly asked: string;
  readonly state: string;
  readonly provider_id: string;
  readonly receipt_code: string;
  readonly reason: string;
  readonly times: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** Stores the rail's answer; an identical repeat only increments the count. */
export async function storeResponse(
  tx: Tx,
  { kind, id }: OrderName,
  asked: AskedBy,
  { state, providerId, receiptCode, reason }: PayoutAnswer,
  at: Date,
): Promise<void> {
  const { table, of } = answersIn(kind);
  await sql`
    with last as (
      select id, asked, state, provider_id, receipt_code, reason from ${table}
      where ${of} = ${id} order by id desc limit 1
    ), again as (
      update ${table} a set times = times + 1, last_at = ${at} from last
      where a.id = last.id and last.asked = ${asked} and last.state = ${state}
        and last.provider_id = ${providerId} and last.receipt_code = ${receiptCode} and last.reason = ${reason}
      returning a.id
    )
    insert into ${table} (${of}, asked, state, provider_id, receipt_code, reason, first_at, last_at)
    select ${id}, ${asked}, ${state}, ${providerId}, ${receiptCode}, ${reason}, ${at}, ${at}
    where not exists (select from again)
  `.execute(tx);
}

/** Newest answers of an order, newest first. */
export async function answersOf(
  db: Queryable,
  { kind, id }: OrderName,
  most: number,
): Promise<readonly StoredResponse[]> {
  const { table, of } = answersIn(kind);
  const { rows } = await sql<StoredResponse>`
    select id, asked, state, provider_id, receipt_code, reason, times, first_at, last_at from ${table}
    where ${of} = ${id} order by id desc limit ${most}
  `.execute(db);
  return rows;
}

export const answerView = (answer: StoredResponse) => ({
  id: String(answer.id),
  asked: answer.asked,
  state: answer.state,
  code: answer.receipt_code || answer.provider_id,
  reason: answer.reason,
  times: answer.times,
  first_at: answer.first_at.toISOString(),
  last_at: answer.last_at.toISOString(),
});
