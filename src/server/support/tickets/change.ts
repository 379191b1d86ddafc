import { sql, type UpdateObject } from 'kysely';
import type { DB } from '../../platform/database-types.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, type Failure } from '../../platform/http/result.ts';

/** Latest change of a ticket, in Spanish, as reported to a person with an older version. */
const CHANGES = {
  answered: 'agregó un mensaje',
  replied: 'respondió este ticket',
  attached: 'adjuntó un archivo a este ticket',
  assigned: 'cambió quién atiende este ticket',
  linked: 'cambió a qué préstamo o pago corresponde',
  closed: 'cerró este ticket',
  reopened: 'volvió a abrir este ticket',
  merged: 'juntó este ticket con otro',
  decided: 'movió la solicitud de este ticket',
} as const;

export type Change = keyof typeof CHANGES;

export async function lockTicket(tx: Tx, id: number) {
  return tx.selectFrom('ticket').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** True after an erasure. Read behind the ticket's lock, which an erasure takes too. */
export async function isErased(
  tx: Tx,
  { customer_id: id }: { readonly customer_id: number | null },
): Promise<boolean> {
  const row =
    id === null
      ? undefined
      : await tx.selectFrom('customer').select('erased_at').where('id', '=', id).executeTakeFirst();
  return row?.erased_at != null;
}

export type LockedTicket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>;

/** Fails if the ticket changed since it was seen, naming author and kind of the change. */
export function refuseStale(
  ticket: Pick<LockedTicket, 'version' | 'changed_by' | 'last_change'>,
  seen: number | undefined,
): Failure | undefined {
  if (ticket.version === seen) return undefined;
  const what = CHANGES[ticket.last_change as Change] ?? 'cambió este ticket';
  const who = ticket.changed_by === '' ? 'Alguien' : ticket.changed_by;
  return fail('changed_meanwhile', {
    message: `${who} ${what} mientras lo mirabas. Actualizá la página y revisalo.`,
  });
}

interface Changed {
  readonly what: Change;
  readonly by: string;
  readonly at: Date;
}

export async function changeTicket(
  tx: Tx,
  id: number,
  { what, by, at }: Changed,
  set: UpdateObject<DB, 'ticket'>,
): Promise<void> {
  await tx
    .updateTable('ticket')
    .set({ ...set, version: sql`version + 1`, changed_by: by, last_change: what, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** Columns written on closing and reopening, besides the author. */
export const closedAt = (at: Date) => ({ status: 'closed', closed_at: at, awaits_answer: false });
export const opened = { status: 'open', closed_at: null };

interface NewMessage {
  readonly ticketId: number;
  /** Undefined for a message by the customer. */
  readonly staffId?: number | undefined;
  readonly author: 'customer' | 'staff';
  readonly content: string;
  readonly at: Date;
}

export async function addMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx
    .insertInto('ticket_message')
    .values({
      ticket_id: message.ticketId,
      author: message.author,
      staff_id: message.staffId ?? null,
      content: message.content,
      created_at: message.at,
    })
    .execute();
}
