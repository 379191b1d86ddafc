import { packOf } from '../../countries/index.ts';
import { formatMoney, fromUnits } from '../../domain/money.ts';
import type { Queryable } from '../platform/database.ts';
import { balanceOf } from './account-status.ts';
import { loanInDetail } from './details.ts';

/** Figures of a loan today, formatted as in the account; '' for absent ones. */
interface LoanFigures {
  readonly owed: string;
  /** DD-MM-YYYY. */
  readonly nextDue: string;
  /** Last day to pay the next instalment without surcharge, DD-MM-YYYY. */
  readonly nextPayableUntil: string;
  readonly credit: string;
}

/** @returns undefined for a loan that is not paid out yet or has ended */
export async function loanFigures(
  db: Queryable,
  loanId: number,
  now: Date,
): Promise<LoanFigures | undefined> {
  const loan = await loanInDetail(db, loanId);
  if (loan?.state !== 'approved') return undefined;
  const {
    total,
    next_due_date: nextDue,
    next_payable_until: nextPayableUntil,
    credit,
  } = balanceOf(loan, now, true);
  const { currency } = packOf(loan.country);
  const written = (units: number) => (units === 0 ? '' : formatMoney(fromUnits(units), currency));
  return { owed: written(total), nextDue, nextPayableUntil, credit: written(credit) };
}
