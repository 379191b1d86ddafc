import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { stops } from '../../customers/holds/service.ts';
import { lockCustomer } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Queryable, type Tx } from '../../platform/database.ts';
import type { Identity } from '../../platform/http/route.ts';
import { waitsForBureau } from '../exceptions/service.ts';
import { isLive, newestOfferOfCustomer } from './queries.ts';
import { isOutage, storeUnderwriting, underwrite } from './underwriting.ts';

export const renewOfferQueue = 'renew-offer';

/**
 * Schedules a new decision at login for a customer without a valid one, in the login's transaction; the
 * worker makes it.
 */
export async function requestRenewal(
  tx: Tx,
  { clock, jobs }: Pick<Dependencies, 'clock' | 'jobs'>,
  customerId: number,
): Promise<void> {
  if (await needsDecision(tx, customerId, clock.now())) await jobs.send(tx, renewOfferQueue, { customerId });
}

/**
 * Makes a new decision for a customer with an expired one, offer or rejection, or with one that waits for the
 * bureau; called at login, since a GET never writes. While the bureau is away the application waits for a
 * person, and each login asks again.
 */
export async function renewOfferIfNeeded(
  deps: Pick<Dependencies, 'db' | 'clock' | 'random' | 'ports' | 'log'>,
  customerId: number,
): Promise<void> {
  const { db, clock } = deps;
  if (!(await needsDecision(db, customerId, clock.now()))) return;
  const customer = await db
    .selectFrom('customer')
    .select(['country', 'document_number', 'birthdate', 'cellphone'])
    .where('id', '=', customerId)
    // An account without its own document has nothing to decide on.
    .where(sql<boolean>`document_number <> ''`)
    .executeTakeFirst();
  if (!customer) return;
  const underwriting = await underwrite(deps, {
    country: customer.country,
    documentNumber: customer.document_number,
    birthdate: customer.birthdate,
    phone: customer.cellphone,
  });
  const isAway = isOutage(underwriting);
  await transaction(db, async (tx) => {
    await lockCustomer(tx, customerId);
    const now = clock.now();
    if (!(await needsDecision(tx, customerId, now))) return;
    if (isAway && (await waitsForBureau(tx, customerId))) return;
    await storeUnderwriting(tx, deps, underwriting, { customerId });
  });
}

/** Time after a login while its decision may still be running, ms, and the longest wait for it. */
const youngMs = 10_000;
const longestWaitMs = 2_000;
const lookEveryMs = 50;

/**
 * Waits, right after a login, for the decision that the login requested, because the next page depends on it.
 * Gives up if the bureau takes longer.
 */
export async function awaitRenewal(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { customerId, freshAt }: Identity,
): Promise<void> {
  if (clock.now().getTime() - freshAt.getTime() > youngMs) return;
  const endsAt = performance.now() + longestWaitMs;
  while ((await isOver(db, customerId, clock.now())) && performance.now() < endsAt) await pause(lookEveryMs);
}

/** True if the last decision has expired and another may follow. */
async function isOver(db: Queryable, customerId: number, now: Date): Promise<boolean> {
  const offer = await newestOfferOfCustomer(db, customerId);
  return offer !== undefined && !isLive(offer, now) && (await needsDecision(db, customerId, now));
}

async function needsDecision(db: Queryable, customerId: number, now: Date): Promise<boolean> {
  const offer = await newestOfferOfCustomer(db, customerId);
  if (offer && isLive(offer, now) && !(offer.maxAmount === null && (await waitsForBureau(db, customerId))))
    return false;
  return !(await stops(db, 'offers', customerId));
}
