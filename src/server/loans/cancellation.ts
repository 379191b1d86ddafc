import { isCancelableByCustomer } from '../../domain/loan-state.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordEvent } from '../platform/events.ts';
import { fail, failFields, ok } from '../platform/http/result.ts';
import { callerOf, route, type Route } from '../platform/http/route.ts';
import { recordCanceled } from './payout-outcome.ts';
import { lockPayout } from './payout-record.ts';

/** Cancellation reasons for customers (docs/product/confirmation.md#modify-and-cancel). */
const REASONS: readonly { readonly id: number; readonly nombre: string }[] = [
  { id: 1, nombre: 'Ya no necesito el dinero' },
  { id: 2, nombre: 'Encontré una oferta mejor' },
  { id: 3, nombre: 'La cuota o la tasa me parecen altas' },
  { id: 4, nombre: 'Me equivoqué en los datos' },
  { id: 5, nombre: 'Está demorando mucho' },
  { id: 6, nombre: 'Otro motivo' },
];

export function cancellationRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/audit_options/autogestion', async () => ok({ code: 200 as const, result: [...REASONS] })),
    cancel(deps),
  ];
}

/**
 * Cancels a request in the states that allow it (docs/product/confirmation.md#modify-and-cancel). It takes
 * the payout's lock, so that a payout possibly in transit is never canceled. Without a reason, the customer
 * is modifying the request.
 */
function cancel(deps: Dependencies): Route {
  return route('POST /api/cancel_loan/front/{id}', async (call) => {
    const { params, body, country, commit } = call;
    const { customerId } = callerOf(call);
    const reason = REASONS.find(({ id }) => String(id) === body.auditOptionId);
    if (body.auditOptionId !== '' && !reason)
      return failFields({ auditOptionId: 'Elegí un motivo para continuar.' });
    return commit(async (tx) => {
      const found = await tx
        .selectFrom('loan')
        .select(['id', 'has_cancel_from_the_client'])
        .where('country', '=', country)
        .where('customer_id', '=', customerId)
        .where('public_id', '=', params.id)
        .executeTakeFirst();
      const loan = found && (await lockPayout(tx, found.id));
      if (!loan) return fail('not_found');
      // Customers may refuse moved dates even for a loan that they could not cancel otherwise.
      const mayCancel = found.has_cancel_from_the_client || loan.leaves_on !== null;
      if (!isCancelableByCustomer(loan.loan_state, loan.state, mayCancel)) return fail('loan_state');
      await recordCanceled(tx, deps, loan, 'customer');
      await recordEvent(tx, {
        at: deps.clock.now(),
        country,
        kind: 'loan-cancel-reason',
        customerId,
        loanId: found.id,
        detail: { reason: reason?.nombre ?? 'modify' },
      });
      return ok({ messages: ['Tu solicitud quedó cancelada.'] });
    });
  });
}
