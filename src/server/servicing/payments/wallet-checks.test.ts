import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { centavos } from '../../../domain/money.ts';
import type { Wallet, WalletPaymentState } from '../../integrations/wallet/port.ts';
import { decideWalletPayment } from '../../integrations/wallet/sandbox.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { borrower, type Borrower } from './testing/borrower.ts';
import { walletCheckRows } from './wallet.ts';

/** A wallet whose notification never comes, and a customer who does not come back. */

let product: TestProduct;
let one: Borrower;
let wallet: Wallet;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  ({ wallet } = product.deps.ports);
});
beforeEach(async () => {
  Object.assign(product.deps.ports, { wallet });
  one = await borrower(product, 'AR', 3);
});
afterAll(() => product.close());

async function open(method = 'mercado-pago') {
  const { hash } = (await one.ask([1], method)).body.result;
  return product.deps.db
    .selectFrom('payment_request')
    .select(['id', 'reference', 'amount', 'due_date'])
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
}
type Opened = Awaited<ReturnType<typeof open>>;

const decide = ({ reference, amount }: Opened, state: WalletPaymentState) =>
  decideWalletPayment(product.deps.db, { reference, state, amount: centavos(amount), currency: 'ARS' });

const checkOf = ({ id }: Opened) =>
  product.deps.db
    .selectFrom('wallet_check')
    .select(['tries', sql<number | null>`extract(epoch from due_at - now())::float8`.as('seconds')])
    .where('request_id', '=', id)
    .executeTakeFirst();

/** Makes a check due and wakes the worker. */
const makeDue = ({ id }: Opened) =>
  transaction(product.deps.db, async (tx) => {
    await tx
      .updateTable('wallet_check')
      .set({ due_at: sql<Date>`now()` })
      .where('request_id', '=', id)
      .execute();
    product.deps.jobs.wake(tx, walletCheckRows.name);
  });

/** Has the worker ask now, and waits until it has. */
async function ask(opened: Opened): Promise<number | null | undefined> {
  const before = (await checkOf(opened))?.tries ?? 0;
  await makeDue(opened);
  await vi.waitFor(
    async () => {
      const now = await checkOf(opened);
      expect(now?.tries).toBe(before + 1);
      // A lease is fifteen seconds; what the run itself says is none or minutes.
      expect(now?.seconds === null || (now?.seconds ?? 0) > 60).toBe(true);
    },
    { timeout: 15_000, interval: 50 },
  );
  return (await checkOf(opened))?.seconds;
}

test('is asked, so the payment counts without a notification, and no more once it does', async () => {
  const opened = await open();
  expect((await checkOf(opened))?.seconds).toBeGreaterThan(200);
  expect(await ask(opened)).toBeGreaterThan(500);
  await decide(opened, 'approved');
  expect(await ask(opened)).toBeNull();
  expect(await one.collected()).toBe(opened.amount);
});

test('is asked less often each time, and until the checkout has expired', async () => {
  const opened = await open();
  await ask(opened);
  expect(await ask(opened)).toBeGreaterThan(1_100);
  await product.advance(40 * 86_400_000);
  expect(await ask(opened)).toBeNull();
});

test('is asked for some days longer while money is on its way', async () => {
  const opened = await open();
  await decide(opened, 'under-way');
  await product.advance(
    Date.parse(`${opened.due_date}T15:00:00Z`) + 3 * 86_400_000 - product.deps.clock.now().getTime(),
  );
  expect(await ask(opened)).toBeGreaterThan(60);
  await product.advance(20 * 86_400_000);
  expect(await ask(opened)).toBeNull();
});

test('that is away is asked again, and a coupon is never asked about', async () => {
  const opened = await open();
  Object.assign(product.deps.ports, {
    wallet: { ...wallet, paymentsOf: () => Promise.reject(new Error('the provider is away')) },
  });
  await makeDue(opened);
  await vi.waitFor(
    async () => {
      const now = await checkOf(opened);
      expect(now?.tries).toBe(1);
      expect(now?.seconds ?? 0).toBeGreaterThan(16);
    },
    { timeout: 15_000, interval: 50 },
  );
  one = await borrower(product, 'AR', 3);
  expect(await checkOf(await open('rapipago'))).toBeUndefined();
});
