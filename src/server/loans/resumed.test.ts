import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayoutAnswer } from '../integrations/payouts/port.ts';
import { transaction } from '../platform/database.ts';
import { claimRows } from '../platform/work/row-queue.ts';
import { confirmationOf, signUpAndVerify } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { payoutRows } from './payout-record.ts';
import type { StepDependencies } from './outgoing-orders/service.ts';
import { resumeByReference, takeStep } from './service.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

const answer: PayoutAnswer = { state: 'in-progress', providerId: '', receiptCode: '', reason: '' };

/** A payout queried so often that its next query is a quarter of an hour away. */
async function longAsked() {
  const { db } = product.deps;
  const person = await signUpAndVerify(product);
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const loan = await db
    .selectFrom('payout')
    .innerJoin('loan', 'loan.id', 'loan_id')
    .select(['loan_id as id', 'reference'])
    .where('public_id', '=', String(body.result.id))
    .executeTakeFirstOrThrow();
  for (let step = 0; step < 2; step += 1) await takeStep(product.deps, loan.id, true);
  await sql`update payout set state = 'sent', tries = 40, due_at = now() where loan_id = ${loan.id}`.execute(
    db,
  );
  return loan;
}

const dueIn = async (loanId: number) => {
  const row = await product.deps.db
    .selectFrom('payout')
    .select(sql<number>`extract(epoch from due_at - clock_timestamp())::float8`.as('seconds'))
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  return row.seconds;
};

/** Takes a step and runs `happens` while its rail answers 'in progress'. */
async function stepDuring(loanId: number, happens: () => Promise<unknown>): Promise<void> {
  const { deps } = product;
  const rail = {
    name: 'slow',
    submit: () => Promise.reject(new Error('not this time')),
    query: async () => {
      await happens();
      return answer;
    },
  };
  const slow: StepDependencies = {
    ...deps,
    ports: { ...deps.ports, payouts: { ...deps.ports.payouts, 'bank-transfer': rail } },
  };
  await takeStep(slow, loanId);
}

const claim = (loanId: number) => claimRows(product.deps.db, payoutRows, sql`loan_id = ${loanId}`, 1);

test('a result that arrives during a query of the rail is handled at once', async () => {
  const { id, reference } = await longAsked();
  await stepDuring(id, async () => undefined);
  expect(await dueIn(id)).toBeGreaterThan(600);
  const { db, jobs } = product.deps;
  await stepDuring(id, () => transaction(db, (tx) => resumeByReference(tx, jobs, [reference])));
  expect(await dueIn(id)).toBeLessThan(2);
});

test('also when its worker has resumed the payout meanwhile', async () => {
  const { id, reference } = await longAsked();
  const { db, jobs } = product.deps;
  await stepDuring(id, async () => {
    await transaction(db, (tx) => resumeByReference(tx, jobs, [reference]));
    expect(await claim(id)).toEqual([id]);
  });
  expect(await dueIn(id)).toBeLessThan(2);
});
