import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { changeTicket, closedAt, type Change, type LockedTicket } from './change.ts';

/** Lets a ticket go on in another one of the same person; its conversation is read there from then on. */
export async function mergeTickets(
  tx: Tx,
  from: LockedTicket,
  into: LockedTicket | undefined,
  stamp: { readonly what: Change; readonly by: string; readonly at: Date },
): Promise<Result<LockedTicket>> {
  if (!into || !isMergeable(from, into)) return fail('ticket_merge');
  const inside = await tx
    .selectFrom('ticket')
    .select('id')
    .where('merged_into', '=', from.id)
    .limit(1)
    .executeTakeFirst();
  // One level: who reads a ticket reads all that goes on in it.
  if (inside) return fail('ticket_merge');
  await changeTicket(tx, from.id, stamp, { ...closedAt(stamp.at), merged_into: into.id, is_unread: false });
  await changeTicket(tx, into.id, stamp, {
    awaits_answer: from.awaits_answer || into.awaits_answer,
    is_unread: from.is_unread || into.is_unread,
  });
  return ok(into);
}

function isMergeable(from: LockedTicket, into: LockedTicket): boolean {
  const isSamePerson =
    from.customer_id === null
      ? into.customer_id === null && from.email !== '' && from.email === into.email
      : from.customer_id === into.customer_id;
  return (
    from.id !== into.id &&
    from.country === into.country &&
    // Nothing that a stranger wrote comes into a ticket that the customer reads.
    from.is_strangers === into.is_strangers &&
    isSamePerson &&
    from.status !== 'closed' &&
    into.status !== 'closed'
  );
}
