import { afterAll, beforeAll, expect, test } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../../countries/law/debits.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { withdrawFor } from '../withdrawals/service.ts';
import { announceDebits } from './announce.ts';
import { attemptDebits } from './attempt.ts';
import { debitsOf, debtor, dueDatesOf, goTo, todayOf } from './testing/debtor.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

test('whose withdrawal takes effect while the debit waits for their loan is not debited', async () => {
  const { db } = product.deps;
  const one = await debtor(product);
  const day = () => ({ country: 'AR', date: todayOf(product) }) as const;
  const [due] = await dueDatesOf(product, one);
  const requestedAt = product.deps.clock.now();
  await goTo(product, debitAnnouncedOn(due!, holidaysOf('AR')));
  await announceDebits(product.deps, day());
  await goTo(product, debitAttemptOn(due!, holidaysOf('AR')));
  const { customer_id: customerId } = await db
    .selectFrom('loan')
    .select('customer_id')
    .where('id', '=', one.loanId)
    .executeTakeFirstOrThrow();
  const { attempted } = await transaction(db, async (tx) => {
    const asked = { country: 'AR', customerId, loanId: one.publicId, reason: '', requestedAt } as const;
    expect((await withdrawFor(tx, product.deps, asked)).model.state).toBe('return-due');
    const attempt = attemptDebits(product.deps, day());
    await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBeGreaterThan(0);
    return { attempted: attempt };
  });
  await attempted;
  expect(await debitsOf(product, one)).toMatchObject([{ state: 'announced', put_off_for: 'withdrawal' }]);
});
