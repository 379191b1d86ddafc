import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../../../countries/local-time.ts';
import { centavos } from '../../../../domain/money.ts';
import { decideWalletPayment } from '../../../integrations/wallet/sandbox.ts';
import { loanBalance, trialBalance } from '../../../loans/ledger/service.ts';
import { transaction } from '../../../platform/database.ts';
import { confirmationOf } from '../../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import type { PaymentReport } from './decide.ts';
import { reportPayment } from './report.ts';
import { reportReversal } from './reverse-report.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const drive = (what: 'settle' | 'reverse', hash: string, country: 'AR' | 'UY' = 'UY') =>
  product.call(`POST /sandbox/payments/{hash}/${what}`, { params: { hash }, country });
const loanState = async ({ loanId }: Borrower) =>
  product.deps.db
    .selectFrom('loan')
    .select(['state', 'finished_at', 'reopened_at'])
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
const statesOf = async (one: Borrower) =>
  (await one.balance()).installments.map(({ state_name }: { state_name: string }) => state_name);
const couponOf = async (hash: string, country: 'AR' | 'UY' = 'UY') =>
  (await product.call('GET /api/v3/coupon/{hash}', { params: { hash }, country })).body.result;

const debtFree = async (one: Borrower) =>
  product.call('POST /api/v3/debtfree', {
    country: one.country,
    token: one.person.token ?? '',
    body: { document_type: 1, document_number: one.documentNumber },
  });
const certificate = async (hash: string) =>
  (await product.call('GET /api/v3/debtfree/{hash}', { params: { hash }, country: 'UY' })).body.result;

test('a finished loan is in force again, its certificate is void, and paying once more ends it again', async () => {
  const one = await borrower(product, 'UY', 3);
  const before = await loanBalance(product.deps.db, one.loanId);
  const { hash } = (await one.ask([1, 2, 3], 'abitab')).body.result;
  await drive('settle', hash);
  expect((await loanState(one)).state).toBe('finished');
  const paper = (await debtFree(one)).body.result.hash;
  expect((await certificate(paper)).valid).toBe(true);
  const answers = await Promise.all(Array.from({ length: 5 }, () => drive('reverse', hash)));
  expect(answers.map(({ body }) => body.state)).toEqual(Array(5).fill('reversed'));
  expect(await loanState(one)).toMatchObject({ state: 'approved', finished_at: null });
  expect(await statesOf(one)).toEqual(['pending', 'pending', 'pending']);
  expect((await certificate(paper)).valid).toBe(false);
  expect((await debtFree(one)).status).toBe(409);
  const ledger = await loanBalance(product.deps.db, one.loanId);
  for (const [account, amount] of before) expect(ledger.get(account)).toBe(amount);
  expect(ledger.get('collections')).toBe(0);
  const again = (await one.ask([1, 2, 3], 'abitab')).body.result.hash;
  await drive('settle', again);
  expect((await loanState(one)).state).toBe('finished');
  const newPaper = (await debtFree(one)).body.result.hash;
  expect(newPaper).not.toBe(paper);
  expect((await certificate(newPaper)).valid).toBe(true);
});

test('a reopened loan comes before the one confirmed meanwhile, and bars a third', async () => {
  const one = await borrower(product, 'UY', 3);
  const { hash } = (await one.ask([1, 2, 3], 'abitab')).body.result;
  await drive('settle', hash);
  const second = await one.person.call('POST /api/v3/finish-new', {
    body: confirmationOf(one.person, { instalments: 3 }),
  });
  expect(second.status).toBe(200);
  await drive('reverse', hash);
  expect(await loanState(one)).toMatchObject({ state: 'approved' });
  const own = await product.call('POST /api/v3/balance', {
    country: 'UY',
    token: one.person.token ?? '',
    body: { document_type: 1, document_number: one.documentNumber },
  });
  expect(own.body.model.loanId).toBe(one.publicId);
  const third = await one.person.call('POST /api/v3/finish-new', {
    body: confirmationOf(one.person, { instalments: 3 }),
  });
  expect(third).toMatchObject({ status: 409, body: { code: 'active_loan' } });
});

