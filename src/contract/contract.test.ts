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
