import type { CardBrand } from '../../../countries/identifiers/cards.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ChargeAnswer } from '../../integrations/card-payments/port.ts';
import { after } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { transaction } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { lockRequest, requestByReference, stateOn, type PaymentRequest } from './queries.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import { reportPayment } from './report.ts';
import { tellPayment } from './tell.ts';

export const chargeQueue = 'card-charge';
export interface ChargeJob {
  readonly chargeId: number;
}

/**
 * A charge of which nothing was heard is asked for after this long: longer than the gateway may take, so that
 * 'no such charge' means that there will be none.
 */
const askAfterSeconds = 60;

export interface Charge {
  readonly id: number;
  readonly reference: string;
}

export interface CardTry {
  readonly brand: CardBrand;
  readonly lastFour: string;
  /** Of the request that makes it, where it has a key. */
  readonly submission: Buffer | undefined;
}

/**
 * Reserves a payment for one try by card; until the gateway's final answer no other payment or cancellation of
 * it is possible.
 */
export async function beginCharge(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random' | 'jobs'>,
  request: PaymentRequest,
  card: CardTry,
): Promise<Result<Charge>> {
  const now = deps.clock.now();
  const locked = await lockRequest(tx, request);
  const state = stateOn(locked, localDate(now, locked.country));
  if (state === 'charging')
    return fail(
      (await isBeingAnswered(tx, deps, locked.id, card.submission)) ? 'key_in_flight' : 'payment_in_progress',
    );
  if (state !== 'open') return fail('payment_closed');
  const charge = await tx
    .insertInto('card_charge')
    .values({
      request_id: locked.id,
      reference: `${locked.reference}-${deps.random.digits(8)}`,
      brand: card.brand,
      last_four: card.lastFour,
      submission: card.submission ?? null,
      created_at: now,
      changed_at: now,
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow();
  await tx.updateTable('payment_request').set({ state: 'charging' }).where('id', '=', locked.id).execute();
  await deps.jobs.send(tx, chargeQueue, { chargeId: charge.id }, { afterSeconds: askAfterSeconds });
  return ok(charge);
}

/** Whether another process is charging for this very submission; one that takes too long for that has died. */
export async function isBeingAnswered(
  db: Queryable,
  { clock }: Pick<Dependencies, 'clock'>,
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
    .where('created_at', '>', after(clock.now(), -askAfterSeconds, 'seconds'))
    .executeTakeFirst();
  return charge !== undefined;
}

/** A submission is answered although the gateway has not said its final word. */
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

/**
 * Applies the gateway's final answer, once; a charge that is not final stays as it is.
 * @returns the payment when this word has ended its charge without money
 */
export async function settleCharge(
  tx: Tx,
  deps: BookingDependencies,
  chargeId: number,
  answer: ChargeAnswer,
): Promise<PaymentRequest | undefined> {
  if (answer.state === 'under-way') return undefined;
  const found = await requestOfCharge(tx, chargeId);
  const request = await lockRequest(tx, found.request);
  const now = deps.clock.now();
  const isApproved = answer.state === 'approved';
  const changed = await tx
    .updateTable('card_charge')
    .set({
      state: isApproved ? 'approved' : 'declined',
      provider_id: answer.providerId,
      authorization_code: answer.authorizationCode,
      changed_at: now,
    })
    .where('id', '=', chargeId)
    .where('state', '=', 'sent')
    .returning('reference')
    .executeTakeFirst();
  if (!changed) return undefined;
  const { country, customerId, loanId, amount, currency, reference } = request;
  if (isApproved) {
    const paidOn = localDate(found.createdAt, country);
    const report = {
      country,
      source: 'card',
      reportId: changed.reference,
      reference,
      amount,
      currency,
      paidOn,
    };
    await reportPayment(tx, deps, report);
    return undefined;
  }
  if (request.state === 'charging')
    await tx.updateTable('payment_request').set({ state: 'open' }).where('id', '=', request.id).execute();
  await recordEvent(tx, { at: now, country, kind: 'card-charge-declined', customerId, loanId });
  return request;
}

async function requestOfCharge(db: Queryable, chargeId: number) {
  const charge = await db
    .selectFrom('card_charge as c')
    .innerJoin('payment_request as r', 'r.id', 'c.request_id')
    .select(['r.reference', 'c.created_at'])
    .where('c.id', '=', chargeId)
    .executeTakeFirstOrThrow();
  const request = await requestByReference(db, charge.reference);
  if (!request) throw new Error('a charge without its payment');
  return { request, createdAt: charge.created_at };
}

/** The charge of a payment that has no final answer yet. */
export function chargeUnderWay(db: Queryable, requestId: number): Promise<Charge | undefined> {
  return db
    .selectFrom('card_charge')
    .select(['id', 'reference'])
    .where('request_id', '=', requestId)
    .where('state', '=', 'sent')
    .executeTakeFirst();
}

/**
 * Asks the gateway what became of a charge whose answer was lost.
 * @throws while there is no final answer, so that the job asks again
 */
export async function askForCharge(deps: Dependencies, chargeId: number): Promise<void> {
  const charge = await deps.db
    .selectFrom('card_charge')
    .select(['reference', 'state'])
    .where('id', '=', chargeId)
    .executeTakeFirst();
  if (charge?.state !== 'sent') return;
  const answer = await deps.ports.cardPayments.query(charge.reference);
  if (answer.state === 'under-way') throw new Error('the card gateway has not decided yet');
  await transaction(deps.db, async (tx) => {
    const failed = await settleCharge(tx, deps, chargeId, answer);
    // The screen has promised a message.
    if (failed) await tellPayment(tx, deps, failed, 'rejected', failed.amount);
  });
}

/** Enqueues every charge without a final answer: what a lost queue or exhausted retries left behind goes on. */
export async function resumeCharges({ db, jobs }: Pick<Dependencies, 'db' | 'jobs'>): Promise<void> {
  const open = await db
    .selectFrom('card_charge')
    .select('id')
    .where('state', '=', 'sent')
    .limit(1000)
    .execute();
  await transaction(db, async (tx) => {
    for (const { id } of open)
      await jobs.send(tx, chargeQueue, { chargeId: id }, { afterSeconds: askAfterSeconds });
  });
}
