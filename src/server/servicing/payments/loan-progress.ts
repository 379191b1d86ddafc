import { localDate } from '../../../countries/local-time.ts';
import { transitionLoan, type LoanEvent, type LoanState } from '../../../domain/loan-state.ts';
import type { Payment } from '../../../domain/standing/replay.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { revokeCertificates } from '../certificates/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { moveReturn } from './return-state.ts';
import type { LoanBooks, LockedLoan } from './loan-books.ts';

type ProgressDependencies = Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>;

/**
 * Moves the loan to where its payments leave it: finished when nothing is owed, undone when all that was delivered
 * came back in time, in force again when the money that had ended it was taken back.
 */
export async function progressLoan(
  tx: Tx,
  deps: ProgressDependencies,
  loan: LockedLoan,
  { payments, books }: { readonly payments: readonly Payment[]; readonly books: LoanBooks },
): Promise<LoanState> {
  const now = deps.clock.now();
  const today = localDate(now, loan.country);
  const move = (event: LoanEvent) => moveLoan(tx, deps, loan, event);
  if (books.isReturned) return move('withdraw');
  if (loan.state === 'canceled') return move('reopen');
  // Money that counts from a later day does not settle anything yet; it does when that day has come.
  const { isSettled } = loanStanding(loan.conditions, payments, today);
  if (isSettled) return move('paid-off');
  return loan.state === 'finished' ? move('reopen') : loan.state;
}

const kinds: Readonly<Partial<Record<LoanEvent, string>>> = {
  'paid-off': 'loan-finished',
  withdraw: 'loan-withdrawn',
  reopen: 'loan-reopened',
};

async function moveLoan(
  tx: Tx,
  deps: ProgressDependencies,
  loan: LockedLoan,
  event: LoanEvent,
): Promise<LoanState> {
  const now = deps.clock.now();
  const moved = transitionLoan(loan.state, event);
  if (!moved.ok) return loan.state;
  const { id: loanId, country, customerId } = loan;
  await tx
    .updateTable('loan')
    .set({ state: moved.state, ...datesOf(event, now) })
    .where('id', '=', loanId)
    .execute();
  await endWithdrawal(tx, deps, loan, event);
  if (event === 'reopen') await revokeCertificates(tx, { country, customerId, at: now });
  await recordEvent(tx, { at: now, country, kind: kinds[event] ?? event, customerId, loanId });
  return moved.state;
}

function datesOf(event: LoanEvent, now: Date) {
  if (event === 'paid-off') return { finished_at: now };
  if (event === 'withdraw')
    return { canceled_at: now, cancel_reason: 'withdrawn', finished_at: null } as const;
  return { reopened_at: now, finished_at: null, canceled_at: null, cancel_reason: '' } as const;
}

async function endWithdrawal(
  tx: Tx,
  deps: ProgressDependencies,
  loan: LockedLoan,
  event: LoanEvent,
): Promise<void> {
  const { withdrawal } = loan;
  if (withdrawal === undefined || event === 'paid-off') return;
  const isOver = localDate(deps.clock.now(), loan.country) > withdrawal.until;
  const state = event === 'withdraw' ? 'returned' : isOver ? 'lapsed' : 'return-due';
  await moveReturn(tx, deps, withdrawal.id, state);
}
