import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../../../countries/local-time.ts';
import { centavos, formatMoney } from '../../../../domain/money.ts';
import { decideWalletPayment } from '../../../integrations/wallet/sandbox.ts';
import { loanBalance, trialBalance } from '../../../loans/ledger/service.ts';
import { transaction } from '../../../platform/database.ts';
import { newestMessage } from '../../../testing/people.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { reportRefund } from './refund.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { breakEverywhere } from '../testing/break-everywhere.ts';

/** A partly refunded wallet payment stays approved and reports the total (docs/product/loan-and-money.md#reversal). */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const drive = (what: 'settle' | 'reverse', hash: string, units?: number) =>
  product.call(`POST /sandbox/payments/{hash}/${what}`, {
    params: { hash },
    ...(units === undefined ? {} : { body: { amount: units } }),
  });
const couponOf = async (hash: string) =>
  (await product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body.result;
const paidBy = async (one: Borrower, numbers: readonly number[], extra = 0) => {
  const { hash } = (await one.ask(numbers, 'mercado-pago')).body.result;
  const { amount, reference } = await couponOf(hash);
  await drive('settle', hash, amount + extra);
  return { hash: hash as string, reference: reference as string, cents: Math.round(amount * 100) };
};
const loanState = async ({ loanId }: Borrower) =>
  product.deps.db
    .selectFrom('loan')
    .select(['state', 'reopened_at'])
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();

test('the payment counts for the rest, the page and a message say so, and all of it may follow', async () => {
  const one = await borrower(product, 'AR', 3);
  const { hash, cents } = await paidBy(one, [1]);
  for (const part of [1000, 1000, 2500])
    await Promise.all([drive('reverse', hash, part), drive('reverse', hash, part)]);
  expect(await one.collected()).toBe(cents - 250_000);
  const [first] = (await one.balance()).installments;
  expect(first).toMatchObject({ payed: false, state_name: 'pending' });
  expect(Math.round(first.amount * 100)).toBe(250_000);
  expect(await couponOf(hash)).toMatchObject({
    state: 'paid',
    report: { outcome: 'refunded', amount: 1500 },
  });
  const letter = await newestMessage(product, one.person.email, ({ subject }) =>
    subject.includes('devolvieron'),
  );
  expect(letter.text).toContain('$1.500');
  const ledger = await loanBalance(product.deps.db, one.loanId);
  expect([...ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  // A lower total is an earlier report.
  await drive('reverse', hash, 1000);
  expect(await one.collected()).toBe(cents - 250_000);
  await drive('reverse', hash);
  expect(await one.collected()).toBe(0);
  expect((await couponOf(hash)).state).toBe('reversed');
  const back = await newestMessage(product, one.person.email, ({ subject }) =>
    subject.includes('fue devuelto'),
  );
  // Of the whole payment, only the remainder is reversed now.
  const [whole, rest] = [formatMoney(centavos(cents), 'ARS'), formatMoney(centavos(cents - 250_000), 'ARS')];
  expect(back.text).toContain(`el resto de tu pago de ${whole} (${rest})`);
  expect(back.text).not.toContain(`tu pago de ${rest}`);
  expect((await couponOf(hash)).report).toMatchObject({
    outcome: 'reversed',
    amount: (cents - 250_000) / 100,
  });
});

test('a refunded overpayment leaves the loan finished and its certificate valid', async () => {
  const one = await borrower(product, 'AR', 3);
  const { hash, cents } = await paidBy(one, [1, 2, 3], 700);
  expect((await loanState(one)).state).toBe('finished');
  const body = { document_type: 1, document_number: one.documentNumber };
  const paper = (await one.person.call('POST /api/v3/debtfree', { body })).body.result.hash;
  await drive('reverse', hash, 700);
  const letter = await newestMessage(product, one.person.email, ({ subject }) =>
    subject.includes('devolvieron'),
  );
  expect(letter.text).toContain(`de tu pago de ${formatMoney(centavos(cents + 70_000), 'ARS')}`);
  expect(await loanState(one)).toEqual({ state: 'finished', reopened_at: null });
  // Prepaid to the end: unaccrued interest is in favour.
  const kept = 0 - ((await loanBalance(product.deps.db, one.loanId)).get('customer-credit') ?? 0);
  const shown = await product.call('GET /api/v3/debtfree/{hash}', { params: { hash: paper } });
  expect(shown.body.result.valid).toBe(true);
  await drive('reverse', hash, (80_000 + kept) / 100);
  expect((await loanState(one)).state).toBe('approved');
});

test('of money that matched no loan, only the rest waits for a person', async () => {
  const waiting = async () =>
    0 - ((await trialBalance(product.deps.db, 'ARS')).get('unidentified-payments') ?? 0);
  const before = await waiting();
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1], 'mercado-pago')).body.result;
  const { walletReports } = await import('../wallet.ts');
  const id = await decideWalletPayment(product.deps.db, {
    reference: '99999999999998',
    amount: centavos(10_000),
    refunded: centavos(4_000),
    currency: 'ARS',
    state: 'approved',
  });
  for (let time = 0; time < 2; time += 1) await walletReports(product.deps, id);
  expect(await waiting()).toBe(before + 6_000);
  await decideWalletPayment(product.deps.db, {
    id,
    reference: '99999999999998',
    amount: centavos(10_000),
    currency: 'ARS',
    state: 'reversed',
  });
  await walletReports(product.deps, id);
  expect(await waiting()).toBe(before);
  expect((await couponOf(hash)).state).toBe('open');
});

test('broken off before each statement it leaves nothing half done', async () => {
  const one = await borrower(product, 'AR', 3);
  const { reference, cents } = await paidBy(one, [1]);
  const report = {
    source: product.deps.ports.wallet.name,
    reportId: `wallet-${reference}`,
    refunded: centavos(5_000),
    refundedOn: localDate(product.deps.clock.now(), 'AR'),
  };
  const broken = await breakEverywhere(
    product,
    (deps) => transaction(deps.db, (tx) => reportRefund(tx, deps, report)),
    async () => {
      expect([cents, cents - 5_000]).toContain(await one.collected());
      const ledger = await loanBalance(product.deps.db, one.loanId);
      expect([...ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
    },
  );
  expect(broken).toBeGreaterThan(10);
  expect(await one.collected()).toBe(cents - 5_000);
}, 60_000);
