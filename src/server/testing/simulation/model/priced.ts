import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Money } from './fold.ts';
import type { LoanModel, Request } from './loan.ts';

/** Whether money that was paid on a day is for a request: it was open then or, paid later, on its last day. */
export function wasOpen({ state, closedOn, dueDate }: Request, paidOn: CalendarDate): boolean {
  if (state === 'paid' || state === 'reversed') return false;
  return closedOn === undefined || closedOn > (paidOn <= dueDate ? paidOn : dueDate);
}

/** What money is meant to do. A closing or prepayment that has ended does nothing again; a return may come in parts. */
export function meantBy(
  loan: LoanModel,
  request: Request,
  { on: paidOn, counts }: { readonly on: CalendarDate; readonly counts: CalendarDate },
): Money['meant'] {
  const { purpose, numbers } = request;
  if (purpose === 'offer' || loan.isReplaced(request, counts)) return 'oldest';
  if (purpose === 'instalments') return numbers;
  const { withdrawal, noted, isReturned } = loan;
  const isReturning = withdrawal?.state === 'return-due' && noted !== 'finished' && !isReturned;
  if (!wasOpen(request, paidOn) && !(purpose === 'withdrawal' && isReturning)) return [];
  return purpose === 'fewer' || purpose === 'smaller' ? purpose : 'close';
}

/**
 * The part of money that counts from the day of its request's price (docs/product/payments.md#how-long-a-price-holds).
 * @param on the earliest day from which it can count
 */
export function pricedPart(
  loan: LoanModel,
  request: Request,
  paid: { readonly amount: number; readonly on: CalendarDate; readonly counts: CalendarDate },
  on: CalendarDate,
): Pick<Money, 'priced'> {
  const { purpose, numbers, dueDate } = request;
  if (purpose === 'withdrawal' || purpose === 'offer' || on >= paid.counts) return {};
  if (loan.isReplaced(request, paid.counts)) return {};
  if (paid.on > dueDate || !wasOpen(request, paid.on)) return {};
  const counting = loan.money.map(({ priced, ...each }) => {
    const isAhead = priced !== undefined && priced.on <= on && each.day > on;
    if (isAhead) return { ...each, day: priced.on, amount: Math.min(each.amount, priced.amount) };
    return priced === undefined ? each : { ...each, priced };
  });
  const then = loan.foldOf(counting, on);
  const most = Math.min(paid.amount, request.amount);
  const needs = {
    instalments: then.toPay(numbers),
    settlement: then.toClose,
    fewer: most,
    smaller: most,
  };
  const needed = needs[purpose];
  if (needed === 0 || (purpose === 'settlement' && most < needed)) return {};
  return { priced: { on, amount: Math.min(most, needed) } };
}

/** What a price still holds for when a part of the money was given back. */
export function pricedOfRest({ priced, meant }: Money, amount: number): Pick<Money, 'priced'> {
  if (priced === undefined || (meant === 'close' && amount < priced.amount)) return {};
  return { priced: { ...priced, amount: Math.min(priced.amount, amount) } };
}
