import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dependencies } from '../../dependencies.ts';
import { loanByPublicId, takeStepWithin } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import { confirmationOf, signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { borrower } from '../payments/testing/borrower.ts';
import { rewardFor } from './reward.ts';
import { referralLinkOf } from './service.ts';
import { programmeOf } from './testing/programme.ts';

let product: TestProduct;
beforeAll(async () => {
  // Without a worker: what follows from a loan is done when the test says so.
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  await programmeOf(product, 'AR').runs();
});
afterAll(() => product.close());

/** The rail has paid as soon as it is asked to. */
function paying(): Dependencies {
  const { ports } = product.deps;
  const answer = { state: 'completed', providerId: '1', receiptCode: '1', reason: '' } as const;
  const said = () => Promise.resolve(answer);
  const rail = { name: ports.payouts['bank-transfer'].name, submit: said, query: said };
  return { ...product.deps, ports: { ...ports, payouts: { ...ports.payouts, 'bank-transfer': rail } } };
}

test('a reward that accrues while the loan of its customer is paid out is spent on it', async () => {
  const { db } = product.deps;
  const referrer = await signUpAndVerify(product, 'AR');
  const confirmed = await referrer.call('POST /api/v3/finish-new', {
    body: confirmationOf(referrer, { instalments: 3 }),
  });
  const loan = await loanByPublicId(db, 'AR', confirmed.body.result.id);
  if (!loan) throw new Error('the loan was not confirmed');
  const { search: parameter } = new URL(await referralLinkOf(db, loan.customerId, 'http://ar.localhost'));
  const { loanId } = await borrower(product, 'AR', 3, { parameter });
  await rewardFor(product.deps, { loanId });
  const accrued = async () => {
    await programmeOf(product, 'AR').afterTerm();
    await rewardFor(product.deps, { loanId });
  };
  const { rewarded } = await transaction(db, async (tx) => {
    for (let step = 0; step < 2; step += 1) await takeStepWithin(tx, paying(), loan.id);
    expect((await loanByPublicId(tx, 'AR', loan.publicId))?.state).toBe('approved');
    let isOver = false;
    const reward = accrued().finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await waitingForLocks(db)) > 0, { timeout: 20_000 }).toBe(true);
    return { rewarded: reward };
  });
  await rewarded;
  const spent = await db
    .selectFrom('referral_discount')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select('payment.amount')
    .where('loan_id', '=', loan.id)
    .execute();
  expect(spent).toEqual([{ amount: 5000_00 }]);
});
