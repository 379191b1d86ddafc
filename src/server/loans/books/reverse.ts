import { localDate } from '../../../countries/local-time.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import { ZERO } from '../../../domain/money.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import { takeBack, type Reversal } from './take-back.ts';

/**
 * Reverses a booked payment, once: the loan is as if the payment had never arrived. Its instalments reopen
 * with default interest, and later payments are reallocated. All records stay; the ledger gets counter
 * entries.
 * @returns the loan's state; undefined when it had been reversed before
 */
export async function reversePayment(
  tx: Tx,
  deps: BookingDependencies,
  reversal: Reversal,
): Promise<LoanState | undefined> {
  const { reason, source } = reversal;
  const taken = await takeBack(tx, deps, { ...reversal, keeps: ZERO });
  if (taken === undefined) return undefined;
  const { loan, amount } = taken;
  const at = deps.clock.now();
  const { id: loanId, country, customerId } = loan;
  const detail = { amount, reason, source, on: localDate(at, country) };
  await recordEvent(tx, { at, country, kind: 'payment-reversed', customerId, loanId, detail });
  return taken.loanState;
}
