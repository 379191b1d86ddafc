import { paths } from '../../../contract/paths.ts';
import { packOf } from '../../../countries/index.ts';
import { ticketAnsweredEmail, ticketReplyEmail } from '../../../countries/messages/ticket-messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { addMessage, changeTicket, closedAt, type Change, type LockedTicket } from './change.ts';
import { numberOf } from './queries.ts';

interface Reply {
  readonly text: string;
  readonly by: { readonly name: string; readonly staffId: number };
  readonly isClosing: boolean;
  readonly what?: Change;
  readonly isTold?: boolean;
}

type ReplyDependencies = Pick<Dependencies, 'clock' | 'config' | 'vault' | 'jobs'>;

/**
 * Replies in a ticket. The customer reads it in the account and gets an e-mail; a stranger gets it by e-mail.
 */
export async function replyTo(
  tx: Tx,
  deps: ReplyDependencies,
  ticket: LockedTicket,
  reply: Reply,
): Promise<Result<undefined>> {
  if (ticket.merged_into !== null) return fail('ticket_merged');
  // A sender who was not logged in has no known contact to reply to.
  const isTold =
    reply.isTold === true || (!ticket.is_strangers && (await tell(tx, deps, ticket, reply.text)));
  if (!isTold) return fail('ticket_unreachable');
  const at = deps.clock.now();
  const { text, by, isClosing, what = 'replied' } = reply;
  await addMessage(tx, { ticketId: ticket.id, author: 'staff', staffId: by.staffId, content: text, at });
  await changeTicket(
    tx,
    ticket.id,
    { what, by: by.name, at },
    {
      awaits_answer: false,
      is_unread: ticket.customer_id !== null && !ticket.is_strangers,
      ...(ticket.assigned_to === null ? { assigned_to: by.staffId } : {}),
      ...(isClosing ? closedAt(at) : {}),
    },
  );
  return ok(undefined);
}

/** @returns false without a recipient */
async function tell(tx: Tx, deps: ReplyDependencies, ticket: LockedTicket, answer: string): Promise<boolean> {
  const { country, subject } = ticket;
  const sender = { brand: deps.config.BRAND, pack: packOf(country) };
  const site = publicUrlOf(deps.config, country);
  const number = numberOf(ticket.public_id);
  if (ticket.customer_id === null) {
    if (ticket.email === '') return false;
    const url = `${site}${paths.login()}#ayuda`;
    const letter = ticketReplyEmail(sender, { name: ticket.name, number, subject, answer, url });
    await enqueueMessage(tx, deps, country, { channel: 'email', to: ticket.email, ...letter });
    return true;
  }
  const customer = await tx
    .selectFrom('customer')
    .select(['email', 'first_name', 'erased_at'])
    .where('id', '=', ticket.customer_id)
    .executeTakeFirstOrThrow();
  if (customer.erased_at !== null) return false;
  const url = site + paths.login({ redirectTo: paths.ticket(ticket.public_id) });
  const letter = ticketAnsweredEmail(sender, { firstName: customer.first_name, number, subject, url });
  await enqueueMessage(tx, deps, country, { channel: 'email', to: customer.email, ...letter });
  return true;
}