test('of two payments for the same instalments, taking one back leaves the other', async () => {
  const one = await borrower(product, 'UY', 3);
  const { hash } = (await one.ask([1], 'abitab')).body.result;
  await drive('settle', hash);
  const { reference, amount } = await couponOf(hash);
  const cents = Math.round(amount * 100);
  await report({ reportId: `second-${reference}`, reference, amount: centavos(cents) });
  expect((await loanBalance(product.deps.db, one.loanId)).get('customer-credit')).toBe(-cents);
  await drive('reverse', hash);
  expect(await statesOf(one)).toEqual(['payed', 'pending', 'pending']);
  expect((await couponOf(hash)).state).toBe('paid');
  expect((await loanBalance(product.deps.db, one.loanId)).get('customer-credit')).toBe(0);
});

const facts = { country: 'UY', source: 'network', currency: 'UYU' } as const;
const day = () => localDate(product.deps.clock.now(), 'AR');
function report(more: Pick<PaymentReport, 'reportId' | 'reference' | 'amount'>) {
  return transaction(product.deps.db, (tx) =>
    reportPayment(tx, product.deps, { ...facts, paidOn: day(), ...more }),
  );
}
function takeBack(more: Pick<PaymentReport, 'reportId' | 'reference' | 'amount'>) {
  return transaction(product.deps.db, (tx) =>
    reportReversal(tx, product.deps, { ...facts, reason: 'network', reversedOn: day(), ...more }),
  );
}

test('reported before the payment or at the same time, it still takes effect once', async () => {
  const one = await borrower(product, 'UY', 3);
  for (const order of ['before', 'together', 'after'] as const) {
    const { hash } = (await one.ask([1], 'abitab')).body.result;
    const { reference, amount } = await couponOf(hash);
    const said = { reportId: `${order}-${reference}`, reference, amount: centavos(Math.round(amount * 100)) };
    const work = [() => report(said), () => takeBack(said), () => report(said), () => takeBack(said)];
    if (order === 'before') work.reverse();
    if (order === 'together') await Promise.all(work.map((each) => each()));
    else for (const each of work) await each();
    expect(await statesOf(one)).toEqual(['pending', 'pending', 'pending']);
    expect((await loanBalance(product.deps.db, one.loanId)).get('collections')).toBe(0);
  }
});

test('unmatched money that is reversed no longer waits for review', async () => {
  const waiting = async () =>
    (await trialBalance(product.deps.db, 'UYU')).get('unidentified-payments') ?? centavos(0);
  const before = await waiting();
  const said = { reportId: 'nobody-1', reference: '00000000000001', amount: centavos(12_345) };
  await report(said);
  expect(await waiting()).toBe(before - 12_345);
  expect(await takeBack(said)).toBe(true);
  expect(await takeBack(said)).toBe(false);
  expect(await waiting()).toBe(before);
});

test('a chargeback of the wallet that comes before its approval was counted ends in nothing owed to anybody', async () => {
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1], 'mercado-pago')).body.result;
  const { reference, amount } = await couponOf(hash, 'AR');
  const payment = { reference, amount: centavos(Math.round(amount * 100)), currency: 'ARS' as const };
  const id = await decideWalletPayment(product.deps.db, { ...payment, state: 'reversed' });
  const refresh = () => product.call('POST /api/v3/online_payment/uCoupon', { body: { hash } });
  await refresh();
  await decideWalletPayment(product.deps.db, { ...payment, id, state: 'approved' });
  await refresh();
  expect(await one.collected()).toBe(0);
  expect((await couponOf(hash, 'AR')).state).toBe('reversed');
  expect(await statesOf(one)).toEqual(['pending', 'pending', 'pending']);
});
