import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmationOf, signUpAndVerify, type JourneyStep, type Traveller } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { expectOrders, randomOrders } from '../testing/property.ts';
import { takeStep } from './service.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

type Action = 'confirm' | 'confirm-nonsense' | 'ok' | 'failed' | 'unknown' | 'step';
const actions = fc.array(
  fc.constantFrom<Action>('confirm', 'confirm-nonsense', 'ok', 'ok', 'failed', 'unknown', 'step'),
  { minLength: 3, maxLength: 10 },
);
const missing = fc.constantFrom<readonly JourneyStep[]>([], [], ['phone'], ['bank'], ['avatar']);

async function loansOf({ email }: Traveller) {
  return product.deps.db
    .selectFrom('loan')
    .innerJoin('customer', 'customer.id', 'loan.customer_id')
    .leftJoin('acceptance', 'acceptance.loan_id', 'loan.id')
    .leftJoin('payout', 'payout.loan_id', 'loan.id')
    .leftJoin('sandbox_payout', 'sandbox_payout.reference', 'payout.reference')
    .select([
      'loan.id',
      'loan.public_id',
      'loan.state',
      'offer_id',
      'acceptance.at',
      'outcome',
      'payout.state as paid',
    ])
    .where('email', '=', email)
    .orderBy('loan.id')
    .execute();
}

async function perform(action: Action, person: Traveller): Promise<void> {
  const finish = 'POST /api/v3/finish-new';
  const newest = (await loansOf(person)).at(-1);
  switch (action) {
    case 'confirm':
      await person.call(finish, { body: confirmationOf(person) });
      return;
    case 'confirm-nonsense':
      await person.call(finish, { body: confirmationOf(person, { instalments: 77 }) });
      return;
    case 'step':
      if (newest) await takeStep(product.deps, newest.id, true);
      return;
    case 'ok':
    case 'failed':
    case 'unknown': {
      const params = { id: newest?.public_id ?? 'none' };
      await product.call('POST /sandbox/loans/{id}/advance', { params, body: { outcome: action } });
    }
  }
}

test(
  'no order of calls pays out without an accepted, priced offer, nor two loans at a time',
  randomOrders,
  async () => {
    await expectOrders(
      fc.asyncProperty(actions, missing, async (order, without) => {
        const person = await signUpAndVerify(product, 'AR', { without });
        for (const action of order) {
          await perform(action, person);
          const loans = await loansOf(person);
          const inForce = loans.filter(({ state }) => ['send', 'preapproved', 'approved'].includes(state));
          expect(inForce.length).toBeLessThanOrEqual(1);
          expect(without.length > 0 && loans.length > 0).toBe(false);
          for (const loan of loans) {
            expect(loan.at).not.toBeNull();
            expect(loan.offer_id).not.toBeNull();
            expect(loan.state === 'approved').toBe(loan.paid === 'confirmed');
            expect(loan.state === 'approved').toBe(loan.outcome === 'completed');
          }
        }
      }),
      { runs: 30 },
    );
  },
);
