import { parseDocument } from '../../../countries/identifiers/document.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { paymentUrl, guardDocument, isOwnDocument, loansOfDocument } from '../../loans/service.ts';
import { fail, failTooMany, ok, failFields, type Result } from '../../platform/http/result.ts';
import { route, type Route, type Call } from '../../platform/http/route.ts';
import { overLimit } from '../../platform/limits/limits.ts';
import { cancelOutside, couponAnswer, giveUp, requestOfCall, requestToEnd } from './coupons/coupon.ts';
import { printCoupon } from './coupons/coupon-pdf.ts';
import { payByCard } from './debit-card.ts';
import { methodAnswers, methodOf } from './methods.ts';
import { stateOn } from './queries.ts';
import { refreshFromWallet, takeNotification, takeOldNotification } from './wallet.ts';
import type { OutputOf } from '../../../contract/contract.ts';
import { FORM_MESSAGES } from '../../../countries/fields/form-messages.ts';
import { openPayment } from './open-payment.ts';
import { priceOf, type Choice } from './price.ts';
import { withinStrangersLimit, type Admission } from './strangers.ts';

const key = 'POST /api/v3/payment';

/** Opens a payment for chosen instalments (docs/product/payments.md#request). */
async function askToPay(deps: Dependencies, call: Call<typeof key>): Promise<Result<OutputOf<typeof key>>> {
  const { body, country } = call;
  if (body.installments.length === 0) return failFields({ installments: FORM_MESSAGES.nothingSelectedToPay });
  const document = parseDocument(country, body.document_number);
  if (!document.ok) return failFields({ document_number: document.message });
  const documentNumber = document.value;
  const stopped = await guardDocument(deps, call, documentNumber);
  if (stopped) return stopped;
  const isOwner = await isOwnDocument(deps, call, documentNumber);
  const { installments, total } = body;
  const choice: Choice = { country, documentNumber, installments, isOwner, total };
  const open = (admission?: Admission) =>
    openPayment(deps, call, body.payment_method, {
      loans: loansOfDocument(country, documentNumber),
      priceOn: (db) => priceOf(deps, db, choice),
      ...(admission && { admission }),
    });
  return isOwner ? open() : withinStrangersLimit(deps, call, documentNumber, open);
}

export function paymentRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/cashin/payment/availables', async ({ country }) =>
      ok({ result: await methodAnswers(deps, country) }),
    ),
    route('POST /api/v3/payment', (call) => askToPay(deps, call), {
      isAllInCommit: ({ body, country }) => methodOf(country, body.payment_method)?.kind !== 'wallet',
    }),
    route('POST /api/v3/debit-payment', (call) => payByCard(deps, call)),
    ...couponRoutes(deps),
    ...onlineRoutes(deps),
    ...walletRoutes(deps),
  ];
}

function couponRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/coupon/{hash}', async ({ params, country, identity }) => {
      const request = await requestOfCall(deps, country, params.hash);
      if (!request.ok) return request;
      const isOwner = request.value.customerId === identity?.customerId;
      return ok({ result: await couponAnswer(deps, request.value, isOwner) });
    }),
    route('GET /api/v3/coupon/{hash}/pdf', async ({ params, query, country }) => {
      const request = await requestOfCall(deps, country, params.hash);
      return request.ok ? printCoupon(deps, request.value, query) : request;
    }),
    route('DELETE /api/v3/coupon/{hash}', async ({ params, query, country, identity, commit }) => {
      const request = await requestToEnd(deps, { country, identity }, params.hash);
      if (!request.ok) return request;
      const document = parseDocument(country, query.document_number);
      if (!document.ok || document.value !== request.value.documentNumber) return fail('not_found');
      const done = await commit((tx) => giveUp(tx, deps, request.value));
      if (done.ok) await cancelOutside(deps, request.value);
      return done;
    }),
  ];
}

const hourSeconds = 3600;
/** Limit per hour; the success page polls every few seconds for a while. */
const maxRefreshes = 120;

function onlineRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /api/v3/online_payment', async ({ body, country }) => {
      const request = await requestOfCall(deps, country, body.hash);
      if (!request.ok) return request;
      const state = stateOn(request.value, localDate(deps.clock.now(), country));
      return state === 'open' ? ok({ url: paymentUrl(request.value) }) : fail('payment_closed');
    }),
    route('POST /api/v3/online_payment/uCoupon', async ({ body, country }) => {
      const request = await requestOfCall(deps, country, body.hash);
      if (!request.ok) return request;
      const limit = { key: `refresh:${body.hash}`, max: maxRefreshes, windowSeconds: hourSeconds };
      const wait = await overLimit(deps.db, limit, deps.clock.now());
      if (wait !== undefined) return failTooMany(wait);
      try {
        if (request.value.kind === 'wallet') await refreshFromWallet(deps, request.value);
      } catch (error) {
        deps.log.error({ err: error }, 'the wallet could not be queried');
        return fail('unavailable');
      }
      const now = await requestOfCall(deps, country, body.hash);
      if (!now.ok) return now;
      return ok({ result: { state: stateOn(now.value, localDate(deps.clock.now(), country)) } });
    }),
    route('POST /api/v3/online_payment/dCoupon', async ({ body, country, identity, commit }) => {
      const request = await requestToEnd(deps, { country, identity }, body.hash);
      if (!request.ok) return request;
      const done = await commit((tx) => giveUp(tx, deps, request.value));
      if (done.ok) await cancelOutside(deps, request.value);
      return done;
    }),
  ];
}

function walletRoutes(deps: Dependencies): Route[] {
  return [
    // Data that the browser brings from the wallet proves nothing: only the signed webhook counts.
    route('POST /api/v3/payment/mercado-pago/callback', async () =>
      ok({ messages: ['Estamos esperando la confirmación del pago.'] }),
    ),
    route('POST /api/v3/payment/mercado-pago/webhook', async ({ query, headers, country, origin }) => {
      const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '');
      const from = { country, origin };
      if (query['data.id'] === '') {
        await takeOldNotification(deps, query, from);
        return ok({ messages: [] });
      }
      const notification = {
        dataId: query['data.id'],
        signature: header('x-signature'),
        requestId: header('x-request-id'),
      };
      if (!(await takeNotification(deps, notification, query.type, from))) return fail('signature');
      return ok({ messages: [] });
    }),
  ];
}
