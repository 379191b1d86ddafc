import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { requestRefusedText } from '../../../countries/messages/ticket-messages.ts';
import { formatMoney, fromUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { countriesOf, doerOf, type Askers, type Facts } from '../../staff/actions/service.ts';
import { lockTicket, replyTo } from '../tickets/service.ts';

/** Shared parts of the commands that decide borrowers' requests. */
export interface AskedOfRequest extends Askers {
  readonly seenVersion: number | undefined;
  readonly body: { readonly reason: string };
}

interface DecidableRequest {
  readonly country: CountryCode;
  readonly state: string;
  readonly version: number;
  readonly decided_by: string;
}

/**
 * Locks the request if the person may decide it and saw this version.
 * @param open state of a request that awaits a decision
 */
export function decidable<Request extends DecidableRequest>(
  asked: AskedOfRequest,
  request: Request | undefined,
  open: string,
): Result<Request> {
  if (!request || !countriesOf(asked).includes(request.country)) return fail('not_found');
  if (request.state === open && request.version === asked.seenVersion) return ok(request);
  const who = request.decided_by === '' ? 'La persona que la hizo o el sistema' : request.decided_by;
  return fail('changed_meanwhile', {
    message: `${who} resolvió esta solicitud mientras la mirabas. Actualizá la página y revisala.`,
  });
}

export const decidedFields = (asked: AskedOfRequest, version: number) => ({
  version: version + 1,
  decided_by: doerOf(asked).name,
  decision_reason: asked.body.reason,
});

/** Audit entry of a decision: ids, states and the reason, without personal data. */
export function decisionFacts(
  request: { readonly id: number; readonly country: CountryCode; readonly customer_id: number | null },
  { kind, name, before, after }: { kind: string; name: string; before: object; after: object },
): Facts {
  return {
    subject: `${kind}:${request.id}`,
    subjectName: name,
    country: request.country,
    ...(request.customer_id === null ? {} : { customerId: request.customer_id }),
    before,
    after,
  };
}

/** Amount to return, formatted; empty if there is none. */
export function returnFact(country: CountryCode, units: number | null): { readonly return_amount?: string } {
  if (units === null) return {};
  return { return_amount: formatMoney(fromUnits(units), packOf(country).currency) };
}

type ReplyDependencies = Pick<Dependencies, 'clock' | 'config' | 'vault' | 'jobs'>;

/** Announces the decision in the ticket and closes it. `isTold`: another letter already did. */
async function concludeTicket(
  tx: Tx,
  deps: ReplyDependencies,
  ticketId: number | null,
  asked: AskedOfRequest,
  { text, isTold }: { readonly text: string; readonly isTold: boolean },
): Promise<void> {
  const ticket = ticketId === null ? undefined : await lockTicket(tx, ticketId);
  if (!ticket) return;
  const by = doerOf(asked);
  // Not announced for a stranger's request: the customer did not make it, and the stranger cannot be reached.
  const isSilent = isTold || ticket.is_strangers;
  // An erased person gets no message.
  await replyTo(tx, deps, ticket, { text, by, isClosing: true, isTold: isSilent, what: 'decided' });
}

export function notifyRefused(
  tx: Tx,
  deps: ReplyDependencies,
  ticketId: number | null,
  asked: AskedOfRequest,
  what: string,
): Promise<void> {
  const text = requestRefusedText(what, asked.body.reason);
  return concludeTicket(tx, deps, ticketId, asked, { text, isTold: false });
}

export function noteAccepted(
  tx: Tx,
  deps: ReplyDependencies,
  ticketId: number | null,
  asked: AskedOfRequest,
  messages: readonly string[],
): Promise<void> {
  return concludeTicket(tx, deps, ticketId, asked, { text: messages.join('\n\n'), isTold: true });
}
