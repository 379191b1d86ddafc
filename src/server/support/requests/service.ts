import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { requestRefusedText } from '../../../countries/messages/ticket-messages.ts';
import { formatMoney, fromUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { countriesOf, doerOf, type Askers, type Facts } from '../../staff/actions/service.ts';
import { lockTicket, replyTo } from '../tickets/service.ts';

/** What the commands that decide a borrower's request share. */
export interface AskedOfRequest extends Askers {
  readonly seenVersion: number | undefined;
  readonly body: { readonly reason: string };
}

export interface DecidableRequest {
  readonly country: CountryCode;
  readonly state: string;
  readonly version: number;
  readonly decided_by: string;
}

/** The request, as who decides it may and has seen it. @param open the state in which it waits */
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

/** What the audit says of a decision: numbers, states and the reason, nothing of the person. */
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

/** What has to come back, as a person reads it; nothing where nothing has to. */
export function returnFact(country: CountryCode, units: number | null): { readonly return_amount?: string } {
  if (units === null) return {};
  return { return_amount: formatMoney(fromUnits(units), packOf(country).currency) };
}

type ReplyDependencies = Pick<Dependencies, 'clock' | 'config' | 'vault' | 'jobs'>;

/** The person reads in the ticket, which is closed, what was decided. `isTold`: by another letter already. */
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
  // A stranger's request is decided in silence: its customer did not ask, and the stranger cannot be reached.
  const isSilent = isTold || ticket.is_strangers;
  // Whose data was erased meanwhile is told nothing any more.
  await replyTo(tx, deps, ticket, { text, by, isClosing: true, isTold: isSilent, what: 'decided' });
}

export function tellRefused(
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
