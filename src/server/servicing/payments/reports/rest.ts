import type { RestFacts } from '../../../../countries/messages/rest-messages.ts';
import { PAYMENT_HOLDS_DAYS } from '../../../../countries/payment-methods.ts';
import { addDays, formatDate } from '../../../../domain/calendar-date.ts';
import { formatMoney } from '../../../../domain/money.ts';
import { totalOf } from '../../../../domain/standing/standing.ts';
import { closingAmount } from '../../../loans/ledger/service.ts';
import { loansById, openReturnOf, standingOf, type Loan } from '../../../loans/service.ts';
import type { Tx } from '../../../platform/database.ts';
import type { PaymentRequest } from '../queries.ts';

/** Outcomes that may leave an unpaid rest; with any other the purpose is paid, or nothing is owed. */
const mayLeaveRest: ReadonlySet<string> = new Set(['partial', 'late', 'closed']);

/**
 * Amount still owed of a payment's purpose, as the balance shows it on the booking date.
 * @param before the loan before the booking
 * @returns undefined when there is nothing to report
 */
export async function restOf(
  tx: Tx,
  now: Date,
  { loanId, purpose, numbers }: Pick<PaymentRequest, 'loanId' | 'purpose' | 'numbers'>,
  { outcome, loan: before }: { readonly outcome: string; readonly loan: Loan | undefined },
): Promise<RestFacts | undefined> {
  const isReturning = before?.withdrawal?.state === 'return-due';
  if (!isReturning && !mayLeaveRest.has(outcome)) return undefined;
  const [loan] = await loansById(tx, [loanId]);
  if (!loan) return undefined;
  const { currency } = loan;
  const standing = standingOf(loan, now);
  const open = loan.state === 'approved' ? openReturnOf(loan, standing.date) : undefined;
  if (open)
    return { kind: 'return', amount: formatMoney(open.amount, currency), until: formatDate(open.until) };
  // A prepayment or a late return leaves nothing due.
  const hasRest = purpose === 'instalments' || purpose === 'settlement';
  if (!hasRest || !mayLeaveRest.has(outcome) || loan.state === 'canceled') return undefined;
  const isClosing = purpose === 'settlement';
  const owed = isClosing ? closingAmount(standing, loan.membershipDue) : totalOf(standing, numbers);
  if (owed === 0) return isClosing ? undefined : { kind: 'nothing' };
  const amount = formatMoney(owed, currency);
  const on = formatDate(standing.date);
  const until = formatDate(addDays(standing.date, PAYMENT_HOLDS_DAYS.overdue));
  if (isClosing) return { kind: 'closing', amount, on, until };
  const [first] = standing.instalments
    .filter(({ number, toPay }) => numbers.includes(number) && toPay > 0)
    .map(({ payableUntil }) => payableUntil)
    .toSorted();
  return first === undefined || first < standing.date
    ? { kind: 'overdue', amount, on, until }
    : { kind: 'due-later', amount, until: formatDate(first) };
}
