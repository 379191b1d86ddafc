import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discountGranted } from '../../../domain/ledger.ts';
import { centavos } from '../../../domain/money.ts';
import { post } from '../../loans/ledger/service.ts';
import { transaction } from '../../platform/database.ts';
import { signUpAndVerify } from '../../testing/journey.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { todayOf } from '../debits/testing/debtor.ts';
import { borrower } from '../payments/testing/borrower.ts';
import { programmeOf } from './testing/programme.ts';

/** A reward is spent once, even if its loans are undone, reopened or charged back. */

let product: TestProduct;
let programme: ReturnType<typeof programmeOf>;
beforeAll(async () => {
  product = await startProduct({
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '99000', SESSION_MAX_DAYS: '3650' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  programme = programmeOf(product, 'AR');
  await programme.runs();
});
afterAll(() => product.close());

/** A customer with an unspent reward. */
async function rewarded() {
  const person = await signUpAndVerify(product, 'AR');
  const { person: referee } = await borrower(product, 'AR', 3, {
    parameter: await programme.queryOf(person),
  });
  await programme.work(referee);
  await programme.afterTerm();
  expect(await programme.counts(person)).toMatchObject({ awaited: 0, earned: 5000, applied: 0 });
  return { person, referee };
}

test('a loan that a charge-back reopens loses the discount that was spent on another one', async () => {
  const { person } = await rewarded();
  const first = await programme.borrow(person);
  expect(await programme.books(person)).toEqual({ cost: 5000_00, found: [] });
  const returned = await programme.undo(person, first);
  expect(await programme.books(person)).toEqual({ cost: 0, found: [] });
  await programme.borrow(person);
  expect(await programme.counts(person)).toMatchObject({ earned: 5000, applied: 5000 });
  await programme.drive('reverse', returned);
  await programme.work(person);
  expect((await programme.loansOf(person)).map(({ state }) => state)).toEqual(['approved', 'approved']);
  expect(await programme.counts(person)).toMatchObject({ earned: 5000, applied: 5000 });
  expect(await programme.books(person)).toEqual({ cost: 5000_00, found: [] });
  const letter = await newestMessage(product, person.email, ({ subject }) => subject.startsWith('Anulamos'));
  expect(letter.text).toContain('Tenía $5.000,00 de descuento');
});

test('a loan that is reopened keeps a discount that nothing else was made of', async () => {
  const { person } = await rewarded();
  const returned = await programme.undo(person, await programme.borrow(person));
  await programme.drive('reverse', returned);
  await programme.work(person);
  expect(await programme.counts(person)).toMatchObject({ earned: 5000, applied: 5000 });
  expect(await programme.books(person)).toEqual({ cost: 5000_00, found: [] });
});

test('a reward that was spent elsewhere in part leaves the rest of the discount where it was', async () => {
  const { person } = await rewarded();
  const first = await programme.borrow(person);
  const returned = await programme.undo(person, first);
  const second = await programme.payoutAnother(person);
  const closing = await programme.ask(person, second, 'settlement');
  await programme.drive('settle', closing?.hash ?? '', (closing?.total ?? 0) - 2000);
  await programme.work(person);
  expect(await programme.counts(person)).toMatchObject({ earned: 5000, applied: 2000 });
  expect(await programme.books(person)).toEqual({ cost: 2000_00, found: [] });
  await programme.drive('reverse', returned);
  expect(await programme.counts(person)).toMatchObject({ earned: 5000, applied: 5000 });
  expect(await programme.books(person)).toEqual({ cost: 5000_00, found: [] });
  // A second withdrawal releases its discount again.
  const next = await programme.ask(person, first, 'withdrawal');
  await programme.drive('settle', next?.hash ?? '');
  expect(await programme.counts(person)).toMatchObject({ earned: 5000, applied: 2000 });
  expect(await programme.books(person)).toEqual({ cost: 2000_00, found: [] });
});

test('a loan that reopens while another one is paid out: one of them gets the reward', async () => {
  const { person } = await rewarded();
  const returned = await programme.undo(person, await programme.borrow(person));
  await programme.payoutAnother(person);
  await Promise.all([programme.drive('reverse', returned), programme.work(person), programme.work(person)]);
  expect(await programme.counts(person)).toMatchObject({ earned: 5000, applied: 5000 });
  expect(await programme.books(person)).toEqual({ cost: 5000_00, found: [] });
});

test('the audit finds a discount whose cost is not booked once', async () => {
  const { person } = await rewarded();
  const { id: loanId } = await programme.borrow(person);
  const { deps } = product;
  await transaction(deps.db, (tx) =>
    post(tx, {
      country: 'AR',
      currency: 'ARS',
      kind: 'discount-granted',
      loanId,
      valueDate: todayOf(product),
      at: deps.clock.now(),
      entries: discountGranted(centavos(100)),
    }),
  );
  const { found } = await programme.books(person);
  expect(found).toEqual([{ kind: 'ledger', subject: 'promotion-cost', expected: 5000_00, found: 5001_00 }]);
});

test('the database refuses a second spending of a reward', async () => {
  const { person } = await rewarded();
  const { id } = await programme.borrow(person);
  const { db } = product.deps;
  const again = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; reward: number }>`
      insert into payment (public_id, loan_id, source, reference, amount, value_date, received_at)
      select 'again', loan_id, source, 'again', amount, value_date, received_at from payment where loan_id = ${id}
      returning id, (select d.reward_id from referral_discount d join payment p on p.id = d.payment_id
        where p.loan_id = ${id}) as reward`.execute(tx);
    const [row] = rows;
    await tx
      .insertInto('referral_discount')
      .values({ payment_id: row?.id ?? 0, reward_id: row?.reward ?? 0, amount: 5000_00 })
      .execute();
  });
  await expect(again).rejects.toMatchObject({ constraint: 'referral_reward_spent_once' });
});
