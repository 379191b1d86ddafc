import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLLECTION_LAYOUTS } from '../../../integrations/collection/layouts.ts';
import { writeCollectionFile, type Written } from '../../../integrations/collection/testing/write-file.ts';
import { localDate } from '../../../../countries/local-time.ts';
import { centavos } from '../../../../domain/money.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { loansOfDocument } from '../../../loans/service.ts';
import { transaction } from '../../../platform/database.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { importCollection } from './import-collection.ts';
import { openPayment } from '../open-payment.ts';
import { priceOf } from '../price.ts';
import { reportPayment } from './report.ts';
import { reportReversal } from './reverse-report.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { breakEverywhere } from '../testing/break-everywhere.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

function runProgram(order: object): Promise<{ readonly signal: string | null; readonly output: string }> {
  const { databaseUrl, dataDir } = product;
  const program = join(import.meta.dirname, 'killed.test-program.ts');
  const child = spawn(process.execPath, [program, JSON.stringify({ databaseUrl, dataDir, ...order })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (_code, signal) => resolve({ signal, output })));
}

async function asked(one: Borrower, numbers: readonly number[]) {
  const { hash } = (await one.ask(numbers, 'abitab')).body.result;
  const { result } = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash }, country: 'UY' }))
    .body;
  return { hash, reference: result.reference as string, amount: Math.round(result.amount * 100) };
}

/** Either nothing of it happened, or all: balance, payment, ledger and state say the same. */
async function isWhole(one: Borrower, hash: string, amount: number, states: readonly string[]) {
  const collected = await one.collected();
  expect([0, amount]).toContain(collected);
  const { result } = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash }, country: 'UY' }))
    .body;
  expect(states).toContain(result.state);
  expect(result.state === 'paid').toBe(collected === amount);
  const ledger = await loanBalance(product.deps.db, one.loanId);
  expect([...ledger.values()].reduce((sum, each) => sum + each, 0)).toBe(0);
  const [first] = (await one.balance()).installments;
  expect(first.payed).toBe(collected === amount);
  return collected;
}

test('a report, and its reversal, broken off before each statement leave nothing half done and count once', async () => {
  const one = await borrower(product, 'UY', 3);
  const { hash, reference, amount } = await asked(one, [1]);
  const said = {
    country: 'UY',
    source: 'killed',
    reportId: reference,
    reference,
    amount: centavos(amount),
    currency: 'UYU',
  } as const;
  const day = localDate(product.deps.clock.now(), 'UY');
  const report = (deps: TestProduct['deps']) =>
    transaction(deps.db, (tx) => reportPayment(tx, deps, { ...said, paidOn: day }));
  const reverse = (deps: TestProduct['deps']) =>
    transaction(deps.db, (tx) => reportReversal(tx, deps, { ...said, reason: 'network', reversedOn: day }));
  const broken = await breakEverywhere(product, report, () => isWhole(one, hash, amount, ['open', 'paid']));
  // Twelve by day, ten in the night.
  expect(broken).toBeGreaterThan(8);
  expect(await one.collected()).toBe(amount);
  await report(product.deps);
  expect(await one.collected()).toBe(amount);
  await breakEverywhere(product, reverse, () => isWhole(one, hash, amount, ['paid', 'reversed']));
  expect(await one.collected()).toBe(0);
}, 60_000);

test('opening a payment broken off before each statement leaves no instalment reserved', async () => {
  const one = await borrower(product, 'UY', 3);
  const { installments } = await one.balance();
  const documentNumber = one.documentNumber;
  const choice = {
    country: 'UY',
    documentNumber,
    installments: [{ id: installments[0].id, number: 1 }],
    isOwner: false,
    total: installments[0].amount,
  } as const;
  const origin = { requestId: 'r', address: '127.0.0.1', device: '', baseUrl: 'http://x', channel: 'web' };
  const open = (deps: TestProduct['deps']) =>
    openPayment(
      deps,
      {
        country: 'UY',
        identity: undefined,
        origin,
        commit: (work) => transaction(deps.db, work),
      },
      'abitab',
      { loans: loansOfDocument('UY', documentNumber), priceOn: (db) => priceOf(deps, db, choice) },
    );
  const states: string[] = [];
  const broken = await breakEverywhere(product, open, async () => {
    states.push((await one.balance()).installments[0].state_name);
  });
  expect(broken).toBeGreaterThan(3);
  expect(states).toEqual([...Array(broken).fill('pending'), 'coupon']);
}, 60_000);

test.each([4, 9])(
  'a process killed before statement %i of a report leaves it to the next',
  async (dieAt) => {
    const one = await borrower(product, 'UY', 3);
    const { hash, reference, amount } = await asked(one, [1]);
    const order = { work: 'report', reference, amount };
    expect((await runProgram({ ...order, dieAt })).signal).toBe('SIGKILL');
    expect(await isWhole(one, hash, amount, ['open'])).toBe(0);
    expect((await runProgram({ ...order, dieAt: 0 })).signal).toBeNull();
    expect(await isWhole(one, hash, amount, ['paid'])).toBe(amount);
  },
  30_000,
);

test('a settlement file broken off anywhere goes on where it ended', async () => {
  const one = await borrower(product, 'UY', 3);
  const paidOn = localDate(product.deps.clock.now(), 'UY');
  const lines: Written[] = [];
  for (const number of [1, 2, 3]) {
    const { reference, amount } = await asked(one, [number]);
    lines.push({ reference, amount, paidOn, reportId: `killed-${number}` });
  }
  const bytes = Buffer.from(writeCollectionFile(COLLECTION_LAYOUTS.abitab!, paidOn, lines));
  const sums = [0, 1, 2, 3].map((count) =>
    lines.slice(0, count).reduce((sum, { amount }) => sum + amount, 0),
  );
  const reached: number[] = [];
  await breakEverywhere(
    product,
    (deps) => importCollection(deps, { network: 'abitab', name: 'killed', bytes }),
    async () => reached.push(await one.collected()),
  );
  // Line by line, never back, and never a part of one.
  expect([...new Set(reached)]).toEqual(sums);
  const kept = await product.deps.db
    .selectFrom('collection_line')
    .select('outcome')
    .where('report_id', 'like', 'killed-%')
    .execute();
  expect(kept.map(({ outcome }) => outcome)).toEqual(['exact', 'exact', 'exact']);
}, 60_000);
