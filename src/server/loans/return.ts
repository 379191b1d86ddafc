import type { OutputOf } from '../../contract/contract.ts';
import { localDate } from '../../countries/local-time.ts';
import { withdrawalUntil } from '../../countries/law/withdrawal-window.ts';
import { calendarDate, formatDate, type CalendarDate } from '../../domain/calendar-date.ts';
import { centavos, toUnits, ZERO, type Centavos } from '../../domain/money.ts';
import type { LoanRow } from './queries.ts';

/** The money that a customer who withdrew has still to give back. */
export interface OpenReturn {
  readonly code: string;
  readonly amount: Centavos;
  /** What came of it from money in favour of another loan. */
  readonly credit: Centavos;
  /** Last day on which it undoes the loan. */
  readonly until: CalendarDate;
}

type WithdrawalColumns = Pick<LoanRow, 'withdrawal' | 'not_returned'>;

/** @returns undefined unless the customer has withdrawn from the loan and its money can still come back in time */
export function openReturnOf(
  { withdrawal, not_returned }: WithdrawalColumns,
  today: CalendarDate,
): OpenReturn | undefined {
  if (withdrawal?.state !== 'return-due' || withdrawal.until === null) return undefined;
  const until = calendarDate(withdrawal.until);
  if (not_returned <= 0 || until < today) return undefined;
  const { code, credit } = withdrawal;
  return { code, amount: centavos(not_returned), credit: centavos(credit), until };
}

/** The same on the wire. */
export function returnAnswer({ code, amount, credit, until }: OpenReturn) {
  return { code, amount: toUnits(amount), credit: toUnits(credit), until: formatDate(until) };
}

type WithdrawalAnswer = OutputOf<'POST /api/v3/balance'>['model']['withdrawal'];

/** The withdrawal as its person sees it; null once it has lapsed, since the loan goes on as agreed then. */
export function withdrawalAnswer(loan: WithdrawalColumns, today: CalendarDate): WithdrawalAnswer {
  if (loan.withdrawal === null || loan.withdrawal.state === 'lapsed') return null;
  const { code, state, credit } = loan.withdrawal;
  if (state !== 'return-due')
    return { code, state, amount: toUnits(ZERO), credit: toUnits(centavos(credit)), until: '' };
  const open = openReturnOf(loan, today);
  return open ? { state, ...returnAnswer(open) } : null;
}

/** What a customer may still do by the right to withdraw, without having asked for it. */
export interface RightToWithdraw {
  /** To be given back, without interest. */
  readonly amount: Centavos;
  /** Last day of the right. */
  readonly until: CalendarDate;
}

/** @returns undefined when the time is over, the right was used already, or nothing was delivered */
export function rightToWithdraw(
  loan: Pick<LoanRow, 'country' | 'state' | 'created_at' | 'disbursed_at' | 'withdrawal' | 'not_returned'>,
  today: CalendarDate,
): RightToWithdraw | undefined {
  const { country, created_at, disbursed_at } = loan;
  if (loan.state !== 'approved' || disbursed_at === null || loan.not_returned <= 0) return undefined;
  if (loan.withdrawal !== null && loan.withdrawal.state !== 'lapsed') return undefined;
  const until = withdrawalUntil(country, localDate(created_at, country), localDate(disbursed_at, country));
  return until < today ? undefined : { amount: centavos(loan.not_returned), until };
}
