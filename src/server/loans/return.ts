import type { OutputOf } from '../../contract/contract.ts';
import { localDate } from '../../countries/local-time.ts';
import { withdrawalUntil } from '../../countries/law/withdrawal-window.ts';
import { formatDate, type CalendarDate } from '../../domain/calendar-date.ts';
import { subtract, sum, toUnits, ZERO, type Centavos } from '../../domain/money.ts';
import type { Holidays } from '../content/service.ts';
import { CREDIT_TRANSFER, DISCOUNT_SOURCE, type CountedPayment, type Loan } from './loan.ts';

/** Money still to be returned after a withdrawal. */
interface OpenReturn {
  readonly code: string;
  readonly amount: Centavos;
  /** Moved from another loan's credit. */
  readonly credit: Centavos;
  /** Last day on which returning the money undoes the loan. */
  readonly until: CalendarDate;
}

export function isDiscount({ source }: Pick<CountedPayment, 'source'>): boolean {
  return source === DISCOUNT_SOURCE;
}

type Withdrawn = Pick<Loan, 'withdrawal' | 'delivered' | 'payments'>;

/** Delivered amount less payments; negative when more was paid. */
export function notReturned({ delivered, payments }: Pick<Withdrawn, 'delivered' | 'payments'>): Centavos {
  return subtract(delivered, sum(payments.filter((each) => !isDiscount(each)).map(({ amount }) => amount)));
}

export function creditMovedTo({ payments }: Pick<Withdrawn, 'payments'>): Centavos {
  const moved = payments.filter(({ source, amount }) => source === CREDIT_TRANSFER && amount > 0);
  return sum(moved.map(({ amount }) => amount));
}

/**
 * @returns undefined unless the customer has withdrawn from the loan and the money can still be returned in
 * time
 */
export function openReturnOf(loan: Withdrawn, today: CalendarDate): OpenReturn | undefined {
  const { withdrawal } = loan;
  if (withdrawal?.state !== 'return-due' || withdrawal.until === null) return undefined;
  const { code, until } = withdrawal;
  const amount = notReturned(loan);
  if (amount <= 0 || until < today) return undefined;
  return { code, amount, credit: creditMovedTo(loan), until };
}

/** API form of {@link OpenReturn}. */
export function returnAnswer({ code, amount, credit, until }: OpenReturn) {
  return { code, amount: toUnits(amount), credit: toUnits(credit), until: formatDate(until) };
}

type WithdrawalAnswer = OutputOf<'POST /api/v3/balance'>['model']['withdrawal'];

/**
 * Withdrawal as shown to its person; null if it lapsed or the loan was paid off, since it then did not undo
 * the loan.
 */
export function withdrawalAnswer(loan: Withdrawn, today: CalendarDate): WithdrawalAnswer {
  const { code, state } = loan.withdrawal ?? { state: 'lapsed' };
  if (code === undefined || state === 'lapsed' || state === 'settled') return null;
  if (state !== 'return-due')
    return { code, state, amount: toUnits(ZERO), credit: toUnits(creditMovedTo(loan)), until: '' };
  const open = openReturnOf(loan, today);
  return open ? { state, ...returnAnswer(open) } : null;
}

/** Last day to withdraw from a loan that has been paid out. */
export function withdrawalEnds(
  { country, createdAt, paidOutAt }: Pick<Loan, 'country' | 'createdAt' | 'paidOutAt'>,
  now: Date,
  holidays: Holidays,
): CalendarDate {
  const available = paidOutAt === null ? undefined : localDate(paidOutAt, country);
  const known = holidays.knownSince(country, createdAt, now);
  return withdrawalUntil(country, localDate(createdAt, country), available, known);
}

/** Unused withdrawal right of a customer. */
interface RightToWithdraw {
  /** Amount to return, without interest. */
  readonly amount: Centavos;
  /** Last day of the right. */
  readonly until: CalendarDate;
}

/** @returns undefined if the period is over, the right was used, or nothing was delivered */
export function rightToWithdraw(loan: Loan, now: Date, holidays: Holidays): RightToWithdraw | undefined {
  const { country, paidOutAt, withdrawal } = loan;
  const amount = notReturned(loan);
  if (loan.state !== 'approved' || paidOutAt === null || amount <= 0) return undefined;
  if (withdrawal !== null && withdrawal.state !== 'lapsed') return undefined;
  const until = withdrawalEnds(loan, now, holidays);
  return until < localDate(now, country) ? undefined : { amount, until };
}
