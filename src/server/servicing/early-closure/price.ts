import type { ParsedOf } from '../../../contract/contract.ts';
import { packOf } from '../../../countries/index.ts';
import { isPrepayable, prepaymentBounds } from '../../../domain/standing/early-payment.ts';
import { formatMoney, parseUnits, type Centavos, type Currency } from '../../../domain/money.ts';
import type { LoanStanding } from '../../../domain/standing/standing.ts';
import { closingAmount } from '../../loans/ledger/service.ts';
import { openPaymentsOn, openReturnOf, standingOf, type Loan } from '../../loans/service.ts';
import { expiredOn, isSameAmount, type Price } from '../payments/service.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { heldUntil } from './quotes.ts';

type Asked = Pick<ParsedOf<'POST /api/v3/loan/{id}/settlement', 'body'>, 'kind' | 'total'>;

/** Price today of closing, prepaying or returning a loan, computed by the server. */
export function earlyPriceOf(loan: Loan, now: Date, { kind, total }: Asked): Result<Price> {
  const standing = standingOf(loan, now);
  const open = standing.instalments.filter(({ settledOn }) => settledOn === null);
  const isUnderWay = open.some(({ state }) => state !== 'pending' && state !== 'delayed');
  if (isUnderWay || openPaymentsOn(loan.openPayments, standing.date).has(0))
    return fail('payment_instalment');
  const price = {
    loanId: loan.id,
    customerId: loan.customerId,
    purpose: kind,
    // The whole plan changes, so no other payment may be requested meanwhile.
    numbers: (open.length > 0 ? open : standing.instalments.slice(-1)).map(({ number }) => number),
    pricedOn: standing.date,
    dueDate: heldUntil(standing.date),
    expired: expiredOn(loan, standing.date),
  };
  if (kind === 'withdrawal') {
    const due = openReturnOf(loan, standing.date);
    if (due === undefined) return fail('not_found');
    if (!isSameAmount(total, due.amount)) return fail('payment_total');
    return ok({ ...price, amount: due.amount, dueDate: due.until });
  }
  if (kind === 'settlement') {
    const amount = closingAmount(standing, loan.membershipDue);
    return isSameAmount(total, amount) ? ok({ ...price, amount }) : fail('payment_total');
  }
  const amount = parseUnits(total);
  return isWithin(standing, amount)
    ? ok({ ...price, amount })
    : outOfBounds(standing, packOf(loan.country).currency);
}

function isWithin(standing: LoanStanding, amount: Centavos | undefined): amount is Centavos {
  return amount !== undefined && isPrepayable(prepaymentBounds(standing), amount);
}

/** Says between which amounts the loan can be paid ahead. */
export function outOfBounds(standing: LoanStanding, currency: Currency): Failure {
  const bounds = prepaymentBounds(standing);
  if (bounds === undefined) return fail('prepayment_amount');
  const [min, max] = [formatMoney(bounds.min, currency), formatMoney(bounds.max, currency)];
  return fail('prepayment_amount', { fields: { amount: `Ingresá un monto entre ${min} y ${max}.` } });
}
