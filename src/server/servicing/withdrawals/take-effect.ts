import type { OutputOf } from '../../../contract/contract.ts';
import { paths } from '../../../contract/paths.ts';
import { packOf } from '../../../countries/index.ts';
import {
  withdrawalOutcomeEmail,
  withdrawalOutcomeText,
  type WithdrawalOutcome,
} from '../../../countries/messages/withdrawal-messages.ts';
import { centavos, formatMoney, toUnits } from '../../../domain/money.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { lockCustomer } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import { applyWithdrawal } from '../../loans/books/service.ts';
import { lockedLoan } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { Origin } from '../../platform/http/route.ts';
import { openTicket } from '../../support/tickets/service.ts';
import { basicPlanWords, endingWords, NO_ENDING } from '../memberships/service.ts';
import { moveReturn } from './return-state.ts';
import { decide, type Confirmed, type Decision } from './decide.ts';

interface KnownRequest extends Confirmed {
  readonly code: string;
  readonly reason: string;
}

/** Origin of the confirmation, and the site for links. */
export type EffectOrigin = Pick<Origin, 'requestId' | 'address' | 'baseUrl'>;

/**
 * Decides a request and records the decision: on the request, as a ticket, as an event and as a message to
 * the customer.
 */
export async function takeEffect(
  tx: Tx,
  deps: Dependencies,
  request: KnownRequest,
  origin: EffectOrigin,
): Promise<OutputOf<'POST /api/v3/withdrawal/confirm'>> {
  // Locked first, so that two requests of one person are decided one after the other.
  const customer = await lockCustomer(tx, request.customer_id);
  const decision = await decide(tx, deps, request);
  const outcome = outcomeOf(decision, request.country);
  await conclude(tx, deps, { ...request, customer }, decision, outcome, origin);
  return {
    model: {
      code: request.code,
      kind: request.kind === 'membership' ? 'membership' : 'loan',
      state: decision.state,
      return_amount: decision.returnAmount === null ? null : toUnits(centavos(decision.returnAmount)),
    },
    messages: [...withdrawalOutcomeText(outcome)],
  };
}

function outcomeOf(
  { state, refusal, until, returnAmount, isPaidOff, returnCredit, ending, plan }: Decision,
  country: CountryCode,
): WithdrawalOutcome {
  const { currency } = packOf(country);
  switch (state) {
    case 'canceled':
      return { state };
    case 'ended':
      return { state, ...endingWords(country, ending ?? NO_ENDING) };
    case 'return-due':
      return {
        state,
        amount: returnAmount === 0 ? '' : formatMoney(centavos(returnAmount ?? 0), currency),
        isPaidOff,
        credit: returnCredit === 0 ? '' : formatMoney(centavos(returnCredit), currency),
        until,
        plan: plan && basicPlanWords(country, plan),
      };
    case 'refused':
      return { state, refusal: refusal === '' ? 'no-loan' : refusal, until };
  }
}

interface ConcludedRequest extends KnownRequest {
  readonly customer: Awaited<ReturnType<typeof lockCustomer>>;
}

async function conclude(
  tx: Tx,
  deps: Dependencies,
  request: ConcludedRequest,
  decision: Decision,
  outcome: WithdrawalOutcome,
  { requestId, address, baseUrl }: EffectOrigin,
): Promise<void> {
  const { country, customer_id: customerId, code, customer } = request;
  const at = deps.clock.now();
  const ticketId = await notifySupport(tx, deps, request, decision, outcome);
  await tx
    .updateTable('withdrawal')
    .set({
      state: decision.state,
      refusal: decision.refusal,
      loan_id: decision.loanId,
      return_amount: decision.returnAmount,
      return_until: decision.returnBy,
      ticket_id: ticketId,
      confirmed_at: at,
    })
    .where('id', '=', request.id)
    .execute();
  // Earlier payments may cover the whole return.
  if (decision.state === 'return-due' && decision.loanId !== null)
    await applyWithdrawal(tx, deps, await lockedLoan(tx, decision.loanId));
  if (decision.isPaidOff) await moveReturn(tx, deps, request.id, 'settled');
  const sender = { brand: deps.config.BRAND, pack: packOf(country) };
  // Leads to the page for returning the money after login.
  const url =
    baseUrl + paths.login(decision.state === 'return-due' ? { redirectTo: paths.returnLoan() } : {});
  const letter = withdrawalOutcomeEmail(sender, { firstName: customer.first_name, code, outcome, url });
  await enqueueMessage(tx, deps, country, { channel: 'email', to: customer.email, ...letter });
  await recordEvent(tx, {
    at,
    country,
    kind: 'withdrawal-confirmed',
    customerId,
    loanId: decision.loanId ?? undefined,
    requestId,
    address,
    detail: { code, kind: request.kind, state: decision.state, refusal: decision.refusal },
  });
}

const words = {
  loan: { what: 'arrepentirte de tu préstamo', name: 'Arrepentimiento', ticket: 'withdrawal' },
  membership: { what: 'dar de baja tu membresía', name: 'Baja de membresía', ticket: 'membership-end' },
} as const;

/** Texts for a request's kind, and its ticket's kind. */
export const wordsOf = (kind: string) => words[kind === 'membership' ? 'membership' : 'loan'];

/**
 * Creates the ticket shown in the customer's account status. Only after confirmation: the account status is
 * public, and a stranger's request must not disclose that someone is a customer.
 */
async function notifySupport(
  tx: Tx,
  deps: Dependencies,
  { country, kind, code, reason, customer }: ConcludedRequest,
  decision: Decision,
  outcome: WithdrawalOutcome,
): Promise<number> {
  const { name, ticket } = wordsOf(kind);
  const { id } = await openTicket(tx, deps, {
    country,
    customerId: customer.id,
    kind: ticket,
    subject: `${name} ${code}`,
    content: [...withdrawalOutcomeText(outcome), reason].filter((part) => part !== '').join('\n\n'),
    name: `${customer.first_name} ${customer.last_name}`,
    email: customer.email,
    documentNumber: customer.document_number,
    // Open while the money is awaited, for the staff to collect.
    status: decision.state === 'return-due' ? 'open' : 'closed',
  });
  return id;
}
