import { sql } from 'kysely';
import type { ContradictedOrder } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import {
  eventOf,
  isOpen,
  ORDER_TABLES,
  recordAnswer,
  type OrderKind,
  type OutgoingOrder,
  type OutgoingOrders,
  type StepDependencies,
} from '../outgoing-orders/service.ts';
import { noteOwnContradiction } from './contradictions.ts';

/**
 * Handles a rail that contradicts its own earlier result: freezes the money and leaves the order to two
 * people, like a contradiction of a manual resolution (docs/decisions/0122-contradicted-orders.md). Manually
 * resolved orders have their own monitoring. Ignores orders of another kind and known contradictions.
 */
export async function contradictOwnWord<Order extends OutgoingOrder>(
  tx: Tx,
  deps: StepDependencies,
  orders: OutgoingOrders<Order>,
  { reference, said, reason, first }: ContradictedOrder,
): Promise<void> {
  const { kind } = orders;
  const id = await idOf(tx, kind, reference);
  if (id === undefined) return;
  const found = await orders.lockToEnd(tx, id);
  const endsNow = first !== undefined && found !== undefined && isOpen(found);
  if (endsNow) await recordAnswer(tx, deps, orders, id, first);
  const order = endsNow ? await orders.lockToEnd(tx, id) : found;
  if (order === undefined || isOpen(order)) return;
  const ruled = order.state === 'failed' ? 'not-paid' : 'paid';
  if (ruled === said || (await isResolved(tx, kind, id))) return;
  const at = deps.clock.now();
  const { country, currency, amount, customer_id: customerId, loan_id: loanId } = order;
  const noted = { country, customerId, loanId, amount, currency, ruled, said, at } as const;
  if (!(await noteOwnContradiction(tx, { kind, id }, noted))) return;
  const detail = { order: kind, ruled, said, reason };
  await recordEvent(tx, { ...eventOf(order, at), kind: 'pay-out-contradicted', detail });
  if (said === 'paid') await orders.paidAfterAll(tx, deps, order);
}

async function idOf(tx: Tx, kind: OrderKind, reference: string): Promise<number | undefined> {
  const { orders, id } = ORDER_TABLES[kind];
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(id)} as id from ${sql.table(orders)} where reference = ${reference}
  `.execute(tx);
  return rows[0]?.id;
}

/** True if two people have resolved an order; it stays so. */
async function isResolved(tx: Tx, kind: OrderKind, id: number): Promise<boolean> {
  const { rulings, of } = ORDER_TABLES[kind];
  const { rows } = await sql`select from ${sql.table(rulings)} where ${sql.ref(of)} = ${id}`.execute(tx);
  return rows.length > 0;
}
