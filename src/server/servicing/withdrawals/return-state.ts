import { paths } from '../../../contract/paths.ts';
import { returnOutcomeEmail } from '../../../countries/messages/withdrawal-messages.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { LoanEvent } from '../../../domain/loan-state.ts';
import { writeTo } from '../../customers/letters/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { basicPlanOf, type Loan } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { moveTicket } from '../../support/tickets/service.ts';
import { basicPlanWords } from '../memberships/service.ts';

type ReturnState = 'return-due' | 'returned' | 'lapsed' | 'settled';

/**
 * Records the outcome of a withdrawal's money, also on its ticket, and notifies the customer of a final one.
 */
export async function moveReturn(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  withdrawalId: number,
  state: ReturnState,
): Promise<void> {
  const moved = await tx
    .updateTable('withdrawal')
    .set({ state })
    .where('id', '=', withdrawalId)
    .where('state', '<>', state)
    .returning(['code', 'country', 'customer_id', 'loan_id', 'ticket_id'])
    .executeTakeFirst();
  if (!moved || moved.customer_id === null) return;
  const status = state === 'return-due' ? 'open' : 'closed';
  if (moved.ticket_id !== null) await moveTicket(tx, deps, moved.ticket_id, status);
  if (state === 'return-due') return;
  const { code, country, loan_id: loanId } = moved;
  const basic = loanId === null ? undefined : await basicPlanOf(tx, loanId);
  const plan = basic?.isInForce === true ? basicPlanWords(country, basic) : null;
  await writeTo(tx, deps, moved.customer_id, ({ sender, firstName, site }) =>
    returnOutcomeEmail(sender, { firstName, code, state, plan, url: site + paths.login() }),
  );
}

/**
 * Updates the withdrawal of a loan that its books moved: money returned, paid off another way, or reopened.
 */
export async function followWithdrawn(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  { country, withdrawal }: Loan,
  event: LoanEvent,
): Promise<void> {
  if (withdrawal === null || withdrawal.until === null) return;
  if (event === 'paid-off') {
    if (withdrawal.state === 'return-due') await moveReturn(tx, deps, withdrawal.id, 'settled');
    return;
  }
  const isOver = localDate(deps.clock.now(), country) > withdrawal.until;
  const state = event === 'withdraw' ? 'returned' : isOver ? 'lapsed' : 'return-due';
  await moveReturn(tx, deps, withdrawal.id, state);
}
