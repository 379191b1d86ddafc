import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listMessages } from '../../messages/service.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { ask, bodyOf, withdrawalsOf } from './testing/withdrawals.ts';
import { COUNTRIES } from '../../../countries/countries.ts';

let product: TestProduct;
let tools: ReturnType<typeof withdrawalsOf>;
beforeAll(async () => {
  product = await startProduct();
  tools = withdrawalsOf(product);
});
afterEach(() => tools.mode('auto'));
afterAll(() => product.close());

describe.each(['AR', 'UY'] as const)('before the money went out, %s', (country) => {
  test('the loan is canceled, its books undone, and its customer told', async () => {
    const { person, id } = await tools.waiting(country);
    const { code, link } = await tools.request(person);
    expect(code).toMatch(/^ARR-\d{10}$/);
    expect(await tools.stored(id)).toMatchObject({ payout: 'planned' });
    const answer = await tools.confirm(person, link);
    expect(answer).toMatchObject({
      status: 200,
      body: { model: { code, kind: 'loan', state: 'canceled', return_amount: null } },
    });
    expect(await tools.stored(id)).toMatchObject({
      state: 'canceled',
      cancel_reason: 'customer',
      payout: 'failed',
      ledger: expect.not.arrayContaining([expect.toSatisfy((amount: number) => amount !== 0)]),
    });
    const proof = await newestMessage(
      product,
      person.email,
      ({ subject }) => subject === `Tu pedido ${code}`,
    );
    expect(proof.text).toContain('No debés nada por él');
    expect(await tools.ticketsOf(person)).toMatchObject([
      { type: 'withdrawal', subject: `Arrepentimiento ${code}`, status: 'closed' },
    ]);
    // The worker finds nothing left to pay out.
    await tools.mode('auto');
    expect(await tools.stored(id)).toMatchObject({ state: 'canceled', payout: 'failed' });
  });

  test('the loan’s own setting against canceling cannot bar the right', async () => {
    const { person, id } = await tools.waiting(country);
    await product.deps.db
      .updateTable('loan')
      .set({ has_cancel_from_the_client: false })
      .where('public_id', '=', id)
      .execute();
    const { link } = await tools.request(person, 'loan', { loan_id: id });
    expect((await tools.confirm(person, link)).body.model.state).toBe('canceled');
  });
});

describe('the link', () => {
  test('goes to the address on file, works once and for three hours, and only in its country', async () => {
    const { person } = await tools.waiting('AR');
    const typed = await listMessages(product.deps, 'otra@example.com');
    expect(typed).toEqual([]);
    const first = await tools.request(person);
    expect(await tools.confirm({ country: 'UY' }, first.link)).toMatchObject({ status: 401 });
    await product.advance(3 * 3_600_000);
    expect(await tools.confirm(person, first.link)).toMatchObject({
      status: 401,
      body: { code: 'link_invalid' },
    });
    const second = await tools.request(person);
    const [one, two] = await Promise.all([
      tools.confirm(person, second.link),
      tools.confirm(person, second.link),
    ]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await tools.confirm(person, second.link)).toMatchObject({ status: 401 });
    expect(await tools.confirm(person, 'unknown')).toMatchObject({
      status: 401,
      body: { code: 'link_invalid' },
    });
  });

  test('an answer that was lost comes again with its key', async () => {
    const { person } = await tools.waiting('UY');
    const { link } = await tools.request(person);
    const key = { 'idempotency-key': 'arrepentimiento-1' };
    const first = await tools.confirm(person, link, key);
    const again = await tools.confirm(person, link, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('anybody may ask', () => {
  test('a known and an unknown document get the same answer; only the known one gets a mail', async () => {
    const { person } = await tools.waiting('AR');
    const known = await product.call(ask, { body: bodyOf(person) });
    const unknown = await product.call(ask, { body: bodyOf({ documentNumber: '29999999' }) });
    const shape = ({ status, body }: typeof known) =>
      JSON.stringify({ status, body }).replaceAll(body.model.code, 'CODE');
    expect(shape(unknown)).toBe(shape(known));
    await newestMessage(product, person.email, ({ text }) => text.includes(known.body.model.code));
    const { db } = product.deps;
    const row = await db
      .selectFrom('withdrawal')
      .select(['state', 'customer_id', 'document_number'])
      .where('code', '=', unknown.body.model.code)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: 'received', customer_id: null, document_number: '29999999' });
    // Nor is there a ticket that the public account status could tell of, before the link was used.
    expect(await tools.ticketsOf(person)).toEqual([]);
  });

  test('wrong fields are told as the forms do; nothing is stored', async () => {
    const answer = await product.call(ask, {
      body: { kind: 'loan', document_number: '12', email_address: 'no' },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual({
      document_number: expect.any(String),
      email_address: expect.any(String),
    });
    expect((await product.call(ask, { body: { kind: 'otro' } })).status).toBe(422);
  });

  test('a document takes five requests an hour, known or not; wrong links are limited per address', async () => {
    const body = bodyOf({ documentNumber: '28888888' });
    for (let times = 0; times < 5; times += 1) expect((await product.call(ask, { body })).status).toBe(200);
    const refused = await product.call(ask, { body });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    let last = 0;
    for (let times = 0; times < 40 && last !== 429; times += 1)
      last = (await tools.confirm({ country: 'AR' }, 'wrong')).status;
    expect(last).toBe(429);
    await product.advance(3_600_000);
  });
});

describe.each(['AR', 'UY'] as const)('ending the membership, %s', (country) => {
  test('ends from now, once; the loan and the flag stay as they are', async () => {
    const { person, id } = await tools.paidOut(
      country,
      `2027-08-0${3 + COUNTRIES.indexOf(country)}T15:00:00Z`,
      true,
    );
    const { code, link } = await tools.request(person, 'membership');
    expect(code).toMatch(/^BAJA-\d{10}$/);
    expect((await tools.confirm(person, link)).body).toMatchObject({
      model: { kind: 'membership', state: 'ended', return_amount: null },
    });
    const { id: loanId, state } = await tools.stored(id);
    expect(state).toBe('approved');
    const { db } = product.deps;
    const ended = await db
      .selectFrom('membership_end')
      .select('ended_at')
      .where('loan_id', '=', loanId)
      .execute();
    expect(ended).toHaveLength(1);
    const profile = await person.call('GET /api/v3/account-new');
    expect(profile.body.result.has_membership_enabled).toBe(true);
    await newestMessage(product, person.email, ({ text }) => text.includes('Dimos de baja tu membresía'));
    expect(await tools.ticketsOf(person)).toMatchObject([{ type: 'membership-end', status: 'closed' }]);
    const again = await tools.request(person, 'membership');
    expect((await tools.confirm(person, again.link)).body.messages[0]).toContain(
      'No tenés una membresía activa',
    );
  });

  test('a customer without one is told so', async () => {
    const { person } = await tools.waiting(country);
    const { link } = await tools.request(person, 'membership');
    expect((await tools.confirm(person, link)).body.model.state).toBe('refused');
  });
});
