import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { lockedLoan, notePlanChange } from '../service.ts';
import { applyChanges } from './apply.ts';

/**
 * Moves a loan to its basic plan from the start: replays its payments on that plan and books the difference.
 * @param endedOn the day on which the membership's end was asked for
 * @returns whether the loan did not follow it before; false for one that has no basic plan
 */
export async function changePlan(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
  endedOn: CalendarDate,
): Promise<boolean> {
  const before = await lockedLoan(tx, loanId);
  const at = deps.clock.now();
  if (!(await notePlanChange(tx, loanId, { endedOn, at }))) return false;
  const after = await lockedLoan(tx, loanId);
  const { country, customerId } = after;
  const valueDate = localDate(at, country);
  await applyChanges(tx, deps, [{ before, after, kind: 'plan-changed', valueDate }]);
  await recordEvent(tx, { at, country, kind: 'plan-changed', customerId, loanId });
  return true;
}
