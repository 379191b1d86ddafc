import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../../../countries/local-time.ts';
import { COLLECTION_LAYOUTS } from '../../../integrations/collection/layouts.ts';
import { writeCollectionFile, type Written } from '../../../integrations/collection/testing/write-file.ts';
import { trialBalance } from '../../../loans/ledger/service.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { importCollection } from './import-collection.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const today = () => localDate(product.deps.clock.now(), 'AR');
let numbers = 0;
/** A coupon as its network reports it paid. */
async function paidCoupon(one: Borrower, instalment: number, network: string): Promise<Written> {
  const { hash } = (await one.ask([instalment], network)).body.result;
  const { result } = (
    await product.call('GET /api/v3/coupon/{hash}', { params: { hash }, country: one.country })
  ).body;
  numbers += 1;
  return {
    paidOn: today(),
    reportId: String(numbers).padStart(14, '0'),
    amount: Math.round(result.amount * 100),
    barcode: result.barcode,
    reference: result.reference,
    text: `TRANSF DE PEREZ ANA ${result.reference}`,
  };
}
const fileOf = (network: string, payments: readonly Written[]) =>
  writeCollectionFile(COLLECTION_LAYOUTS[network]!, today(), payments);
const bring = (network: string, content: string) =>
  importCollection(product.deps, { network, name: 'cobros.txt', bytes: Buffer.from(content) });
const outcomes = async (network: string, content: string) => {
  const imported = await bring(network, content);
  return imported.ok ? Object.fromEntries(imported.outcomes) : imported.reason;
};
const states = async (one: Borrower) =>
  (await one.balance()).installments.map(({ state_name }: { state_name: string }) => state_name);

test.each([
  ['AR', 'pago-facil', 'pago-facil'],
  ['AR', 'rapipago', 'rapipago'],
  ['AR', 'bank-transfer', 'bank-transfer-ar'],
  ['UY', 'abitab', 'abitab'],
  ['UY', 'bank-transfer', 'bank-transfer-uy'],
] as const)(
  '%s, %s: the file settles what was paid, however often it comes',
  async (country, method, network) => {
    const one = await borrower(product, country, 3);
    const paid = [await paidCoupon(one, 1, method), await paidCoupon(one, 2, method)];
    const file = fileOf(network, paid);
    const runs = await Promise.all([bring(network, file), bring(network, file)]);
    expect(runs.every(({ ok }) => ok)).toBe(true);
    const sum = paid.reduce((total, { amount }) => total + amount, 0);
    expect(await one.collected()).toBe(sum);
    expect(await bring(network, file)).toMatchObject({
      ok: true,
      lines: 2,
      booked: 0,
      amount: sum / 100,
      rejects: [],
    });
    // The same payments in another file, and a reversal of one of them.
    const later = fileOf(network, [...paid, { ...paid[0]!, isReversal: true }]);
    expect(await outcomes(network, later)).toEqual({ known: 2, reversed: 1 });
    expect(await outcomes(network, later)).toEqual({ known: 2, reversed: 1 });
    expect(await one.collected()).toBe(paid[1]!.amount);
    expect(await states(one)).toEqual(['pending', 'payed', 'pending']);
  },
);

test('half a file changes nothing and is said; the whole one is booked when it comes', async () => {
  const one = await borrower(product, 'UY', 3);
  const whole = fileOf('abitab', [await paidCoupon(one, 1, 'abitab'), await paidCoupon(one, 2, 'abitab')]);
  const half = whole.slice(0, Math.floor(whole.length * 0.7));
  expect(await outcomes('abitab', half)).toMatch(/cut off/);
  expect(await one.collected()).toBe(0);
  const events = await product.deps.db
    .selectFrom('event')
    .select('detail')
    .where('kind', '=', 'collection-file-refused')
    .execute();
  expect(events.at(-1)?.detail).toMatchObject({ network: 'abitab', name: 'cobros.txt' });
  expect(await outcomes('abitab', whole)).toEqual({ exact: 2 });
  expect(await outcomes('nobody', whole)).toMatch(/there is no network nobody/);
});

test('what matches nothing, contradicts, or takes back what never came is listed and kept', async () => {
  const one = await borrower(product, 'AR', 3);
  const good = await paidCoupon(one, 1, 'pago-facil');
  const misread = {
    ...good,
    reportId: '99999999999991',
    barcode: good.barcode!.replace(/\d$/, (d) => String((Number(d) + 1) % 10)),
  };
  const unknown = { ...good, reportId: '99999999999992', barcode: '0'.repeat(42) };
  const early = { ...good, reportId: '99999999999993', isReversal: true };
  const before = (await trialBalance(product.deps.db, 'ARS')).get('unidentified-payments') ?? 0;
  const imported = await bring('pago-facil', fileOf('pago-facil', [good, misread, unknown, early]));
  expect(imported).toMatchObject({
    ok: true,
    rejects: [
      { line: 3, outcome: 'unmatched', amount: good.amount / 100 },
      { line: 4, outcome: 'unmatched' },
      { line: 5, outcome: 'waiting' },
    ],
  });
  expect((await trialBalance(product.deps.db, 'ARS')).get('unidentified-payments')).toBe(
    before - 2 * good.amount,
  );
  expect(await one.collected()).toBe(good.amount);
  const other = fileOf('pago-facil', [
    { ...good, amount: good.amount + 1 },
    { ...early, isReversal: false },
  ]);
  expect(await outcomes('pago-facil', other)).toMatchObject({ refused: 1 });
  // What had been taken back before it was reported does not count either.
  expect(await one.collected()).toBe(good.amount);
});

