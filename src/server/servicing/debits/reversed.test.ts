import { afterAll, beforeAll, expect, test } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../../countries/law/debits.ts';
import { centavos } from '../../../domain/money.ts';
import { DEBIT_METHOD, reportReversal } from '../payments/service.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { announceDebits } from './announce.ts';
import { attemptDebits } from './attempt.ts';
import { debitsOf, debtor, dueDatesOf, goTo, todayOf } from './testing/debtor.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

test('a debit that its bank took back before we had booked it does not count, and its neighbour does', async () => {
  const taken = await debtor(product);
  const kept = await debtor(product);
  const [due] = await dueDatesOf(product, taken);
  if (due === undefined) throw new Error('a loan without instalments');
  const day = () => ({ country: 'AR', date: todayOf(product) }) as const;
  await goTo(product, debitAnnouncedOn(due, holidaysOf('AR')));
  await announceDebits(product.deps, day());
  const [{ reference } = { reference: '' }] = await debitsOf(product, taken);
  await goTo(product, debitAttemptOn(due, holidaysOf('AR')));
  const said = {
    country: 'AR',
    source: DEBIT_METHOD,
    reportId: reference,
    reference,
    amount: centavos(1),
    currency: 'ARS',
    reason: 'charged-back',
    reversedOn: todayOf(product),
  } as const;
  await transaction(product.deps.db, (tx) => reportReversal(tx, product.deps, said));
  await attemptDebits(product.deps, day());
  const firstOf = async (one: typeof taken) => (await one.balance()).installments[0];
  expect(await firstOf(taken)).toMatchObject({ payed: false, state_name: 'pending' });
  expect(await taken.collected()).toBe(0);
  expect(await firstOf(kept)).toMatchObject({ payed: true });
  const requests = await product.deps.db
    .selectFrom('payment_request')
    .select('state')
    .where('reference', '=', reference)
    .execute();
  expect(requests).toEqual([{ state: 'reversed' }]);
});
