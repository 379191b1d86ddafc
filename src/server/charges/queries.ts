import { sql, type RawBuilder } from 'kysely';
import type { ChargeAnswer } from '../integrations/card-payments/port.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import { ASK_AFTER_SECONDS } from './policy.ts';
import type { Charge, Purpose } from './purposes.ts';

const SUBJECT: Readonly<Record<Purpose, string>> = {
  payment: 'request_id',
  instalment: 'debit_id',
  membership: 'membership_id',
  registration: 'registration_id',
};

export interface NewCharge extends Omit<Charge, 'id' | 'purpose' | 'providerId' | 'createdAt'> {
  /** Stored card; null for one typed by the payer. */
  readonly cardId: number | null;
  /** Idempotency key of the request, if it has one. */
  readonly submission?: Buffer | undefined;
}

/**
 * Stores charges that are about to be sent.
 * @param askAfterSeconds delay of the first query if no result arrives
 * @returns id of each charge by its reference
 */
export async function insertCharges(
  tx: Tx,
  purpose: Purpose,
  charges: readonly NewCharge[],
  now: Date,
  askAfterSeconds: number,
): Promise<ReadonlyMap<string, number>> {
  const column = <T>(of: (charge: NewCharge) => T) => charges.map(of);
  const { rows } = await sql<{ id: number; reference: string }>`
    insert into card_charge (country, purpose, ${sql.ref(SUBJECT[purpose])}, reference, amount, currency, brand,
      last_four, card_id, submission, created_at, changed_at, due_at)
    select country, ${purpose}, subject, reference, amount, currency, brand, last_four, card_id, submission, ${now}, ${now},
      now() + make_interval(secs => ${askAfterSeconds})
    from unnest(${column(({ country }) => country)}::text[], ${column(({ subject }) => subject)}::bigint[],
      ${column(({ reference }) => reference)}::text[], ${column(({ amount }) => amount)}::bigint[],
      ${column(({ currency }) => currency)}::text[], ${column(({ brand }) => brand)}::text[],
      ${column(({ lastFour }) => lastFour)}::text[], ${column(({ cardId }) => cardId)}::bigint[],
      ${column(({ submission }) => submission ?? null)}::bytea[])
      as given (country, subject, reference, amount, currency, brand, last_four, card_id, submission)
    returning id, reference
  `.execute(tx);
  return new Map(rows.map(({ id, reference }) => [reference, id]));
}

const columns = sql`c.id, c.country, c.purpose, coalesce(c.request_id, c.debit_id, c.membership_id, c.registration_id) as subject,
  c.reference, c.amount, c.currency, c.brand, c.last_four as "lastFour", c.provider_id as "providerId",
  c.created_at as "createdAt"`;

/** Charge without a final result, and its stored card for resending. */
export interface OpenCharge extends Charge {
  readonly state: 'sent' | 'missing';
  /** Queries since it was sent, or since it counts as missing. */
  readonly tries: number;
  readonly stored: { readonly token: string; readonly bin: string; readonly customerId: number } | null;
}

export async function openCharges(db: Queryable, ids: readonly number[]): Promise<readonly OpenCharge[]> {
  const { rows } = await sql<OpenCharge>`
    select ${columns}, c.state, c.tries, case when k.stored_token <> '' and k.bin is not null
      then json_build_object('token', k.stored_token, 'bin', k.bin, 'customerId', k.customer_id) end as stored
    from card_charge c left join card k on k.id = c.card_id
    where c.id = any(${ids}::bigint[]) and c.state in ('sent', 'missing') order by c.id
  `.execute(db);
  return rows;
}

/** Charge that has just received its final result or been abandoned. */
interface EndedCharge extends Charge {
  readonly before: 'sent' | 'missing';
  readonly state: 'approved' | 'declined' | 'missing';
}

export interface Ending extends Pick<ChargeAnswer, 'providerId' | 'authorizationCode'> {
  readonly id: number;
  readonly state: EndedCharge['state'];
}

/** Stores results of charges; a final result is stored once. @returns charges that changed */
export async function endCharges(
  tx: Tx,
  endings: readonly Ending[],
  now: Date,
  missingAgainSeconds: number,
): Promise<readonly EndedCharge[]> {
  const column = <T>(of: (ending: Ending) => T) => endings.map(of);
  const { rows } = await sql<EndedCharge>`
    with given as (
      select * from unnest(${column(({ id }) => id)}::bigint[], ${column(({ state }) => state)}::text[],
        ${column(({ providerId }) => providerId)}::text[], ${column(({ authorizationCode }) => authorizationCode)}::text[])
        as given (id, state, provider_id, authorization_code)),
    old as materialized (
      select o.id, o.state from card_charge o join given on given.id = o.id
      where o.state in ('sent', 'missing') and o.state <> given.state order by o.id for update of o)
    update card_charge c set state = given.state, provider_id = given.provider_id,
      authorization_code = given.authorization_code, changed_at = ${now}, tries = 0,
      due_at = case when given.state = 'missing' then now() + make_interval(secs => ${missingAgainSeconds}) end
    from old join given on given.id = old.id where c.id = old.id
    returning ${columns}, old.state as before, c.state
  `.execute(tx);
  return rows;
}

/** Sets the earliest time of the next query of an open charge; never if undefined. */
export async function askLater(db: Queryable, id: number, seconds: number | undefined): Promise<void> {
  const dueAt: RawBuilder<Date | null> =
    seconds === undefined ? sql`null` : sql`now() + make_interval(secs => ${seconds})`;
  await db
    .updateTable('card_charge')
    .set({ due_at: dueAt })
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'missing'])
    .execute();
}

/** Charge of a payment request that is being sent or queried. */
export function chargeUnderWay(
  db: Queryable,
  requestId: number,
): Promise<{ readonly id: number; readonly reference: string } | undefined> {
  return db
    .selectFrom('card_charge')
    .select(['id', 'reference'])
    .where('request_id', '=', requestId)
    .where('state', '=', 'sent')
    .executeTakeFirst();
}

/**
 * Checks whether another process is charging for the same submission; one that takes too long counts as dead.
 */
export async function isBeingAnswered(
  db: Queryable,
  now: Date,
  requestId: number,
  submission: Buffer | undefined,
): Promise<boolean> {
  if (submission === undefined) return false;
  const charge = await db
    .selectFrom('card_charge')
    .select('id')
    .where('request_id', '=', requestId)
    .where('state', '=', 'sent')
    .where('submission', '=', submission)
    .where('created_at', '>', new Date(now.getTime() - ASK_AFTER_SECONDS * 1000))
    .executeTakeFirst();
  return charge !== undefined;
}

/** Ends the wait of repeated requests, because the submission is answered without a final result. */
export async function endAnswering(
  db: Queryable,
  requestId: number,
  submission: Buffer | undefined,
): Promise<void> {
  if (submission === undefined) return;
  await db
    .updateTable('card_charge')
    .set({ submission: null })
    .where('request_id', '=', requestId)
    .where('state', '=', 'sent')
    .where('submission', '=', submission)
    .execute();
}
