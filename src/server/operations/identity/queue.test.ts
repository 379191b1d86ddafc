import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../platform/database.ts';
import { addDeeds } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { reviewsOf, type HeldLoan } from './testing/reviews.ts';

let product: TestProduct;
let at: Awaited<ReturnType<typeof reviewsOf>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  at = await reviewsOf(product);
  await at.setPolicy('always');
  await at.setPolicy('always', 'UY');
});
afterAll(() => product.close());

const minuteMs = 60_000;
const approve = (review: string, version: number) =>
  ['POST /api/staff/identity/{id}/approve', { params: { id: review }, version }] as const;

test('two people get different reviews, oldest first, and nobody decides on what another looks at', async () => {
  const [first, second, third] = [await at.held('UY'), await at.held('UY'), await at.held('UY')];
  const inUy = (held: string[]) => ({ held, country: 'UY' });
  const mine = await at.take(inUy([]));
  expect(mine).toMatchObject({ id: first.review, is_taken: false, state: 'waiting' });
  const theirs = await at.take(inUy([]), at.head);
  expect(theirs).toMatchObject({ id: second.review });
  // A page that is loaded anew gets back what is its own; one that has it at hand gets the next.
  expect(await at.take(inUy([]))).toMatchObject({ id: first.review });
  expect(await at.take(inUy([first.review]))).toMatchObject({ id: third.review });
  expect(await at.take(inUy([first.review, third.review]))).toBeNull();

  expect((await at.seen(first, at.head)).is_taken).toBe(true);
  const taken = await at.head.call(...approve(first.review, mine.version));
  expect(taken.body).toMatchObject({ code: 'identity_taken' });
  const list = async () =>
    (await at.head.call('GET /api/staff/identity', { query: { country: 'UY' } })).body.result;
  expect((await list()).map(({ id }: HeldLoan & { id: string }) => id)).toEqual([
    first.review,
    second.review,
    third.review,
  ]);
  expect((await list())[0].claimed_by).not.toBe('');

  const left = await at.analyst.call('POST /api/staff/identity/{id}/release', {
    params: { id: first.review },
  });
  expect(left.status).toBe(200);
  expect(await at.take(inUy([second.review]), at.head)).toMatchObject({ id: first.review });
  // Who goes away keeps it from the others for some minutes only.
  await product.advance(11 * minuteMs);
  expect(await at.take(inUy([]))).toMatchObject({ id: first.review });
  const fresh = await signInAs(product, 'analyst');
  expect((await fresh.call(...approve(first.review, mine.version))).status).toBe(200);
  const other = await signInAs(product, 'head');
  const late = await other.call(...approve(first.review, mine.version));
  expect(late.body.code).toBe('changed_meanwhile');
  await product.advance(-11 * minuteMs);
});

test('photos that were taken again come behind those that wait; the list goes on page by page', async () => {
  const { db, clock } = product.deps;
  await db.updateTable('identity_review').set({ state: 'ended' }).where('state', '=', 'waiting').execute();
  const [asked, waiting] = [await at.held(), await at.held()];
  const body = { photos: [{ kind: 'avatar', reason: 'face' }] };
  const { version } = await at.seen(asked);
  const options = { params: { id: asked.review }, version, body };
  expect((await at.analyst.call('POST /api/staff/identity/{id}/ask', options)).status).toBe(200);
  const page = async (query: Record<string, string>) =>
    (await at.analyst.call('GET /api/staff/identity', { query })).body;
  expect(await page({ view: 'asked' })).toMatchObject({
    result: [{ id: asked.review }],
    counts: { waiting: 1, asked: 1 },
  });
  await at.retake(asked, 'avatar');
  const ids = async (query: Record<string, string>) =>
    (await page(query)).result.map(({ id }: { id: string }) => id);
  expect(await ids({ view: 'waiting', country: 'AR' })).toEqual([waiting.review, asked.review]);

  const row = await db
    .selectFrom('identity_review')
    .selectAll()
    .where('id', '=', Number(asked.review))
    .executeTakeFirstOrThrow();
  const loan = await db
    .selectFrom('loan')
    .selectAll()
    .where('id', '=', row.loan_id)
    .executeTakeFirstOrThrow();
  const { id: _id, public_id: _public, ...like } = loan;
  const json = {
    terms: JSON.stringify(like.terms),
    rates: JSON.stringify(like.rates),
    original: JSON.stringify(like.original),
  };
  const loans = await db
    .insertInto('loan')
    .values(
      Array.from({ length: 110 }, (_none, n) => ({
        ...like,
        ...json,
        public_id: `copy-${n}`,
        state: 'canceled',
      })),
    )
    .returning('id')
    .execute();
  await db
    .insertInto('identity_review')
    .values(
      loans.map(({ id }) => ({
        country: 'AR',
        customer_id: row.customer_id,
        loan_id: id,
        state: 'waiting',
        created_at: clock.now(),
        queued_at: clock.now(),
      })),
    )
    .execute();
  const found: string[] = [];
  let from = '';
  do {
    const next = await page({ view: 'waiting', ...(from ? { from } : {}) });
    expect(next.counts.waiting).toBe(100);
    found.push(...next.result.map(({ id }: { id: string }) => id));
    from = next.next;
  } while (from);
  expect(found).toHaveLength(112);
  expect(new Set(found).size).toBe(112);
  await db
    .deleteFrom('identity_review')
    .where(
      'loan_id',
      'in',
      loans.map(({ id }) => id),
    )
    .execute();
  await db
    .deleteFrom('loan')
    .where(
      'id',
      'in',
      loans.map(({ id }) => id),
    )
    .execute();
});

