import { sql } from 'kysely';
import type { Queryable } from '../platform/database.ts';

const columns = ['id', 'country', 'channel', 'recipient', 'body', 'state', 'created_at'] as const;

export function messageById(db: Queryable, id: number) {
  return db.selectFrom('message').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Remembers that a message left, and forgets what it said unless it is to be kept. */
export async function markSent(
  db: Queryable,
  sent: { id: number; providerId: string; at: Date; isBodyKept: boolean },
): Promise<void> {
  await db
    .updateTable('message')
    .set({
      state: 'sent',
      due_at: null,
      sent_at: sent.at,
      provider_id: sent.providerId,
      ...(sent.isBodyKept ? {} : { body: null }),
    })
    .where('id', '=', sent.id)
    .execute();
}

export async function markFailed(db: Queryable, id: number): Promise<void> {
  await db
    .updateTable('message')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .execute();
}

/** Readable messages, newest first. */
export function newestMessages(
  db: Queryable,
  to: { readonly email: string } | { readonly lastDigits: string } | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('message')
    .select(columns)
    .where('body', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit);
  if (to && 'email' in to) query = query.where(sql<string>`lower(recipient)`, '=', to.email);
  if (to && 'lastDigits' in to) {
    query = query.where('channel', '=', 'sms').where('recipient', 'like', `%${to.lastDigits}`);
  }
  return query.execute();
}

/** How many SMS a country's day has seen so far, and since when it is counted. */
export function smsCount(db: Queryable, key: string) {
  return db
    .selectFrom('rate_count')
    .select(['hits', 'window_started_at'])
    .where('key', '=', key)
    .executeTakeFirst();
}
