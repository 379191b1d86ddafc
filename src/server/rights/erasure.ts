import { paths } from '../../contract/paths.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { erasedEmail } from '../../countries/law/data-protection.ts';
import { packOf } from '../../countries/index.ts';
import { localDate } from '../../countries/local-time.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { lockCustomer } from '../customers/service.ts';
import type { Dependencies } from '../dependencies.ts';
import { enqueueMessage } from '../messages/service.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { publicUrlOf } from '../platform/public-url.ts';
import { moveTicket, openTicket } from '../support/tickets/service.ts';
import { eraseContact, eraseIdentity } from './anonymise.ts';
import { erasureStanding, type ErasureObjection } from './standing.ts';

type ErasureDependencies = Pick<Dependencies, 'clock' | 'random' | 'config' | 'vault' | 'jobs'>;

interface Erasure {
  readonly state: 'none' | 'waiting' | 'done';
  readonly possible: boolean;
  readonly reason: ErasureObjection;
  readonly keep_until: string;
  readonly requested_at: string;
}

export async function erasureOf(db: Queryable, country: CountryCode, customerId: number): Promise<Erasure> {
  const { reason, keepUntil } = await erasureStanding(db, country, customerId);
  const request = await db
    .selectFrom('erasure_request')
    .select(['state', 'requested_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    state: shownState(request?.state),
    possible: reason === '',
    reason,
    keep_until: keepUntil ? formatDate(keepUntil) : '',
    requested_at: request?.requested_at.toISOString() ?? '',
  };
}

/**
 * State shown to the customer. A refused request was answered in its ticket and may be repeated, so it shows
 * as none.
 */
function shownState(state: string | undefined): Erasure['state'] {
  return state === 'waiting' || state === 'done' ? state : 'none';
}

/**
 * Accepts a request for erasure. It is performed at once, or, if a loan blocks it, waits with a support
 * ticket until the loan has ended. Repeating it changes nothing.
 */
export async function requestErasure(
  tx: Tx,
  deps: ErasureDependencies,
  { country, customerId }: { readonly country: CountryCode; readonly customerId: number },
): Promise<Erasure> {
  // Serializes concurrent requests, so that the second finds the first.
  await tx.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute();
  const known = await erasureOf(tx, country, customerId);
  if (known.state === 'done' || (known.state === 'waiting' && !known.possible)) return known;
  const now = deps.clock.now();
  const request = known.state === 'waiting' ? undefined : await insertRequest(tx, deps, country, customerId);
  await recordEvent(tx, { at: now, country, kind: 'erasure-requested', customerId });
  const id = request ?? (await waitingRequest(tx, customerId));
  if (known.possible) await execute(tx, deps, { id, country, customerId });
  return { ...known, state: known.possible ? 'done' : 'waiting', requested_at: now.toISOString() };
}

async function insertRequest(
  tx: Tx,
  deps: ErasureDependencies,
  country: CountryCode,
  customerId: number,
): Promise<number> {
  const ticket = await openTicket(tx, deps, {
    country,
    customerId,
    kind: 'data-erasure',
    subject: 'Supresión de mis datos personales',
  });
  const { id } = await tx
    .insertInto('erasure_request')
    .values({
      public_id: deps.random.token(),
      country,
      customer_id: customerId,
      state: 'waiting',
      ticket_id: ticket.id,
      requested_at: deps.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function waitingRequest(tx: Tx, customerId: number): Promise<number> {
  const { id } = await tx
    .selectFrom('erasure_request')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return id;
}

interface Due {
  readonly id: number;
  readonly country: CountryCode;
  readonly customerId: number;
}

/**
 * Erases now: data under legal retention stays, blocked, until its last day; everything else is deleted with
 * this commit.
 */
async function execute(tx: Tx, deps: ErasureDependencies, { id, country, customerId }: Due): Promise<void> {
  const now = deps.clock.now();
  const { keepUntil } = await erasureStanding(tx, country, customerId);
  const person = await tx
    .selectFrom('customer')
    .select(['email', 'first_name'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  await eraseContact(tx, deps, customerId);
  if (!keepUntil) await eraseIdentity(tx, deps, customerId);
  const letter = erasedEmail(
    { brand: deps.config.BRAND, pack: packOf(country) },
    {
      firstName: person.first_name,
      keptUntil: keepUntil ? formatDate(keepUntil) : '',
      url: publicUrlOf(deps.config, country) + paths.privacy(),
    },
  );
  await enqueueMessage(tx, deps, country, { channel: 'email', to: person.email, ...letter });
  const request = await tx
    .updateTable('erasure_request')
    .set({ state: 'done', done_at: now, keep_until: keepUntil, purged_at: keepUntil ? null : now })
    .where('id', '=', id)
    .returning('ticket_id')
    .executeTakeFirstOrThrow();
  if (request.ticket_id !== null) await moveTicket(tx, deps, request.ticket_id, 'closed');
  await recordEvent(tx, { at: now, country, kind: 'erasure-done', customerId });
}

/** Performs a waiting erasure if nothing blocks it any longer. @returns true if performed */
export async function tryWaiting(tx: Tx, deps: ErasureDependencies, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('erasure_request')
    .select(['country', 'customer_id', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.state !== 'waiting') return false;
  // Waits for a concurrent confirmation or hold, which then blocks the erasure.
  await lockCustomer(tx, row.customer_id);
  const due: Due = { id, country: row.country, customerId: row.customer_id };
  if ((await erasureStanding(tx, due.country, due.customerId)).reason !== '') return false;
  await execute(tx, deps, due);
  return true;
}

/** Erases retained data after its last day. @returns true if performed */
export async function tryPurge(
  tx: Tx,
  deps: ErasureDependencies & Pick<Dependencies, 'ports'>,
  id: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('erasure_request')
    .select(['country', 'customer_id', 'keep_until', 'purged_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.purged_at !== null || row.keep_until === null) return false;
  const { country } = row;
  const now = deps.clock.now();
  if (row.keep_until >= localDate(now, country)) return false;
  const dockets = await tx
    .selectFrom('loan_docket')
    .innerJoin('loan', 'loan.id', 'loan_docket.loan_id')
    .select('storage_key')
    .where('loan.customer_id', '=', row.customer_id)
    .execute();
  // Before the commit: if the run dies in between, the request is found again, and deleting twice is
  // harmless.
  for (const { storage_key } of dockets) await deps.ports.images.delete(storage_key);
  await eraseIdentity(tx, deps, row.customer_id);
  await tx.updateTable('erasure_request').set({ purged_at: now }).where('id', '=', id).execute();
  await recordEvent(tx, { at: now, country, kind: 'erasure-purged', customerId: row.customer_id });
  return true;
}
