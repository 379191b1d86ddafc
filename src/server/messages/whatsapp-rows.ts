import { sql } from 'kysely';
import type { Queryable } from '../platform/database.ts';
import { bodyKept, deliveryRank } from './queries.ts';

/** Time that a run keeps its row claimed, as long as a claim of the queue. */
const runSeconds = 15;

/**
 * Marks a message before it is submitted to WhatsApp, so that it is submitted only once, even if this process
 * dies: an SMS follows after the timeout.
 * @returns false if it may no longer be submitted
 */
export async function takeForWhatsApp(db: Queryable, id: number, waitSeconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update message set whatsapp = 'sent', due_at = now() + make_interval(secs => ${waitSeconds})
    where id = ${id} and whatsapp = 'wanted' and state <> 'sent'
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Returns a message that WhatsApp refused temporarily, for another attempt. */
export async function giveBack(db: Queryable, id: number): Promise<void> {
  await sql`update message set whatsapp = 'wanted' where id = ${id} and whatsapp = 'sent'`.execute(db);
}

/** Stores WhatsApp's id, unless a delivery report arrived in the meantime. */
export async function markTaken(db: Queryable, id: number, providerId: string): Promise<void> {
  await sql`
    update message set provider_id = ${providerId} where id = ${id} and whatsapp = 'sent' and provider_id is null
  `.execute(db);
}

/**
 * Falls back to an SMS for a message that WhatsApp did not deliver, once.
 * @param queueOrRun `run`: sent by the calling run; `queue`: by the next run
 * @returns false if it was delivered, or an SMS already replaced it
 */
export async function fallBack(
  db: Queryable,
  id: number,
  code: string,
  queueOrRun: 'run' | 'queue',
): Promise<boolean> {
  const dueAt = queueOrRun === 'run' ? sql`now() + make_interval(secs => ${runSeconds})` : sql`now()`;
  const { numAffectedRows } = await sql`
    update message
    set whatsapp = 'fallen-back', whatsapp_code = ${code.slice(0, 20)}, due_at = ${dueAt}, tries = 1,
      provider_id = null, delivery = '', delivery_code = '', delivery_at = null
    where id = ${id} and whatsapp = 'sent' and state <> 'sent'
  `.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Marks a message as delivered and stores the retained part of its content.
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

/** Marks a message as accepted by WhatsApp but not delivered yet. */
export async function markUnderWay(db: Queryable, id: number, providerId: string, at: Date): Promise<void> {
  await sql`
    update message set delivery = 'sent', delivery_at = ${at}, provider_id = ${providerId}
    where id = ${id} and whatsapp = 'sent' and (provider_id is null or provider_id = ${providerId})
      and delivery = ''
  `.execute(db);
}

/**
 * Records that WhatsApp delivered a message after its SMS fallback was sent.
 * @returns false if that was known, or did not happen
 */
export async function markDoubled(db: Queryable, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update message set whatsapp = 'doubled' where id = ${id} and whatsapp = 'fallen-back' and state = 'sent'
  `.execute(db);
  return numAffectedRows === 1n;
}
