import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../countries/local-time.ts';
import { loanStanding } from '../domain/standing/standing.ts';
import { attemptDebits } from './servicing/debits/attempt.ts';
import { announceDebits } from './servicing/debits/announce.ts';
import { debtor } from './servicing/debits/testing/debtor.ts';
import { loanBalance } from './loans/ledger/service.ts';
import { loanByPublicId } from './loans/service.ts';
import type { Borrower } from './servicing/payments/testing/borrower.ts';
import { signUpAndVerify } from './testing/journey.ts';
import { photo, photoForm } from './testing/photos.ts';
import { startProduct, type TestAnswer, type TestProduct } from './testing/product.ts';
import { withdrawalsOf } from './servicing/withdrawals/testing/withdrawals.ts';

/** Everything that a customer can do with a loan, at once, in every mixture. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

/** What the loan's books say, and what they should say by the list of the money that counts. */
async function booksOf(one: Borrower) {
  const { db, clock } = product.deps;
  const row = await loanByPublicId(db, 'AR', one.publicId);
  if (!row) throw new Error('a loan has gone');
  const ledger = await loanBalance(db, one.loanId);
  const { payments } = row;
  const collected = payments.reduce((sum, { amount }) => sum + amount, 0);
  const standing = loanStanding(row.conditions, payments, localDate(clock.now(), 'AR'));
  const isUndone = row.state === 'canceled';
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(open), 0)::int as most from (
      select count(*) as open from payment_request_instalment
      where loan_id = ${one.loanId} and is_open group by instalment) as each
  `.execute(db);
  return {
    said: {
      state: row.state,
      sum: [...ledger.values()].reduce((sum, amount) => sum + amount, 0),
      collected: ledger.get('collections') ?? 0,
      principal: ledger.get('principal-receivable') ?? 0,
      credit: 0 - (ledger.get('customer-credit') ?? 0),
      isOnceOpen: (rows[0]?.most ?? 0) <= 1,
    },
    due: {
      state: isUndone ? row.state : standing.isSettled ? 'finished' : 'approved',
      sum: 0,
      collected,
      principal: isUndone ? 0 : standing.outstanding.principal,
      credit: isUndone ? collected - row.delivered : standing.credit,
      isOnceOpen: true,
    },
  };
}

async function compare(one: Borrower): Promise<void> {
  const { said, due } = await booksOf(one);
  expect(said).toEqual(due);
}

const hashOf = ({ body }: TestAnswer): string[] => (body.result?.hash ? [body.result.hash as string] : []);

describe('early closure, prepayment, instalments, withdrawal, cancellation, erasure and debit of one loan at once', () => {
  test.each([0, 1, 2])('come to books that are those of the money that counts (%i)', async (round) => {
    const one = await debtor(product, 'AR');
    const { person, publicId: id } = one;
    const { request, confirm } = withdrawalsOf(product);
    const { link } = await request(person);
    const quote = (await person.call('GET /api/v3/loan/{id}/settlement', { params: { id } })).body.result;
    const early = (kind: string, total: number, payment_method = 'bank-transfer') =>
      person.call('POST /api/v3/loan/{id}/settlement', {
        params: { id },
        body: { kind, payment_method, total },
      });
    const day = { country: 'AR', date: localDate(product.deps.clock.now(), 'AR') } as const;
    await sql`update instalment_debit set attempt_on = ${day.date} where loan_id = ${one.loanId}`.execute(
      product.deps.db,
    );
    const works: (() => Promise<TestAnswer | void>)[] = [
      () => early('settlement', quote.total),
      () => early('fewer', quote.prepayment.min),
      () => early('smaller', quote.prepayment.max, 'mercado-pago'),
      () => one.ask([1], 'bank-transfer'),
      () => one.ask([1, 2], 'mercado-pago'),
      () => one.ask([3], 'debit-card'),
      () => confirm(person, link),
      () => confirm(person, link),
      () => person.call('POST /api/cancel_loan/front/{id}', { params: { id }, body: {} }),
      () => person.call('POST /api/v3/own-data/erasure', { body: {} }),
      async () => void (await announceDebits(product.deps, day)),
      () => attemptDebits(product.deps, day),
    ];
    const turned = [...works.slice(round * 4), ...works.slice(0, round * 4), ...works];
    const answers = (await Promise.all(turned.map((work) => work()))).filter(
      (answer) => answer !== undefined,
    );
    for (const { status, body } of answers) expect([status < 500, body.code]).toEqual([true, body.code]);
    await compare(one);
    const hashes = answers.flatMap(hashOf);
    expect(hashes.length).toBeGreaterThan(0);
    const drive = (what: 'settle' | 'reverse', hash: string) =>
      product.call(`POST /sandbox/payments/{hash}/${what}`, { params: { hash } });
    const more = await Promise.all([
      ...hashes.flatMap((hash) => [drive('settle', hash), drive('settle', hash)]),
      ...hashes.map((hash) => drive('reverse', hash)),
      early('settlement', quote.total),
      person.call('POST /api/v3/own-data/erasure', { body: {} }),
    ]);
    for (const { status, body } of more) expect([status < 500, body.code]).toEqual([true, body.code]);
    await compare(one);
  });
});

test('an erasure that comes while a photo is being stored leaves no photo of the person', async () => {
  const person = await signUpAndVerify(product, 'AR', { without: ['avatar'] });
  const { db, ports } = product.deps;
  const { id } = await db
    .selectFrom('customer')
    .select('id')
    .where('document_number', '=', person.documentNumber)
    .executeTakeFirstOrThrow();
  const { images } = ports;
  let erased = '';
  const put: typeof images.put = async (...given) => {
    if (erased === '')
      erased = (await person.call('POST /api/v3/own-data/erasure', { body: {} })).body.result.state;
    return images.put(...given);
  };
  Object.assign(ports, {
    images: { put, get: (key: string) => images.get(key), delete: (key: string) => images.delete(key) },
  });
  try {
    const answer = await person.call('POST /api/v3/upload_avatar', { form: photoForm(await photo()) });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  } finally {
    Object.assign(ports, { images });
  }
  expect(erased).toBe('done');
  const kept = await db
    .selectFrom('image')
    .select('id')
    .where('customer_id', '=', id)
    .where('kind', '=', 'avatar')
    .execute();
  expect(kept).toEqual([]);
});
