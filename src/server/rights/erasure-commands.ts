import { OBJECTIONS } from '../../words/requests.ts';
import { lockCustomer } from '../customers/service.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';
import { fail, ok } from '../platform/http/result.ts';
import { DONE, staffCommand, type StaffCommand } from '../staff/actions/service.ts';
import {
  decidable,
  decidedFields,
  decisionFacts,
  notifyRefused,
  type AskedOfRequest,
} from '../support/requests/service.ts';
import { tryWaiting } from './erasure.ts';
import { erasureStanding } from './standing.ts';

const name = 'Supresión de datos';

/**
 * Staff decisions on a request for erasure before the daily run performs it
 * (docs/product/rights.md#own-data).
 */
export function erasureCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/requests/erasure/{id}/accept', async (tx, asked) => {
      const found = decidable(asked, await lockRequest(tx, asked.params.id), 'waiting');
      if (!found.ok) return found;
      const request = found.value;
      // Same conditions as {@link tryWaiting}.
      await lockCustomer(tx, request.customer_id);
      const { reason } = await erasureStanding(tx, request.country, request.customer_id);
      if (reason !== '') return fail('request_impossible', { message: OBJECTIONS[reason] });
      await tryWaiting(tx, deps, request.id);
      await note(tx, asked, request, {});
      const facts = factsOf(request, { state: 'done' });
      return ok({ answer: DONE, facts });
    }),
    staffCommand(deps, 'POST /api/staff/requests/erasure/{id}/refuse', async (tx, asked) => {
      const found = decidable(asked, await lockRequest(tx, asked.params.id), 'waiting');
      if (!found.ok) return found;
      const request = found.value;
      await note(tx, asked, request, { state: 'refused' });
      await notifyRefused(tx, deps, request.ticket_id, asked, 'suprimir tus datos');
      const facts = factsOf(request, { state: 'refused' });
      return ok({ answer: DONE, facts });
    }),
  ];
}

function lockRequest(tx: Tx, id: number) {
  return tx.selectFrom('erasure_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type Request = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

async function note(tx: Tx, asked: AskedOfRequest, { id, version }: Request, more: object): Promise<void> {
  await tx
    .updateTable('erasure_request')
    .set({ ...more, ...decidedFields(asked, version) })
    .where('id', '=', id)
    .execute();
}

function factsOf(request: Request, after: object) {
  return decisionFacts(request, { kind: 'erasure', name, before: { state: request.state }, after });
}
