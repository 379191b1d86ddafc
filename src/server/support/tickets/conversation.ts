import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** Something that was said in a ticket, or in one that goes on in it. */
interface Said {
  readonly id: string;
  readonly author: 'customer' | 'staff';
  readonly by: string;
  readonly text: string;
  readonly at: Date;
}

/** Limit beyond practical use; older messages are omitted. */
const most = 200;

/** All messages, oldest first: each ticket's opening text and the answers. */
export async function saidIn(db: Queryable, ticketId: number): Promise<Said[]> {
  // A stranger's ticket is never shown as part of a customer's ticket.
  const inTicket = sql`(t.id = ${ticketId} or t.merged_into = ${ticketId} and not t.is_strangers)`;
  const { rows } = await sql<Said>`
    select * from (
      select 'c' || t.id as id, 'customer' as author, '' as by, t.content as text, t.created_at as at, 0 as place
      from ticket t where ${inTicket} and t.content <> ''
      union all
      select m.id::text, m.author, coalesce(s.name, ''), m.content, m.created_at, 1
      from ticket_message m join ticket t on t.id = m.ticket_id left join staff_member s on s.id = m.staff_id
      where ${inTicket} and m.content <> ''
      order by at desc, place desc, id desc limit ${most}
    ) newest order by at, place, id
  `.execute(db);
  return rows.map(({ id, author, by, text, at }) => ({ id, author, by, text, at }));
}
