import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMessages } from '../../messages/service.ts';
import { argentine, visitorOf } from '../../origination/leads/testing/visitor.ts';
import { newCustomer, type TestCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let on: TestProduct;
let off: TestProduct;
beforeAll(async () => {
  on = await startProduct({ settings: { WHATSAPP_MESSAGES: 'AR=code' } });
  off = await startProduct();
});
afterAll(async () => {
  await on.close();
  await off.close();
});

let documents = 0;
let phones = 0;

/** Somebody who signed up with or without agreeing to WhatsApp. */
async function signedUp(product: TestProduct, whatsapp_tc: boolean): Promise<TestCustomer> {
  documents += 1;
  const person = { ...argentine, document_number: String(30_511_000 + documents), whatsapp_tc };
  const hash = await visitorOf(product).hashOf({ ...person, email_address: `w${documents}@example.com` });
  const customer = await newCustomer(product);
  const lead = await product.deps.db
    .selectFrom('lead')
    .select('id')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  await product.deps.db
    .updateTable('customer')
    .set({ lead_id: lead.id })
    .where('id', '=', customer.id)
    .execute();
  return customer;
}

/** The channel of the code that a customer asks for. */
async function channelOf(product: TestProduct, { token }: TestCustomer): Promise<string> {
  phones += 1;
  const cellphone = `11555${String(50_100 + phones)}`;
  const answer = await product.call('POST /api/v3/sendcode', { token, body: { cellphone } });
  expect(answer.status).toBe(200);
  const [message] = await listMessages(product.deps, cellphone);
  return message?.channel ?? 'none';
}

const said = async (product: TestProduct, { token }: TestCustomer) =>
  (await product.call('GET /api/v3/preferences', { token })).body.model;

describe('where WhatsApp is turned on', () => {
  test('who agreed on signing up gets codes by it, and who did not an SMS', async () => {
    const [yes, no] = [await signedUp(on, true), await signedUp(on, false)];
    expect(await channelOf(on, yes)).toBe('whatsapp');
    expect(await channelOf(on, no)).toBe('sms');
    expect(await said(on, yes)).toEqual({ reminders: true, calls: true, debits: true, whatsapp: true });
    expect(await said(on, no)).toEqual({ reminders: true, calls: true, debits: true, whatsapp: false });
    expect(await channelOf(on, await newCustomer(on))).toBe('sms');
  });

  test('what a customer switches counts from then on, and each change is an event', async () => {
    const customer = await signedUp(on, true);
    const change = async (whatsapp: boolean) =>
      (await on.call('POST /api/v3/preferences', { token: customer.token, body: { whatsapp } })).body.model;
    expect(await change(false)).toEqual({ reminders: true, calls: true, debits: true, whatsapp: false });
    await change(false);
    expect(await channelOf(on, customer)).toBe('sms');
    expect((await change(true)).whatsapp).toBe(true);
    expect(await channelOf(on, customer)).toBe('whatsapp');
    const events = await on.deps.db
      .selectFrom('event')
      .select('kind')
      .where('customer_id', '=', customer.id)
      .where('kind', 'like', 'whatsapp%')
      .orderBy('id')
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual(['whatsapp-switched-off', 'whatsapp-switched-on']);
  });

  test('is switched by the link of a message too', async () => {
    const customer = await signedUp(on, true);
    await on.call('POST /api/v3/preferences', { token: customer.token, body: {} });
    const { hash } = await on.deps.db
      .selectFrom('contact_preference')
      .select('hash')
      .where('customer_id', '=', customer.id)
      .executeTakeFirstOrThrow();
    const answer = await on.call('POST /api/v3/preferences/{hash}', {
      params: { hash },
      body: { whatsapp: false },
    });
    expect(answer.body.model).toEqual({ reminders: true, calls: true, debits: true, whatsapp: false });
  });
});

test('where it is off nothing of it is shown or sent', async () => {
  const customer = await signedUp(off, true);
  expect(await said(off, customer)).toEqual({ reminders: true, calls: true, debits: true });
  expect(await channelOf(off, customer)).toBe('sms');
});
