import type { CountryCode } from '../../countries/country-pack.ts';
import { localDate } from '../../countries/local-time.ts';
import { PAYMENT_HOLDS_DAYS } from '../../countries/payment-methods.ts';
import { addDays } from '../../domain/calendar-date.ts';
import type { Dependencies } from '../dependencies.ts';
import { transaction } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { lockLoan } from './loan-books.ts';
import { moveReturn } from './return-state.ts';

/** At a time; the next run takes the rest. */
const batch = 500;

/**
 * Ends the withdrawals whose money did not come back in time: the loan goes on as agreed, and the customer is told.
 * A network needs up to three days to report, so it waits that long; money reported even later that was paid in
 * time still undoes the loan. Safe to run again, by several workers at once.
 * @returns how many have ended
 */
export async function lapseReturns(
  deps: Pick<Dependencies, 'db' | 'clock' | 'vault' | 'jobs' | 'config'>,
): Promise<number> {
  let ended = 0;
  for (const country of ['AR', 'UY'] as const) {
    const last = addDays(localDate(deps.clock.now(), country), -PAYMENT_HOLDS_DAYS.overdue);
    const overdue = await deps.db
      .selectFrom('withdrawal')
      .select(['id', 'loan_id'])
      .where('country', '=', country)
      .where('state', '=', 'return-due')
      .where('return_until', '<', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id, loan_id } of overdue) {
      if (loan_id !== null && (await lapse(deps, country, id, loan_id))) ended += 1;
    }
  }
  return ended;
}

function lapse(
  deps: Pick<Dependencies, 'db' | 'clock' | 'vault' | 'jobs' | 'config'>,
  country: CountryCode,
  withdrawalId: number,
  loanId: number,
): Promise<boolean> {
  return transaction(deps.db, async (tx) => {
    // Behind the loan's lock: its money may just be coming in.
    const loan = await lockLoan(tx, loanId);
    if (loan.withdrawal?.state === 'returned') return false;
    if (loan.state === 'canceled') {
      // Its pay-out failed in the end: there is nothing to give back.
      await tx
        .updateTable('withdrawal')
        .set({ state: 'canceled', return_amount: null, return_until: null })
        .where('id', '=', withdrawalId)
        .execute();
      return false;
    }
    await moveReturn(tx, deps, withdrawalId, 'lapsed');
    const { customerId } = loan;
    await recordEvent(tx, { at: deps.clock.now(), country, kind: 'withdrawal-lapsed', customerId, loanId });
    return true;
  });
}
