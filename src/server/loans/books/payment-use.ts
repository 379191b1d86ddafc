import { totalDues } from '../../../domain/standing/allocation.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { add, subtract, sum, ZERO, type Centavos } from '../../../domain/money.ts';
import type { LoanBooks } from './loan-books.ts';

/** What became of the money of one payment when it was booked. Amounts in centavos. */
export interface PaymentUse {
  /** What it covered of that which it was meant for, or made up for money that was missing. */
  readonly needed: Centavos;
  /** What it was not needed for: money in favour, used at once or held. */
  readonly credited: Centavos;
  /** Of `credited`, what paid other instalments at once because they were due. */
  readonly used: readonly { readonly number: number; readonly amount: Centavos }[];
  /** Of `credited`, what is held. */
  readonly held: Centavos;
  /** `held` went on to the customer's present loan. */
  readonly isMoved?: boolean;
  /** The due date on which money in favour pays next; null when nothing waits. */
  readonly nextOn: CalendarDate | null;
  /** The first instalment that is open. */
  readonly next: number | undefined;
}

/**
 * What a payment did.
 * @param meant the instalments it was meant for; absent for all
 * @param books the loan's after it; absent when it had been booked before
 */
export function paymentUse(
  paymentId: string,
  meant: readonly number[] | undefined,
  books: LoanBooks | undefined,
): PaymentUse {
  const allocation = books?.allocations.find((each) => each.paymentId === paymentId);
  const parts = (allocation?.parts ?? []).map(({ number, dues }) => ({ number, amount: totalDues(dues) }));
  // What gives a loan back is needed for that, whatever it was meant for.
  const isElsewhere = (number: number) =>
    books?.isReturned !== true && meant !== undefined && !meant.includes(number);
  const used = parts.filter(({ number }) => isElsewhere(number));
  const madeUp = allocation?.madeUp ?? ZERO;
  const held = subtract(allocation?.excess ?? ZERO, madeUp);
  const usedInAll = sum(used.map(({ amount }) => amount));
  return {
    needed: add(madeUp, sum(parts.filter((part) => !used.includes(part)).map(({ amount }) => amount))),
    credited: add(held, usedInAll),
    used,
    held,
    nextOn: books?.creditDueOn ?? null,
    next: books?.nextOpen,
  };
}
