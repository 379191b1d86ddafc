import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimRows } from '../../platform/work/row-queue.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { confirmationOf, signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { payoutRows } from '../payout-record.ts';

/** docs/product/borrowers-area.md#turbo */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api', CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

async function confirmed(membership: boolean): Promise<number> {
  const person = await signUpAndVerify(product, 'AR');
  const answer = await person.call('POST /api/v3/finish-new', {
    body: confirmationOf(person, { membership }),
  });
  const { id } = await product.deps.db
    .selectFrom('loan')
    .select('id')
    .where('public_id', '=', answer.body.result.id)
    .executeTakeFirstOrThrow();
  return id;
}

test('payouts of members are taken first, each group by age', async () => {
  const { db } = product.deps;
  const plain = [await confirmed(false), await confirmed(false)];
  const members = [await confirmed(true), await confirmed(true)];
  const later = await confirmed(true);
  await sql`update payout set due_at = now() + interval '1 hour' where loan_id = ${later}`.execute(db);
  const taken: number[] = [];
  for (let times = 0; times < 5; times += 1) taken.push(...(await claimRows(db, payoutRows, sql`true`, 1)));
  expect(taken).toEqual([...members, ...plain]);
});

test('the console shows how long payouts took, of members and of others', async () => {
  const { db, clock } = product.deps;
  const took = async (membership: boolean, minutes: number) => {
    const id = await confirmed(membership);
    const end = new Date(clock.now().getTime() + minutes * 60_000);
    await sql`update loan set created_at = ${clock.now()}, disbursed_at = ${end} where id = ${id}`.execute(
      db,
    );
    await sql`update payout set state = 'confirmed', changed_at = ${clock.now()} where loan_id = ${id}`.execute(
      db,
    );
  };
  for (const minutes of [10, 20, 300]) await took(true, minutes);
  for (const minutes of [60, 80]) await took(false, minutes);
  const treasury = await signInAs(product, 'treasury');
  const { body } = await treasury.call('GET /api/staff/pay-outs', { query: { country: 'AR' } });
  expect(body.controls[0].delivery_times).toEqual({
    members: { count: 3, median_minutes: 20, slow_minutes: 244 },
    others: { count: 2, median_minutes: 70, slow_minutes: 78 },
  });
});
