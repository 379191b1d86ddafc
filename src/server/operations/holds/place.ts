import { HOLD_RULES } from '../../../domain/holds.ts';
import { insertHold, type NewHold } from '../../customers/holds/service.ts';
import { endSessions } from '../../customers/sessions/service.ts';
import { lockOrdersOf } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';

/**
 * Holds a customer with all that follows at once: what waits to go out stays, and who is logged in is logged out.
 * @returns undefined when they are held for this reason already
 */
export async function placeHold(
  tx: Tx,
  hold: NewHold,
): Promise<{ readonly id: number; readonly sessionsEnded: number } | undefined> {
  const { stops } = HOLD_RULES[hold.reason];
  if (stops.includes('pay-outs')) await lockOrdersOf(tx, hold.customerId);
  const id = await insertHold(tx, hold);
  if (id === undefined) return undefined;
  const sessionsEnded = stops.includes('login') ? await endSessions(tx, hold.customerId, hold.at) : 0;
  return { id, sessionsEnded };
}
