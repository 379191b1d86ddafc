import { totalDues } from '../../../domain/standing/allocation.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { add, subtract, sum, ZERO, type Centavos } from '../../../domain/money.ts';
import type { LoanBooks } from './loan-books.ts';

/** Use of one payment's money when it was booked. Amounts in centavos. */
export interface PaymentUse {
  /** Amount that covered the payment's purpose or a shortfall. */
  readonly needed: Centavos;
  /** Amount not needed for the purpose: credit, used at once or held. */
  readonly credited: Centavos;
  /** Part of `credited` that paid other due instalments at once. */
  readonly used: readonly { readonly number: number; readonly amount: Centavos }[];
  /** Part of `credited` that is held. */
  readonly held: Centavos;
  /** `held` went on to the customer's present loan. */
  readonly isMoved?: boolean;
  /** Next due date on which credit pays; null when nothing waits. */
  readonly nextOn: CalendarDate | null;
  /** First open instalment. */
  readonly next: number | undefined;
}

/**
 * Computes the use of a payment.
 * @param meant intended instalments; absent for all
 * @param books the loan's books afterwards; absent when the payment had been booked before
 */
export function paymentUse(
  paymentId: string,
  meant: readonly number[] | undefined,
  books: LoanBooks | undefined,
): PaymentUse {
  const allocation = books?.allocations.find((each) => each.paymentId === paymentId);
  const parts = (allocation?.parts ?? []).map(({ number, dues }) => ({ number, amount: totalDues(dues) }));
  // A returned loan needs every payment, regardless of its purpose.
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
