import type { CardBrand } from '../../../countries/identifiers/cards.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { isBeingAnswered, reserveCharges, type Charge, type ChargePurpose } from '../../charges/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { lockRequest, requestById, stateOn, type PaymentRequest } from './queries.ts';
import { reportPayment } from './reports/report.ts';
import { notifyPayment } from './reports/notify.ts';

interface CardTry {
  readonly brand: CardBrand;
  readonly lastFour: string;
  /** Idempotency key of the charging request, if it has one. */
  readonly submission: Buffer | undefined;
}

/**
 * Reserves a payment for one card attempt; until the gateway's final answer it can be neither paid another
 * way nor canceled.
 */
export async function beginCharge(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random' | 'config'>,
  request: PaymentRequest,
  { brand, lastFour, submission }: CardTry,
): Promise<Result<{ readonly id: number; readonly reference: string }>> {
  const now = deps.clock.now();
  const locked = await lockRequest(tx, request);
  const state = stateOn(locked, localDate(now, locked.country));
  if (state === 'charging') {
    const isAnswered = await isBeingAnswered(tx, now, locked.id, submission);
    return fail(isAnswered ? 'key_in_flight' : 'payment_in_progress');
  }
  if (state !== 'open') return fail('payment_closed');
  const { country, id: subject, amount, currency } = locked;
  const reference = `${locked.reference}-${deps.random.digits(8)}`;
  const charge = { country, subject, reference, amount, currency, brand, lastFour, submission, cardId: null };
  const ids = await reserveCharges(tx, deps, 'payment', [charge]);
  await tx.updateTable('payment_request').set({ state: 'charging' }).where('id', '=', subject).execute();
  return ok({ id: ids.get(reference) ?? 0, reference });
}

export const paymentCharges: ChargePurpose = {
  purpose: 'payment',
  async lock(tx, charges) {
    for (const charge of charges) await lockRequest(tx, await requestOf(tx, charge));
  },
  async approved(tx, deps, charges) {
    for (const charge of charges) {
      const { country, reference: reportId, amount, currency } = charge;
      const { reference } = await requestOf(tx, charge);
      const paidOn = localDate(charge.createdAt, country);
      const report = { country, source: 'card', reportId, reference, amount, currency, paidOn };
      await reportPayment(tx, deps, report);
    }
  },
  async declined(tx, deps, charges, isAsked) {
    for (const charge of charges) {
      const request = await requestOf(tx, charge);
      const { country, customerId, loanId } = request;
      if (request.state === 'charging')
        await tx.updateTable('payment_request').set({ state: 'open' }).where('id', '=', request.id).execute();
      await recordEvent(tx, {
        at: deps.clock.now(),
        country,
        kind: 'card-charge-declined',
        customerId,
        loanId,
      });
      // The screen has promised a message.
      if (isAsked) await notifyPayment(tx, deps, request, 'rejected', request.amount);
    }
  },
};

async function requestOf(tx: Tx, { subject }: Charge): Promise<PaymentRequest> {
  const request = await requestById(tx, subject);
  if (!request) throw new Error('a charge without its payment');
  return request;
}
