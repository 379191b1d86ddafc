import { sql } from 'kysely';
import type { Queryable } from '../platform/database.ts';
import { bodyKept, deliveryRank } from './queries.ts';

/** A row that its own run goes on with: claimed for as long as a claim of the queue lasts. */
const runSeconds = 15;

/**
 * Claims a message for WhatsApp before it is submitted, so that it is submitted once, even if this process dies: an SMS
 * follows after the timeout.
 * @returns false if it may not be submitted any more
 */
export async function takeForWhatsApp(db: Queryable, id: number, waitSeconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update message set whatsapp = 'sent', due_at = now() + make_interval(secs => ${waitSeconds})
    where id = ${id} and whatsapp = 'wanted' and state <> 'sent'
  `.execute(db);
  return numAffectedRows === 1n;
}

/** WhatsApp has not taken it and may later. */
export async function giveBack(db: Queryable, id: number): Promise<void> {
  await sql`update message set whatsapp = 'wanted' where id = ${id} and whatsapp = 'sent'`.execute(db);
}

/** Notes WhatsApp's id, unless a report has said more meanwhile. */
export async function markTaken(db: Queryable, id: number, providerId: string): Promise<void> {
  await sql`
    update message set provider_id = ${providerId} where id = ${id} and whatsapp = 'sent' and provider_id is null
  `.execute(db);
}

/**
 * Replaces a message that WhatsApp did not deliver by an SMS, once.
 * @param whose `run`: sent now by the calling run; `queue`: by the next run
 * @returns false if it has arrived, or an SMS replaced it before
 */
export async function fallBack(
  db: Queryable,
  id: number,
  code: string,
  whose: 'run' | 'queue',
): Promise<boolean> {
  const dueAt = whose === 'run' ? sql`now() + make_interval(secs => ${runSeconds})` : sql`now()`;
  const { numAffectedRows } = await sql`
    update message
    set whatsapp = 'fallen-back', whatsapp_code = ${code.slice(0, 20)}, due_at = ${dueAt}, tries = 1,
      provider_id = null, delivery = '', delivery_code = '', delivery_at = null
    where id = ${id} and whatsapp = 'sent' and state <> 'sent'
  `.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Marks it as delivered and stores the retained part of its content.
 * @returns false if an SMS replaced it
 */
export async function markArrived(
  db: Queryable,
  arrived: { id: number; delivery: string; providerId: string; at: Date; kept: Buffer | null | undefined },
): Promise<boolean> {
  const { id, delivery, providerId, at } = arrived;
  const { numAffectedRows } = await sql`
    update message
    set state = 'sent', due_at = null, sent_at = coalesce(sent_at, ${at}), provider_id = ${providerId}, body = ${bodyKept(arrived.kept)},
      delivery = ${delivery}, delivery_code = '', delivery_at = ${at}
    where id = ${id} and whatsapp = 'sent' and (provider_id is null or provider_id = ${providerId})
      and ${deliveryRank(sql`${delivery}::text`)} > ${deliveryRank(sql`delivery`)}
  `.execute(db);
  return numAffectedRows === 1n;
}

/** It is on its way. */
export async function markUnderWay(db: Queryable, id: number, providerId: string, at: Date): Promise<void> {
  await sql`
    update message set delivery = 'sent', delivery_at = ${at}, provider_id = ${providerId}
    where id = ${id} and whatsapp = 'sent' and (provider_id is null or provider_id = ${providerId})
      and delivery = ''
  `.execute(db);
}

/** It arrived although an SMS took its place. @returns false when that was known, or did not happen */
export async function markDoubled(db: Queryable, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update message set whatsapp = 'doubled' where id = ${id} and whatsapp = 'fallen-back' and state = 'sent'
  `.execute(db);
  return numAffectedRows === 1n;
}
