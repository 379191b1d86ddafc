import { sql, type RawBuilder } from 'kysely';
import type { TicketFileType } from '../../../contract/tickets.ts';
import type { Queryable } from '../../platform/database.ts';

/** Something that was said in a ticket, or in one that goes on in it; a note only to the staff. */
interface Said {
  readonly id: string;
  readonly author: 'customer' | 'staff' | 'note';
  readonly by: string;
  readonly text: string;
  readonly at: Date;
  readonly file: SaidFile | null;
}

interface SaidFile {
  readonly id: string;
  readonly name: string;
  readonly type: TicketFileType;
  readonly bytes: number;
}

/** Limit beyond practical use; older messages are omitted. */
const most = 200;

/** All messages, oldest first: each ticket's opening text and the answers. */
export async function saidIn(db: Queryable, ticketId: number, { hasNotes = false } = {}): Promise<Said[]> {
  // A stranger's ticket is never shown as part of a customer's ticket.
  const inTicket = sql`(t.id = ${ticketId} or t.merged_into = ${ticketId} and not t.is_strangers)`;
  const { rows } = await sql<Said>`
    select * from (
      select 'c' || t.id as id, 'customer' as author, '' as by, t.content as text, t.created_at as at, 0 as place,
        null::json as file
      from ticket t where ${inTicket} and t.content <> ''
      union all
      select m.id::text, m.author, coalesce(s.name, ''), m.content, m.created_at, 1, null::json
      from ticket_message m join ticket t on t.id = m.ticket_id left join staff_member s on s.id = m.staff_id
      where ${inTicket} and m.content <> ''
      union all
      select 'f' || f.id, f.author, coalesce(s.name, ''), '', f.created_at, 1,
        json_build_object('id', f.public_id, 'name', f.name, 'type', f.type, 'bytes', f.bytes)
      from ticket_file f join ticket t on t.id = f.ticket_id left join staff_member s on s.id = f.staff_id
      where ${inTicket}
      ${hasNotes ? notesIn(inTicket) : sql``}
      order by at desc, place desc, id desc limit ${most}
    ) newest order by at, place, id
  `.execute(db);
  return rows.map(({ id, author, by, text, at, file }) => ({ id, author, by, text, at, file }));
}

const notesIn = (inTicket: RawBuilder<unknown>) => sql`
  union all
  select 'n' || n.id, 'note', coalesce(s.name, ''), n.content, n.created_at, 1, null::json
  from ticket_note n join ticket t on t.id = n.ticket_id left join staff_member s on s.id = n.staff_id
  where ${inTicket} and n.content <> ''`;
