import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { parseUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loanByPublicId, standingOf, type Loan } from '../../loans/service.ts';
import { closeWithCredit, openPayment } from '../payments/service.ts';
import type { Queryable } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { callerOf, route, type Identity, type Route } from '../../platform/http/route.ts';
import { earlyPriceOf, outOfBounds } from './price.ts';
import { prepaymentAnswer, settlementAnswer } from './quotes.ts';

interface OwnLoanCall {
  readonly country: CountryCode;
  readonly identity: Identity | undefined;
  readonly params: { readonly id: string };
}

/** The caller's own loan, paid out and not yet paid back. */
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
      const { kind, payment_method, total } = call.body;
      if (kind === 'settlement' && total === 0) {
        const loan = await ownLoan(db, call);
        return loan.ok ? call.commit((tx) => closeWithCredit(tx, deps, loan.value.id)) : loan;
      }
      return openPayment(deps, call, payment_method, {
        loans: sql`select id from loan where public_id = ${call.params.id} and customer_id = ${callerOf(call).customerId}`,
        priceOn: async (on) => {
          const loan = await ownLoan(on, call);
          return loan.ok ? earlyPriceOf(loan.value, clock.now(), { kind, total }) : loan;
        },
      });
    }),
  ];
}
