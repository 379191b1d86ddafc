import { stops } from '../../customers/holds/service.ts';
import { lockCustomer } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Queryable, type Tx } from '../../platform/database.ts';
import { isLive, newestOfferOfCustomer } from './queries.ts';
import { storeUnderwriting, underwrite } from './underwriting.ts';

export const renewOfferQueue = 'renew-offer';

/** At a login: has a customer without a live decision decided upon again, by the worker, in the login's transaction. */
export async function requestRenewal(
  tx: Tx,
  { clock, jobs }: Pick<Dependencies, 'clock' | 'jobs'>,
  customerId: number,
): Promise<void> {
  if (await needsDecision(tx, customerId, clock.now())) await jobs.send(tx, renewOfferQueue, { customerId });
}

/**
 * Decides anew on a customer whose last decision, offer or rejection, has run out; called when an
 * existing customer logs in, since a GET never writes. A bureau that cannot be asked leaves things as
 * they are: the next login tries again, and this one must not fail for it.
 */
export async function renewOfferIfNeeded(
  deps: Pick<Dependencies, 'db' | 'clock' | 'random' | 'ports' | 'log'>,
  customerId: number,
): Promise<void> {
  const { db, clock } = deps;
  if (!(await needsDecision(db, customerId, clock.now()))) return;
  const customer = await db
    .selectFrom('customer')
    .select(['country', 'document_number', 'birthdate'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const underwriting = await underwrite(deps, {
    country: customer.country,
    documentNumber: customer.document_number,
    birthdate: customer.birthdate,
  });
  if (!underwriting) return;
  await transaction(db, async (tx) => {
    await lockCustomer(tx, customerId);
    if (await needsDecision(tx, customerId, clock.now()))
      await storeUnderwriting(tx, deps, underwriting, { customerId });
  });
}

async function needsDecision(db: Queryable, customerId: number, now: Date): Promise<boolean> {
  const offer = await newestOfferOfCustomer(db, customerId);
  if (offer && isLive(offer, now)) return false;
  return !(await stops(db, 'offers', customerId));
}
