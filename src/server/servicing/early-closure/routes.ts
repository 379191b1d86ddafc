import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { parseUnits, formatMoney, type Centavos, type Currency } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { openOffers } from '../../loans/actions/service.ts';
import { loanByPublicId, standingOf, type Loan, openPaymentsOn, openReturnOf } from '../../loans/service.ts';
import { closeWithCredit, openPayment, expiredOn, isSameAmount, type Price } from '../payments/service.ts';
import type { Queryable } from '../../platform/database.ts';
import { fail, ok, type Result, type Failure } from '../../platform/http/result.ts';
import { callerOf, route, type Identity, type Route } from '../../platform/http/route.ts';
import { prepaymentAnswer, settlementAnswer, heldUntil } from './quotes.ts';
import type { ParsedOf } from '../../../contract/contract.ts';
import { isPrepayable, prepaymentBounds } from '../../../domain/standing/early-payment.ts';
import type { LoanStanding } from '../../../domain/standing/standing.ts';
import { closingAmount } from '../../loans/ledger/service.ts';

type Asked = Pick<ParsedOf<'POST /api/v3/loan/{id}/settlement', 'body'>, 'kind' | 'total' | 'offer'>;

/** Today's price of closing, prepaying or returning a loan, computed by the server. */
function earlyPriceOf(loan: Loan, now: Date, { kind, total, offer }: Asked): Result<Price> {
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
  if (kind === 'offer') {
    const found = openOffers(loan, standing.date).find(({ id }) => id === String(offer));
    if (found === undefined) return fail('settlement_over');
    const { remaining: amount, until } = found;
    return isSameAmount(total, amount)
      ? ok({ ...price, amount, offer: Number(found.id), dueDate: until })
      : fail('payment_total');
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

/** Failure that states the smallest and largest prepayment. */
function outOfBounds(standing: LoanStanding, currency: Currency): Failure {
  const bounds = prepaymentBounds(standing);
  if (bounds === undefined) return fail('prepayment_amount');
  const [min, max] = [formatMoney(bounds.min, currency), formatMoney(bounds.max, currency)];
  return fail('prepayment_amount', { fields: { amount: `Ingresá un monto entre ${min} y ${max}.` } });
}

interface OwnLoanCall {
  readonly country: CountryCode;
  readonly identity: Identity | undefined;
  readonly params: { readonly id: string };
}

/** Caller's own loan, paid out and not yet paid off. */
async function ownLoan(db: Queryable, call: OwnLoanCall): Promise<Result<Loan>> {
  const loan = await loanByPublicId(db, call.country, call.params.id);
  const isOwn = loan?.customerId === callerOf(call).customerId;
  return loan && isOwn && loan.state === 'approved' ? ok(loan) : fail('not_found');
}

/** Routes for closing a loan early, prepaying, and returning a withdrawn loan. */
export function settlementRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    route('GET /api/v3/loan/{id}/settlement', async (call) => {
      const loan = await ownLoan(db, call);
      if (!loan.ok) return loan;
      return ok({ result: settlementAnswer(deps, loan.value) });
    }),
    route('GET /api/v3/loan/{id}/prepayment', async (call) => {
      const loan = await ownLoan(db, call);
      if (!loan.ok) return loan;
      const now = clock.now();
      const amount = parseUnits(call.query.amount);
      const result = amount === undefined ? undefined : prepaymentAnswer(loan.value, now, amount);
      return result === undefined
        ? outOfBounds(standingOf(loan.value, now), packOf(loan.value.country).currency)
        : ok({ result });
    }),
    route('POST /api/v3/loan/{id}/settlement', async (call) => {
      const { kind, payment_method, total, offer } = call.body;
      if (kind === 'settlement' && total === 0) {
        const loan = await ownLoan(db, call);
        return loan.ok ? call.commit((tx) => closeWithCredit(tx, deps, loan.value.id)) : loan;
      }
      return openPayment(deps, call, payment_method, {
        loans: sql`select id from loan where public_id = ${call.params.id} and customer_id = ${callerOf(call).customerId}`,
        priceOn: async (on) => {
          const loan = await ownLoan(on, call);
          return loan.ok ? earlyPriceOf(loan.value, clock.now(), { kind, total, offer }) : loan;
        },
      });
    }),
  ];
}
