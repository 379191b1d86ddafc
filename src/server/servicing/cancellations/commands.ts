import type { Dependencies } from '../../dependencies.ts';
import { ledgerFacts } from '../../loans/ledger/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { DONE, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import {
  decidable,
  decidedFields,
  decisionFacts,
  noteAccepted,
  returnFact,
  notifyRefused,
  type AskedOfRequest,
} from '../../support/requests/service.ts';
import { withdrawFor } from '../withdrawals/service.ts';

const what = 'cancelar tu préstamo';
const name = 'Cancelación de préstamo';

/**
 * Staff commands for cancellation requests from the balance dialog
 * (docs/product/borrowers-area.md#loan-cancellation).
 */
export function cancellationCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/requests/cancellation/{id}/accept', async (tx, asked) => {
      const found = decidable(asked, await lockRequest(tx, asked.params.id), 'under-review');
      if (!found.ok) return found;
      const request = found.value;
      const { country } = request;
      const books = await ledgerFacts(tx, country, request.loan_id);
      // A paid-out loan can only be undone by withdrawal; the day of the request counts.
      const { model, messages } = await withdrawFor(tx, deps, {
        country,
        customerId: request.customer_id,
        loanId: request.loan,
        reason: request.other_reason,
        requestedAt: request.created_at,
      });
      if (model.state === 'refused') return fail('request_impossible', { message: messages.join(' ') });
      await decide(tx, deps, asked, request, 'accepted');
      await noteAccepted(tx, deps, request.ticket_id, asked, messages);
      const before = { state: request.state, loan_state: request.loan_state, ...books };
      const after = {
        state: 'accepted',
        outcome: model.state,
        ...returnFact(country, model.return_amount),
        ...(await ledgerFacts(tx, country, request.loan_id)),
      };
      const facts = decisionFacts(request, { kind: 'cancellation', name, before, after });
      return ok({ answer: DONE, facts });
    }),
    staffCommand(deps, 'POST /api/staff/requests/cancellation/{id}/refuse', async (tx, asked) => {
      const found = decidable(asked, await lockRequest(tx, asked.params.id), 'under-review');
      if (!found.ok) return found;
      const request = found.value;
      await decide(tx, deps, asked, request, 'rejected');
      await notifyRefused(tx, deps, request.ticket_id, asked, what);
      const [before, after] = [{ state: request.state }, { state: 'rejected' }];
      const facts = decisionFacts(request, { kind: 'cancellation', name, before, after });
      return ok({ answer: DONE, facts });
    }),
  ];
}

function lockRequest(tx: Tx, id: number) {
  return tx
    .selectFrom('cancellation_request as r')
    .innerJoin('loan as l', 'l.id', 'r.loan_id')
    .selectAll('r')
    .select(['l.public_id as loan', 'l.state as loan_state'])
    .where('r.id', '=', id)
    .forUpdate('r')
    .executeTakeFirst();
}

async function decide(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  asked: AskedOfRequest,
  { id, version }: { readonly id: number; readonly version: number },
  state: 'accepted' | 'rejected',
): Promise<void> {
  await tx
    .updateTable('cancellation_request')
    .set({ state, decided_at: clock.now(), ...decidedFields(asked, version) })
    .where('id', '=', id)
    .execute();
}
