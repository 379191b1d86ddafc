import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type CallKey } from './contract.ts';
import type { Endpoint } from './endpoint.ts';

/** Providers add what they like to their notifications. */
const takesAnything: readonly CallKey[] = [
  'POST /api/v3/payment/mercado-pago/webhook',
  'POST /api/v3/messages/sms/status',
  'POST /api/v3/messages/whatsapp/webhook',
];

const calls = Object.entries(contract) as [CallKey, Endpoint][];

test.each(calls.filter(([, { body }]) => body instanceof z.ZodObject).map(([key]) => key))(
  '%s refuses members that it does not name',
  (key) => {
    const { body } = contract[key] as Endpoint;
    const parsed = body?.safeParse({ role: 'admin' });
    const codes = parsed?.success === false ? parsed.error.issues.map(({ code }) => code) : [];
    expect(codes.includes('unrecognized_keys')).toBe(!takesAnything.includes(key));
  },
);

test('answers name every member that they carry', () => {
  const open = calls.filter(([, { response }]) => {
    if (typeof response === 'string') return false;
    const schema = JSON.stringify(z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }));
    return /"additionalProperties":(?:true|\{\})/.test(schema);
  });
  expect(open.map(([key]) => key)).toEqual([]);
});

/** Borrowers' writing calls without a key: repeating one has no further effect. */
const takesNoKey: readonly CallKey[] = [
  'POST /api/v3/authenticate-new',
  'POST /api/v3/proof/password',
  'POST /api/auth/logout',
  // Begins something that another call with a key finishes.
  'POST /api/auth/passkey',
  'POST /api/v3/passkeys/challenge',
  'POST /api/v3/proof/passkey',
  'POST /vendors-api/v2/token/creditrisk',
  // Replaces one value.
  'POST /api/v3/address',
  'POST /api/v3/delivery-type',
  'POST /api/v3/application-draft',
  'POST /api/v3/selected-option',
  'POST /api/v3/preferences',
  'POST /api/v3/preferences/{hash}',
  'POST /api/v3/tickets/{id}/read',
  // Reads, with the secret in the body.
  'POST /api/v3/balance',
  'POST /api/v3/info_credit_card',
  'POST /api/v3/withdrawal/preview',
  'POST /api/v3/online_payment',
  'POST /api/v3/online_payment/uCoupon',
  // Notifications, known by their own ids.
  'POST /api/v3/payment/mercado-pago/callback',
  'POST /api/v3/payment/mercado-pago/webhook',
  'POST /api/v3/messages/sms/status',
  'POST /api/v3/messages/whatsapp/webhook',
];

test('every other call of borrowers that writes takes an idempotency key', () => {
  const writes = calls.filter(([key, { access, idempotent }]) => {
    const isOthers = access === 'staff' || access === 'console' || key.includes(' /sandbox');
    return !key.startsWith('GET ') && !isOthers && !idempotent;
  });
  expect(writes.map(([key]) => key).toSorted()).toEqual(takesNoKey.toSorted());
});
