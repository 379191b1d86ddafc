import type { ContradictedOrder } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { StepDependencies } from '../service.ts';
import { noteOwnContradiction } from './contradictions.ts';
import type { ResolvedOrders } from './ruled-orders.ts';

/**
 * Handles a rail that contradicts its own earlier result: freezes the money and leaves the order to two
 * people, like a contradiction of a manual resolution (docs/decisions/0122-contradicted-orders.md). Manually
 * resolved orders have their own monitoring. Ignores orders of another kind and known contradictions.
 */
export async function contradictOwnWord(
  tx: Tx,
  deps: StepDependencies,
  orders: ResolvedOrders,
  { reference, said, reason, first }: ContradictedOrder,
): Promise<void> {
  const { kind } = orders;
  const id = await orders.byReference(tx, reference);
  if (id === undefined) return;
  if (first !== undefined && (await orders.ended(tx, id)) === undefined)
    await orders.end(tx, deps, id, first);
  const order = await orders.ended(tx, id);
  const at = deps.clock.now();
  const facts = await orders.lock(tx, id, at);
  if (order === undefined || facts === undefined || order.word === said) return;
  if (await orders.isResolved(tx, id)) return;
  const { word: ruled, amount, currency } = order;
  const { country, customerId, loanId } = facts;
  const noted = { country, customerId, loanId, amount, currency, ruled, said, at };
  if (!(await noteOwnContradiction(tx, { kind, id }, noted))) return;
  const detail = { order: kind, ruled, said, reason };
  await recordEvent(tx, { ...facts, kind: 'pay-out-contradicted', detail });
  if (said === 'paid') await orders.paidAfterAll(tx, deps, { ...facts, id });
}
