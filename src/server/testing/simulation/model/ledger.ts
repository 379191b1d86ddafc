import type { Account } from '../../../../domain/ledger.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { sumOf, type LoanModel } from './loan.ts';

export type Sums = Partial<Record<Account, number>>;

/** What the ledger says of a loan, by account, debit positive; none of zero. */
export function ledgerOf(loan: LoanModel, day: CalendarDate): Sums {
  const { delivered, fee, membership, terms } = loan.agreed;
  const sums: Sums = {};
  const book = (account: Account, amount: number) => {
    sums[account] = (sums[account] ?? 0) + amount;
  };
  const collected = sumOf(loan.money);
  if (loan.payout !== 'failed') {
    const isThere = loan.payout === 'confirmed';
    book(isThere ? 'bank' : 'disbursement-in-transit', -delivered);
    if (loan.isReturned) book('customer-credit', delivered - collected);
    else {
      book('principal-receivable', terms.schedule.principal);
      book('fee-income', -fee.net);
      book('tax-payable', -fee.tax);
      bookPaid(loan, day, book);
    }
    book('collections', collected + loan.refunded);
    book('bank', -loan.refunded);
  }
  if (membership?.isRunning) {
    const { price, tax, returned } = membership;
    const back = returned?.amount ?? 0;
    book('membership-income', -(price - tax) + (back - (returned?.tax ?? 0)));
    book('tax-payable', -tax + (returned?.tax ?? 0));
    const paid = loan.paidOfPrice;
    book('collections', paid);
    book('membership-receivable', membership.owed(paid));
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}

function bookPaid(
  loan: LoanModel,
  day: CalendarDate,
  book: (account: Account, amount: number) => void,
): void {
  const fold = loan.on(day);
  const { amount, waived } = loan.capital(day);
  book('principal-receivable', amount - loan.agreed.terms.schedule.principal);
  book('principal-waived', waived);
  bookWriteOff(loan, { owed: amount, waived }, book);
  book('interest-income', -fold.paid('interest'));
  book('default-interest-income', -fold.paid('default'));
  book('fee-income', -fold.paid('fee'));
  const unpaidTax = fold.unpaidTax(loan.taxedUntil);
  book('tax-receivable', unpaidTax);
  book('tax-payable', -(fold.paid('tax') + fold.paid('defaultTax') + fold.paid('feeTax') + unpaidTax));
  book('customer-credit', fold.missing - fold.held);
}

/** Written-off capital is open, waived since, or recovered (docs/product/collections.md#write-off). */
function bookWriteOff(
  { writeOff }: LoanModel,
  now: { readonly owed: number; readonly waived: number },
  book: (account: Account, amount: number) => void,
): void {
  if (writeOff === undefined) return;
  const open = Math.min(writeOff.amount, now.owed);
  const lost = Math.min(writeOff.amount - open, Math.max(0, now.waived - writeOff.waived));
  const recovered = writeOff.amount - open - lost;
  book('written-off', open + recovered);
  book('recovery-income', -recovered);
  book('principal-receivable', -open);
}
