import { afterAll, beforeAll, expect, test } from 'vitest';
import { twilioSms } from '../integrations/sms/twilio.ts';
import { twilioSignature } from '../integrations/sms/twilio.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  const settings = { baseUrl: 'http://127.0.0.1:9', accountSid: 'AC1', authToken: 'secreto', from: '+1' };
  Object.assign(product.deps.ports, { sms: twilioSms({ ...settings, statusUrl }) });
});
afterAll(() => product.close());

const path = '/api/v3/messages/sms/status';
const statusUrl = `https://ar.example${path}`;

async function aMessage(providerId: string | null): Promise<number> {
  const values = {
    country: 'AR' as const,
    channel: 'sms',
    recipient: '+5491155556666',
    state: 'sent',
    due_at: null,
  };
  const row = await product.deps.db
    .insertInto('message')
    .values({ ...values, provider_id: providerId, created_at: product.deps.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

function tell(id: number, MessageStatus: string, more: Record<string, string> = {}, token = 'secreto') {
  const form = { MessageSid: 'SM1', MessageStatus, ...more };
  const signature = twilioSignature(token, `${statusUrl}?message=${id}`, form);
  return product.raw(`${path}?message=${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    body: new URLSearchParams(form).toString(),
  });
}

const known = (id: number) =>
  product.deps.db
    .selectFrom('message')
    .select(['delivery', 'delivery_code'])
    .where('id', '=', id)
    .executeTakeFirst();

test('what the provider signs is kept with the message, in whatever order it comes', async () => {
  const id = await aMessage('SM1');
  expect((await tell(id, 'queued')).status).toBe(200);
  expect(await known(id)).toEqual({ delivery: '', delivery_code: '' });
  await tell(id, 'delivered');
  await tell(id, 'sent');
  expect(await known(id)).toEqual({ delivery: 'delivered', delivery_code: '' });
});

test('a failure is kept with its code, also when it comes before our own note of the sending', async () => {
  const id = await aMessage(null);
  await tell(id, 'undelivered', { ErrorCode: '30003' });
  expect(await known(id)).toEqual({ delivery: 'failed', delivery_code: '30003' });
});

test('what nobody has signed is refused, and another message’s report changes nothing', async () => {
  const id = await aMessage('SM2');
  expect((await tell(id, 'delivered', {}, 'other')).body.code).toBe('signature');
  expect((await tell(id, 'delivered')).status).toBe(200);
  expect(await known(id)).toEqual({ delivery: '', delivery_code: '' });
  expect((await tell(999_999_999, 'delivered')).status).toBe(200);
});

test('a form is a body here and nowhere else', async () => {
  const answer = await product.raw('/api/v3/debit-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'hash=x',
  });
  expect(answer.status).toBe(415);
});
