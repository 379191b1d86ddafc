import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../platform/database.ts';
import { NOWHERE } from '../platform/personal-data.ts';

const columns = ['id', 'country', 'channel', 'recipient', 'body', 'state', 'created_at', 'whatsapp'] as const;

export function messageById(db: Queryable, id: number) {
  return db
    .selectFrom('message')
    .select([...columns, 'customer_id', 'is_urgent', 'tries'])
    .select(
      sql<boolean>`exists (select from customer where id = message.customer_id and erased_at is not null)`.as(
        'is_of_erased',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Removes recipient and content of a message that is not sent. */
export async function clearMessage(db: Queryable, id: number): Promise<void> {
  await db
    .updateTable('message')
    .set({ recipient: NOWHERE, body: null, due_at: null, state: 'failed' })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .execute();
}

/**
 * Update of the body column by the retention rule (body.ts); a concurrent erasure may already have cleared
 * it.
 */
export const bodyKept = (kept: Buffer | null | undefined) =>
  kept === undefined
    ? sql<Buffer | null>`body`
    : sql<Buffer | null>`case when body is null then null else ${kept}::bytea end`;

/** Marks a message as sent and stores the retained part of its content. */
export async function markSent(
  db: Queryable,
  sent: { id: number; providerId: string; at: Date; kept: Buffer | null | undefined },
): Promise<void> {
  await db
    .updateTable('message')
    .set({
      state: 'sent',
      due_at: null,
      sent_at: sent.at,
      provider_id: sent.providerId,
      body: bodyKept(sent.kept),
    })
    .where('id', '=', sent.id)
    .execute();
}

/** Rank of delivery states; a later report counts only if it ranks higher. */
export const deliveryRank = (value: RawBuilder<unknown>) =>
  sql`array_position(array['', 'sent', 'failed', 'delivered', 'read'], ${value})`;

/**
 * Stores a delivery report. Reports may arrive out of order; one that ranks lower, or names another message
 * than the provider accepted, changes nothing.
 */
export async function markDelivery(
  db: Queryable,
  id: number,
  report: { readonly delivery: string | undefined; readonly code: string; readonly providerId: string },
  at: Date,
): Promise<void> {
  if (report.delivery === undefined) return;
  await sql`
    update message set delivery = ${report.delivery}, delivery_code = ${report.code.slice(0, 20)}, delivery_at = ${at}
    where id = ${id} and (provider_id is null or provider_id = ${report.providerId})
      and ${deliveryRank(sql`${report.delivery}::text`)} > ${deliveryRank(sql`delivery`)}
  `.execute(db);
}

export async function markFailed(db: Queryable, id: number): Promise<void> {
  await db
    .updateTable('message')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .execute();
}

export async function markExpired(db: Queryable, id: number): Promise<void> {
  await db
    .updateTable('message')
    .set({ state: 'failed', due_at: null })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .execute();
}

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

/** SMS sent in a country on the current day, and the start of the count. */
export function smsCount(db: Queryable, key: string) {
  return db
    .selectFrom('rate_count')
    .select(['hits', 'window_started_at'])
    .where('key', '=', key)
    .executeTakeFirst();
}