test('who has the same of something is named, and so is a fraud among them', async () => {
  const [ana, twin] = [await at.held(), await at.held()];
  const { db } = product.deps;
  const idOf = async ({ review }: HeldLoan) => Number((await at.seen({ review })).customer);
  const [anas, twins] = [await idOf(ana), await idOf(twin)];
  const { cellphone } = await db
    .selectFrom('customer')
    .select('cellphone')
    .where('id', '=', anas)
    .executeTakeFirstOrThrow();
  // Only one customer at a time can prove a number, so the twin has it unproved.
  const typed = { cellphone, phone_proved_at: null };
  await db.updateTable('customer').set(typed).where('id', '=', twins).execute();
  const account = await db
    .selectFrom('bank_account')
    .selectAll()
    .where('customer_id', '=', anas)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('bank_account')
    .set({ account_number: account.account_number, bank_id: account.bank_id })
    .where('customer_id', '=', twins)
    .execute();
  const fraud = { reason_code: 'several', reason: 'Los mismos datos' };
  const { version } = await at.seen(twin);
  await at.analyst.call('POST /api/staff/identity/{id}/fraud', {
    params: { id: twin.review },
    version,
    body: fraud,
  });
  const { twins: found } = await at.seen(ana);
  const of = (what: string) => found.find((each: { what: string }) => each.what === what);
  const document = expect.stringMatching(/^•••\d{3}$/);
  const named = expect.objectContaining({ id: String(twins), document, is_fraud: true });
  expect(of('phone').people).toEqual([named]);
  expect(of('account').people).toEqual(expect.arrayContaining([named]));
  // The tests' browsers and photos are all alike: no more than ten of them are named.
  expect(of('photo')).toMatchObject({ more: false });
  expect(of('photo').people.length).toBeLessThanOrEqual(10);
});

test('an auditor and an agent look and decide nothing; photos are theirs by the customer’s page', async () => {
  const loan = await at.held();
  const { version } = await at.seen(loan);
  for (const role of ['auditor', 'agent'] as const) {
    const person = await signInAs(product, role);
    expect(await at.seen(loan, person)).toMatchObject({ id: loan.review });
    expect((await person.call(...approve(loan.review, version))).body.code).toBe('permission');
    expect((await person.call('POST /api/staff/identity/next', { body: { held: [] } })).body.code).toBe(
      'permission',
    );
  }
  const collector = await signInAs(product, 'collector');
  expect((await collector.call('GET /api/staff/identity')).body.code).toBe('permission');
});

test('the next review comes in a moment, found by the index of those that wait', async () => {
  const loan = await at.held();
  const { db } = product.deps;
  await transaction(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from identity_review
      where state = 'waiting' and country = any('{AR,UY}') order by queued_at, id limit 1`.execute(tx);
    const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
    expect(plan).toContain('identity_review_waiting');
    expect(plan).not.toContain('Sort');
  });
  const started = performance.now();
  const times = 5;
  for (let each = 0; each < times; each += 1) await at.take();
  // A hundred an hour leave 36 seconds for each, and the next one is brought while one looks.
  expect((performance.now() - started) / times).toBeLessThan(1000);
  expect((await at.seen(loan)).id).toBe(loan.review);
});

test('a document in full is seen so often a day as the role may, and each time is in the audit', async () => {
  const { db } = product.deps;
  const held = await at.held();
  const agent = await signInAs(product, 'agent');
  const open = (by = agent) => by.call('GET /api/staff/identity/{id}', { params: { id: held.review } });
  const action = 'GET /api/staff/identity/{id}';
  const count = async () => {
    const row = await db
      .selectFrom('staff_audit')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('staff_id', '=', Number(agent.id))
      .where('action', '=', action)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  await addDeeds(product, agent, action, { times: 99 - (await count()) });
  expect((await open()).status).toBe(200);
  expect((await open()).body.code).toBe('daily_limit');
  // Who decides sees as many as they may decide.
  expect((await open(at.analyst)).status).toBe(200);
  expect(await count()).toBe(100);
});
