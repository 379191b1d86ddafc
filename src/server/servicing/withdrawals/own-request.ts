import type { CountryCode } from '../../../countries/country-pack.ts';
import type { WithdrawalKind } from '../../../countries/messages/withdrawal-messages.ts';
import { lockCustomer } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { failTooMany, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { overRequestLimit } from './limits.ts';
import { codeDigits, codePrefix } from './request.ts';
import { takeEffect, type EffectOrigin } from './take-effect.ts';

/** Route for a logged-in customer: the request takes effect at once, without a link by e-mail. */
export function ownRequestRoute(deps: Dependencies): Route {
  const { clock, db } = deps;
  return route('POST /api/v3/withdrawal/own', async (call) => {
    const { body, country, origin, commit } = call;
    const { customerId } = callerOf(call);
    const { document_number } = await db
      .selectFrom('customer')
      .select('document_number')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow();
    const wait = await overRequestLimit(deps, country, document_number, origin.address, 'owner');
    if (wait !== undefined) return failTooMany(wait);
    const { kind, loan_id: loanId, reason } = body;
    const own = { country, customerId, kind, loanId, reason, requestedAt: clock.now() };
    return commit(async (tx) => ok(await requestOwn(tx, deps, own, origin)));
  });
}

interface OwnRequest {
  readonly country: CountryCode;
  readonly customerId: number;
  readonly kind: WithdrawalKind;
  /** The loan's public id; '' for the newest one. */
  readonly loanId: string;
  readonly reason: string;
  readonly requestedAt: Date;
}

/** Records a request of a known customer, with immediate effect. */
async function requestOwn(tx: Tx, deps: Dependencies, asked: OwnRequest, origin: EffectOrigin) {
  const { country, customerId, kind, loanId, reason, requestedAt } = asked;
  const customer = await lockCustomer(tx, customerId);
  const code = `${codePrefix[kind]}-${deps.random.digits(codeDigits)}`;
  const request = await tx
    .insertInto('withdrawal')
    .values({
      code,
      country,
      kind,
      document_number: customer.document_number,
      email: customer.email,
      customer_id: customerId,
      asked_loan: loanId,
      reason,
      requested_at: requestedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordEvent(tx, {
    at: deps.clock.now(),
    country,
    kind: 'withdrawal-requested',
    customerId,
    requestId: origin.requestId,
    address: origin.address,
    detail: { code, kind },
  });
  return takeEffect(tx, deps, { ...request, country, customer_id: customerId }, origin);
}

/** Records a request made through another channel, as of its day. */
export function withdrawFor(tx: Tx, deps: Dependencies, asked: Omit<OwnRequest, 'kind'>) {
  const origin = { requestId: '', address: '', baseUrl: publicUrlOf(deps.config, asked.country) };
  return requestOwn(tx, deps, { ...asked, kind: 'loan' }, origin);
}
