import type { CountryCode } from '../../../countries/country-pack.ts';
import { PAYMENT_HOLDS_DAYS } from '../../../countries/payment-methods.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockedLoan } from '../../loans/service.ts';
import type { Day, DayFigures } from '../../platform/work/daily.ts';
import { pagesById } from '../../platform/work/pages.ts';
import { transaction } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { moveReturn } from './return-state.ts';

type LapseDependencies = Pick<Dependencies, 'db' | 'clock' | 'vault' | 'jobs' | 'config'>;

const batch = 500;

/**
 * Lapses withdrawals if the money did not come back in time: the loan continues as agreed, and the customer
 * is notified. A network needs up to three days to report, so the job waits that long; an in-time payment
 * reported even later still undoes the loan. Safe to repeat and to run concurrently.
 */
export async function lapseReturns(deps: LapseDependencies, { country, date }: Day): Promise<DayFigures> {
  let requests = 0;
  const last = addDays(date, -PAYMENT_HOLDS_DAYS.overdue);
  const read = (after: number) =>
    deps.db
      .selectFrom('withdrawal')
      .select(['id', 'loan_id'])
      .where('country', '=', country)
      .where('state', '=', 'return-due')
      .where('return_until', '<', last)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
  for await (const overdue of pagesById(read, ({ id }) => id)) {
    for (const { id, loan_id } of overdue) if (loan_id !== null) await lapse(deps, country, id, loan_id);
    requests += overdue.length;
  }
  return { requests };
}

function lapse(
  deps: LapseDependencies,
  country: CountryCode,
  withdrawalId: number,
  loanId: number,
): Promise<void> {
  return transaction(deps.db, async (tx) => {
    // Read behind the loan's lock, because its money may be arriving.
    const loan = await lockedLoan(tx, loanId);
    if (loan.withdrawal?.state !== 'return-due') return;
    if (loan.state === 'canceled') {
      // Its payout failed after all, so there is nothing to return.
      await tx
        .updateTable('withdrawal')
        .set({ state: 'canceled', return_amount: null, return_until: null })
        .where('id', '=', withdrawalId)
        .execute();
      return;
    }
    // Paid off by a payment that an earlier release accepted.
    if (loan.state === 'finished') return moveReturn(tx, deps, withdrawalId, 'settled');
    await moveReturn(tx, deps, withdrawalId, 'lapsed');
    const { customerId } = loan;
    await recordEvent(tx, { at: deps.clock.now(), country, kind: 'withdrawal-lapsed', customerId, loanId });
  });
}
