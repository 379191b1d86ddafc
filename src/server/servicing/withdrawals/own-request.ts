import type { DocumentNumber } from '../../../countries/country.ts';
import { lockCustomer } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { failTooMany, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { recordEvent } from '../../platform/events.ts';
import { overRequestLimit } from './limits.ts';
import { codeDigits, codePrefix } from './request.ts';
import { takeEffect } from './take-effect.ts';

/** A logged-in customer is known already: the request takes effect at once, without a link by e-mail. */
export function ownRequestRoute(deps: Dependencies): Route {
  const { clock, random, db } = deps;
  return route('POST /api/v3/withdrawal/own', async (call) => {
    const { body, country, origin, commit } = call;
    const { customerId } = callerOf(call);
    const { document_number } = await db
      .selectFrom('customer')
      .select('document_number')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow();
    const wait = await overRequestLimit(deps, country, document_number as DocumentNumber, origin.address);
    if (wait !== undefined) return failTooMany(wait);
    return commit(async (tx) => {
      const customer = await lockCustomer(tx, customerId);
      const at = clock.now();
      const code = `${codePrefix[body.kind]}-${random.digits(codeDigits)}`;
      const request = await tx
        .insertInto('withdrawal')
        .values({
          code,
          country,
          kind: body.kind,
          document_number: customer.document_number,
          email: customer.email,
          customer_id: customerId,
          asked_loan: body.loan_id,
          reason: body.reason,
          requested_at: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await recordEvent(tx, {
        at,
        country,
        kind: 'withdrawal-requested',
        customerId,
        requestId: origin.requestId,
        address: origin.address,
        detail: { code, kind: body.kind },
      });
      return ok(await takeEffect(tx, deps, { ...request, country, customer_id: customerId }, origin));
    });
  });
}
