import { HOLD_RULES } from '../../../domain/holds.ts';
import { insertHold, type NewHold } from '../../customers/holds/service.ts';
import { endSessions } from '../../customers/sessions/service.ts';
import { lockOrdersOf } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';

/**
 * Places a hold with all its effects: outgoing money stops, sessions end.
 * @returns undefined if a hold for this reason exists
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