describe.each([
  ['AR', 'bank-transfer', 'bank-transfer-ar'],
  ['UY', 'abitab', 'abitab'],
] as const)('in %s by %s', (country, method, network) => {
  const stopsOf = (reportId: string) =>
    product.deps.db
      .selectFrom('collection_stop')
      .select(['outcome', 'reason', 'said'])
      .where('report_id', '=', reportId)
      .execute();
  const reported = async (reportId: string) => {
    const rows = await product.deps.db
      .selectFrom('payment_report')
      .select('id')
      .where('report_id', 'in', [reportId, `${reportId}:reversed`])
      .execute();
    return rows.length;
  };

  test('a word that is not the network’s is neither money nor known: its line waits, the others count', async () => {
    const one = await borrower(product, country, 3);
    const [first, second] = [await paidCoupon(one, 1, method), await paidCoupon(one, 2, method)];
    expect(await outcomes(network, fileOf(network, [first]))).toEqual({ exact: 1 });
    const odd = { ...first, movement: 'ANULACIÓN' };
    const never = { ...odd, reportId: `N${first.reportId.slice(1)}` };
    const file = fileOf(network, [odd, never, second]);
    const imported = await bring(network, file);
    expect(imported).toMatchObject({
      ok: true,
      booked: 1,
      rejects: [
        { line: 2, outcome: 'unread', reason: 'its movement is not a word of the network: ANULACIÓN' },
        { line: 3, outcome: 'unread' },
      ],
    });
    expect(await one.collected()).toBe(first.amount + second.amount);
    expect(await reported(never.reportId)).toBe(0);
    expect(await stopsOf(never.reportId)).toMatchObject([{ said: 'ANULACIÓN' }]);
    // Again the same: they are kept once, and told once.
    expect(await outcomes(network, file)).toEqual({ unread: 2, exact: 1 });
    const events = await product.deps.db
      .selectFrom('event')
      .select('detail')
      .where('kind', '=', 'collection-line-stopped')
      .where('country', '=', country)
      .execute();
    expect(events.filter(({ detail }) => JSON.stringify(detail).includes('"unread"'))).toHaveLength(2);
  });

  test('a payment of a day that has not come waits, and counts of that day when its file is brought again', async () => {
    const one = await borrower(product, country, 3);
    const paid = await paidCoupon(one, 1, method);
    const day = 86_400_000;
    const tomorrow = localDate(new Date(product.deps.clock.now().getTime() + day), 'AR');
    const file = fileOf(network, [{ ...paid, paidOn: tomorrow }]);
    expect(await bring(network, file)).toMatchObject({
      ok: true,
      booked: 0,
      rejects: [{ line: 2, outcome: 'future' }],
    });
    expect([await one.collected(), await reported(paid.reportId)]).toEqual([0, 0]);
    await product.advance(2 * day);
    expect(await bring(network, file)).toMatchObject({ ok: true, booked: 1, rejects: [] });
    const { paid_on: paidOn } = await product.deps.db
      .selectFrom('payment_report')
      .select('paid_on')
      .where('report_id', '=', paid.reportId)
      .executeTakeFirstOrThrow();
    expect([await one.collected(), paidOn]).toEqual([paid.amount, tomorrow]);
  });

  test('a reversal of another amount takes nothing back, before the payment or after it', async () => {
    const one = await borrower(product, country, 3);
    const [first, second] = [await paidCoupon(one, 1, method), await paidCoupon(one, 2, method)];
    const partOf = (line: Written) => ({ ...line, amount: line.amount - 1, isReversal: true });
    expect(await outcomes(network, fileOf(network, [first, partOf(first)]))).toEqual({
      exact: 1,
      refused: 1,
    });
    expect(await outcomes(network, fileOf(network, [partOf(second), second]))).toEqual({
      waiting: 1,
      refused: 1,
    });
    expect(await one.collected()).toBe(first.amount);
  });
});

test('by command: what was booked, what waits for a person, and a refusal with its reason', async () => {
  const one = await borrower(product, 'UY', 3);
  const paid = await paidCoupon(one, 1, 'red-pagos');
  const path = join(product.dataDir, 'red-pagos.csv');
  const settle = () =>
    new Promise<{ code: number; text: string }>((resolve) => {
      const environment = { DATABASE_URL: product.databaseUrl, DATA_DIR: product.dataDir };
      execFile(
        process.execPath,
        [join(import.meta.dirname, '..', '..', '..', 'settle.ts'), 'red-pagos', path],
        { env: { ...process.env, ...environment } },
        (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
      );
    });
  const content = fileOf('red-pagos', [paid, { ...paid, reportId: 'x', reference: '1' }]);
  await writeFile(path, content.slice(0, -20));
  expect(await settle()).toMatchObject({
    code: 1,
    text: expect.stringContaining('Refused, nothing was booked'),
  });
  await writeFile(path, content);
  expect(await settle()).toMatchObject({ code: 2, text: expect.stringContaining('line 3: unmatched, x') });
  await writeFile(path, fileOf('red-pagos', [paid]));
  expect(await settle()).toEqual({ code: 0, text: expect.stringContaining('known 1') });
  expect(await one.collected()).toBe(paid.amount);
});
