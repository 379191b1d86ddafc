import type { Dependencies } from '../../dependencies.ts';
import { ledgerFacts } from '../../loans/ledger/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { DONE, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import {
  decidable,
  decidedFields,
  decisionFacts,
  returnFact,
  notifyRefused,
  type AskedOfRequest,
} from '../../support/requests/service.ts';
import { openTicket } from '../../support/tickets/service.ts';
import { dayAsked, loanToWithdraw, loanWithMembership, lockRequest } from './queries.ts';
import { takeEffect, wordsOf } from './take-effect.ts';

type Request = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

/** Staff commands for requesters who could not use the link (docs/product/rights.md#withdrawal). */
export function withdrawalCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/requests/withdrawal/{id}/accept', async (tx, asked) => {
      const found = decidable(asked, await lockRequest(tx, asked.params.id), 'received');
      if (!found.ok) return found;
      const request = found.value;
      const { customer_id } = request;
      if (customer_id === null)
        return fail('request_impossible', { message: 'Ninguna cuenta tiene el documento de este pedido.' });
      const { country } = request;
      const loan =
        request.kind === 'membership'
          ? await loanWithMembership(
              tx,
              customer_id,
              await dayAsked(tx, deps, { ...request, country, customer_id }),
            )
          : await loanToWithdraw(tx, customer_id, request.asked_loan);
      const books = await ledgerFacts(tx, country, loan?.id);
      const origin = { requestId: '', address: '', baseUrl: publicUrlOf(deps.config, country) };
      const effect = await takeEffect(tx, deps, { ...request, country, customer_id }, origin);
      if (effect.model.state === 'refused')
        return fail('request_impossible', { message: effect.messages.join(' ') });
      await note(tx, asked, request, {});
      const after = {
        state: effect.model.state,
        ...returnFact(country, effect.model.return_amount),
        ...(await ledgerFacts(tx, country, loan?.id)),
      };
      return ok({
        answer: DONE,
        facts: factsOf(request, after, books),
      });
    }),
    staffCommand(deps, 'POST /api/staff/requests/withdrawal/{id}/refuse', async (tx, asked) => {
      const found = decidable(asked, await lockRequest(tx, asked.params.id), 'received');
      if (!found.ok) return found;
      const request = found.value;
      const ticketId = await ticketOf(tx, deps, request);
      const state = {
        state: 'refused',
        refusal: 'staff',
        confirmed_at: deps.clock.now(),
        ticket_id: ticketId,
      };
      await note(tx, asked, request, state);
      await notifyRefused(tx, deps, ticketId, asked, wordsOf(request.kind).what);
      const facts = factsOf(request, { state: 'refused' });
      return ok({ answer: DONE, facts, isSmall: request.customer_id === null });
    }),
  ];
}

async function note(tx: Tx, asked: AskedOfRequest, { id, version }: Request, more: object): Promise<void> {
  await tx
    .updateTable('withdrawal')
    .set({ ...more, ...decidedFields(asked, version) })
    .where('id', '=', id)
    .execute();
}

/**
 * Ticket with the reason, for the person to read; a person without an account gets none, as for the request
 * itself.
 */
async function ticketOf(tx: Tx, deps: Dependencies, request: Request): Promise<number | null> {
  if (request.customer_id === null) return null;
  const { name, ticket } = wordsOf(request.kind);
  const { id } = await openTicket(tx, deps, {
    country: request.country,
    customerId: request.customer_id,
    kind: ticket,
    subject: `${name} ${request.code}`,
    // Before confirmation, the reason may have been written by anyone.
    content: request.confirmed_at === null ? '' : request.reason,
    status: 'closed',
  });
  return id;
}

function factsOf(request: Request, after: object, books: object = {}) {
  const before = { state: request.state, ...books };
  const { name } = wordsOf(request.kind);
  return decisionFacts(request, {
    kind: 'withdrawal',
    name: `${name} ${request.code}`,
    before,
    after,
  });
}
