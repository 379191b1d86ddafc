import type { OutputOf } from '../../../contract/contract.ts';
import { HOLDER_MAX_LENGTH } from '../../../countries/identifiers/cards.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { toUnits } from '../../../domain/money.ts';
import {
  dropCharge,
  endAnswering,
  isBeingAnswered,
  sendCharge,
  settleCharges,
} from '../../charges/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ChargeAnswer } from '../../integrations/card-payments/port.ts';
import { raiseAlarm } from '../../platform/alarm.ts';
import { transaction } from '../../platform/database.ts';
import { fail, failTooMany, ok, type Result } from '../../platform/http/result.ts';
import type { Call, Origin } from '../../platform/http/route.ts';
import { overLimit } from '../../platform/limits/limits.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { checkCard, tokenOf, type CheckedCard } from '../../customers/profile/service.ts';
import { beginCharge, paymentCharges } from './charges.ts';
import { requestOfCall } from './coupons/coupon.ts';
import type { PaymentRequest } from './queries.ts';

const key = 'POST /api/v3/debit-payment';
type Answer = OutputOf<typeof key>;

const hourSeconds = 3600;
/** Allows for a few typing errors; testing stolen cards takes many more attempts. */
const maxTries = { payment: 10, address: 100 };

/**
 * Pays an open payment by debit card (docs/product/payments.md#card-payment). Number and security code go
 * from the browser to the gateway's tokenizer, or pass through memory to it; only brand and last four digits
 * are stored. If a response is lost, the charge is queried by its reference and never repeated.
 */
export async function payByCard(deps: Dependencies, call: Call<typeof key>): Promise<Result<Answer>> {
  const { body, country, origin } = call;
  const request = await requestOfCall(deps, country, body.hash);
  if (!request.ok) return request;
  if (request.value.kind !== 'card') return fail('not_found');
  const checked = checkCard(deps, country, body, HOLDER_MAX_LENGTH.payment);
  if (!checked.ok) return checked;
  // A repeated request does not count as another attempt.
  if (await isBeingAnswered(deps.db, deps.clock.now(), request.value.id, call.submission))
    return fail('key_in_flight');
  const wait = await overTries(deps, request.value, origin);
  if (wait !== undefined) return failTooMany(wait);
  try {
    const result = await payOnce(deps, call, request.value, checked.value);
    if (!result.ok && result.code === 'payment_in_progress')
      await endAnswering(deps.db, request.value.id, call.submission);
    return result;
  } catch (error) {
    // If the database is down, repeated requests count as in progress until the charge is queried.
    await endAnswering(deps.db, request.value.id, call.submission).catch(() => undefined);
    throw error;
  }
}

async function payOnce(
  deps: Dependencies,
  call: Call<typeof key>,
  request: PaymentRequest,
  card: CheckedCard,
): Promise<Result<Answer>> {
  const begun = await transaction(deps.db, (tx) =>
    beginCharge(tx, deps, request, { ...card, submission: call.submission }),
  );
  if (!begun.ok) return begun;
  const { id, reference } = begun.value;
  const tokenised = await tokenOf(deps, card, request.documentNumber);
  if (tokenised === undefined || !tokenised.ok) {
    await transaction(deps.db, (tx) => dropCharge(tx, deps, paymentCharges, id));
    return fail(tokenised === undefined ? 'unavailable' : 'card_declined');
  }
  const { brand, bin } = card;
  const { amount, currency } = request;
  const once = { kind: 'once', token: tokenised.token } as const;
  const answer = await sendCharge(deps, { reference, card: once, brand, bin, amount, currency });
  // For a charge that was just sent, the charge query decides, not this response.
  if (answer === undefined || answer.state === 'under-way' || answer.state === 'not-found')
    return fail('payment_in_progress');
  const answers = new Map([[id, answer]]);
  if (answer.state === 'declined') {
    await transaction(deps.db, (tx) => settleCharges(tx, deps, paymentCharges, answers));
    return fail('card_declined');
  }
  return call.commit(async (tx) => {
    await settleCharges(tx, deps, paymentCharges, answers);
    return ok({ result: receiptOf(deps, request, card, answer) });
  });
}

function receiptOf(
  { clock }: Dependencies,
  request: PaymentRequest,
  { holder }: CheckedCard,
  answer: ChargeAnswer,
): Answer['result'] {
  return {
    document_number: request.documentNumber,
    ingenico_cod: answer.authorizationCode,
    ingenico_transaction: answer.providerId,
    amount: toUnits(request.amount),
    // Uses the payer's spelling, because the link's holder may not see the customer's own name.
    fullname: holder,
    ingenico_date: formatDate(localDate(clock.now(), request.country)),
  };
}

/** Records an event when the limit is exceeded: trying many cards is how stolen ones are tested. */
async function overTries(
  { db, clock, log }: Dependencies,
  { hash, country, customerId, loanId }: PaymentRequest,
  { address, requestId }: Origin,
): Promise<number | undefined> {
  const at = clock.now();
  const windowSeconds = hourSeconds;
  const measures = [
    { by: 'payment', key: `debit-payment:${hash}`, max: maxTries.payment, windowSeconds },
    ...addressLimits('debit-payment', address, { max: maxTries.address, windowSeconds }).map((limit) => ({
      ...limit,
      by: 'address',
    })),
  ];
  for (const { by, ...limit } of measures) {
    const wait = await overLimit(db, limit, at);
    if (wait === undefined) continue;
    const counted = limit.key;
    const event = { at, country, kind: 'card-tries-stopped', customerId, loanId, address, requestId };
    if (await raiseAlarm(db, counted, { ...event, detail: { by } }))
      log.warn({ country, by }, 'tries of cards are stopped');
    return wait;
  }
  return undefined;
}
