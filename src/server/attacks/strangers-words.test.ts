import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMessages } from '../messages/service.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** A stranger who knows a document number writes in its owner's name. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const words = 'Para cancelar transferí al alias estafa.alias';

const cancel = (one: Borrower, text: string, token?: string) =>
  product.call('POST /api/v3/cancellation', {
    country: one.country,
    ...(token === undefined ? {} : { token }),
    body: {
      cancellationReasonId: 5,
      cancellationReasonSlug: 'other',
      documentNumber: one.documentNumber,
      otherReason: text,
    },
  });

const tokenOf = ({ person }: Borrower) => person.token ?? '';

async function ticketsOf(one: Borrower) {
  const body = { document_type: 1, document_number: one.documentNumber };
  return (await one.person.call('POST /api/v3/balance', { body })).body.model.tickets;
}

const storedTickets = (one: Borrower) =>
  product.deps.db
    .selectFrom('ticket')
    .select(['public_id', 'content', 'status', 'is_strangers', 'customer_id'])
    .where('document_number', '=', one.documentNumber)
    .orderBy('id')
    .execute();

test.each(['AR', 'UY'] as const)(
  "in %s a stranger's cancellation reaches the staff alone, marked, and the owner's takes its place",
  async (country) => {
    const one = await borrower(product, country);
    expect((await cancel(one, words)).status).toBe(200);
    const [theirs] = await storedTickets(one);
    expect(theirs).toMatchObject({ is_strangers: true, status: 'open' });
    expect(theirs?.content).toContain(words);
    expect(await ticketsOf(one)).toEqual([]);
    const read = await one.person.call('GET /api/v3/tickets/{id}', {
      params: { id: theirs?.public_id ?? '' },
    });
    expect(read.status).toBe(404);
    expect((await cancel(one, words)).status).toBe(422);

    const own = await cancel(one, 'Me arrepentí', tokenOf(one));
    expect(own).toMatchObject({ status: 200, body: { result: { cancellationState: 'under-review' } } });
    const [first, second] = await storedTickets(one);
    expect(first).toMatchObject({ is_strangers: true, status: 'closed' });
    expect(second).toMatchObject({ is_strangers: false, status: 'open' });
    const requests = await product.deps.db
      .selectFrom('cancellation_request')
      .select(['is_own', 'other_reason', 'state', 'version'])
      .where('loan_id', '=', one.loanId)
      .execute();
    expect(requests).toMatchObject([{ is_own: true, other_reason: 'Me arrepentí', state: 'under-review' }]);
    expect(await ticketsOf(one)).toMatchObject([{ type: 'cancelación', status: 'open' }]);

    // Neither a stranger nor the owner takes the owner's place.
    expect((await cancel(one, words)).status).toBe(422);
    expect((await cancel(one, 'Otra vez', tokenOf(one))).status).toBe(422);
    expect(JSON.stringify(await ticketsOf(one))).not.toContain('alias');
  },
);

test('at the same instant the owner’s request is the one that stays', async () => {
  const one = await borrower(product);
  const answers = await Promise.all([
    cancel(one, words),
    cancel(one, words),
    cancel(one, 'Me arrepentí', tokenOf(one)),
    cancel(one, words),
  ]);
  expect(answers[2]?.status).toBe(200);
  const requests = await product.deps.db
    .selectFrom('cancellation_request')
    .select(['is_own', 'other_reason'])
    .where('loan_id', '=', one.loanId)
    .execute();
  expect(requests).toEqual([{ is_own: true, other_reason: 'Me arrepentí' }]);
});

test("no letter and no file of one's own data carries a stranger's words", async () => {
  const one = await borrower(product);
  await cancel(one, words);
  for (const { subject, text } of await listMessages(product.deps, one.person.email))
    expect(`${subject} ${text}`).not.toContain('alias');
  const file = await one.person.call('GET /api/v3/own-data/file', {});
  expect(file.status).toBe(200);
  expect(JSON.stringify(file.body)).not.toContain('estafa');
});

test("a stranger's withdrawals use up none of the owner's", async () => {
  const one = await borrower(product);
  const ask = () =>
    product.call('POST /api/v3/withdrawal', {
      body: { kind: 'loan', document_number: one.documentNumber, email_address: 'otro@example.com' },
    });
  let asked = await ask();
  for (let count = 0; count < 20 && asked.status !== 429; count += 1) asked = await ask();
  expect(asked.status).toBe(429);
  const own = await one.person.call('POST /api/v3/withdrawal/own', { body: { kind: 'loan' } });
  expect(own.status).toBe(200);
});
