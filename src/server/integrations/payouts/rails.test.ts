import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payoutOrders } from '../../loans/payout-files/service.ts';
import { systemClock } from '../../platform/clock.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { bindRail } from './bind.ts';
import type { PayoutRail } from './port.ts';
import { recordedRail } from './create.ts';
import { decidePayout, sandboxRail, setPayoutMode } from './sandbox.ts';
import { newOrder, own, startBank, type FakeBank } from './testing/fake-bank.ts';

let product: TestProduct;
let bank: FakeBank;
beforeAll(async () => {
  product = await startProduct();
  bank = await startBank();
});
afterAll(async () => {
  bank.close();
  await product.close();
});
beforeEach(() => setPayoutMode(product.deps.db, 'manual'));

type Decide = (reference: string, outcome: 'completed' | 'failed' | 'unknown') => Promise<void>;
interface Case {
  readonly rail: PayoutRail;
  readonly decide: Decide;
  /** Number of orders under the reference at the provider. */
  readonly orders: (reference: string) => Promise<number>;
}

const bindStates = { completed: 'COMPLETED', failed: 'FAILED', unknown: 'UNKNOWN_FOREVER' } as const;

const cases: Record<string, () => Case> = {
  'the stand-in': () => ({
    rail: sandboxRail(product.deps.db, 'bank-transfer'),
    decide: (reference, outcome) => decidePayout(product.deps.db, reference, outcome),
    orders: async (reference) => {
      const rows = await product.deps.db
        .selectFrom('sandbox_payout')
        .select('rail')
        .where('reference', '=', reference)
        .execute();
      return rows.length;
    },
  }),
  "the bank's API": () => ({
    rail: bindRail({
      baseUrl: bank.url,
      username: 'cuota',
      password: 'secreto',
      accountId: '20-1',
      email: 'pagos@prestamista.example',
      clock: systemClock,
    }),
    decide: async (reference, outcome) => void (bank.transfers.get(reference)!.status = bindStates[outcome]),
    orders: async (reference) => Number(bank.transfers.has(reference)),
  }),
  files: () => ({
    rail: recordedRail({ orders: payoutOrders(product.deps.db), name: 'red-pagos' }),
    decide: (reference, outcome) => importResult('red-pagos', reference, outcome),
    orders: ordersUnder,
  }),
};

/** Stores a result line as the `payouts` feature does; an operator without the answer stores none. */
async function importResult(rail: string, reference: string, state: string): Promise<void> {
  if (state === 'unknown') return;
  const { db, clock } = product.deps;
  const { id } = await db
    .insertInto('payout_result_file')
    .values({ rail, sha256: Buffer.from(reference), name: 'x.csv', line_count: 1, imported_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const said = { provider_id: `P-${reference}`, receipt_code: `C-${reference}`, reason: '' };
  await db
    .insertInto('payout_result')
    .values({ file_id: id, line: 2, rail, kind: 'result', reference, state, ...said, outcome: 'decided' })
    .execute();
}

async function ordersUnder(reference: string): Promise<number> {
  const { db } = product.deps;
  const rows = await db
    .selectFrom('payout_order')
    .select('reference')
    .where('reference', '=', reference)
    .execute();
  return rows.length;
}

describe.each(Object.keys(cases))('every rail keeps the same promises: %s', (name) => {
  const made = () => cases[name]!();

  test('an order is in progress until the provider has decided, and then paid with a receipt', async () => {
    const { rail, decide } = made();
    const { reference, ...order } = newOrder();
    expect((await rail.query(reference)).state).toBe('not-found');
    expect((await rail.submit({ ...order, reference })).state).toBe('in-progress');
    expect((await rail.query(reference)).state).toBe('in-progress');
    await decide(reference, 'completed');
    const paid = await rail.query(reference);
    expect(paid.state).toBe('completed');
    expect([paid.providerId !== '', paid.receiptCode !== '']).toEqual([true, true]);
  });

  test('an order sent again is the same order, in every state', async () => {
    const { rail, decide, orders } = made();
    const order = newOrder();
    await rail.submit(order);
    expect((await rail.submit(order)).state).toBe('in-progress');
    await decide(order.reference, 'completed');
    expect((await rail.submit(order)).state).toBe('completed');
    expect(await orders(order.reference)).toBe(1);
  });

  test('a refused order is failed, one without an answer is unknown', async () => {
    const { rail, decide } = made();
    const [refused, lost] = [newOrder(), newOrder()];
    await rail.submit(refused);
    await rail.submit(lost);
    await decide(refused.reference, 'failed');
    await decide(lost.reference, 'unknown');
    expect((await rail.query(refused.reference)).state).toBe('failed');
    // Result files contain final results only: until then the order is in progress.
    expect((await rail.query(lost.reference)).state).toBe(name === 'files' ? 'in-progress' : 'unknown');
  });
});

describe("the bank's API", () => {
  const rail = () => cases["the bank's API"]!().rail;

  test('receives reference, account, holder, amount in units and currency', async () => {
    const order = newOrder();
    await rail().submit(order);
    expect(bank.transfers.get(order.reference)?.request).toMatchObject({
      origin_id: order.reference,
      to: { cbu: order.destination, cuit: own },
      value: { currency: 'ARS', amount: 150000.5 },
      emails: ['pagos@prestamista.example'],
    });
    expect(order.reference.length).toBeLessThanOrEqual(15);
    const byAlias = newOrder({ destination: 'cuarto.centro.naipe' });
    await rail().submit(byAlias);
    expect(bank.transfers.get(byAlias.reference)?.request).toMatchObject({
      to: { label: 'cuarto.centro.naipe' },
    });
  });

  test('pays no account of another person and none that does not exist', async () => {
    const foreign = newOrder({ legalNumber: '20123456786' });
    const missing = newOrder({ destination: '9990590940090418135201' });
    const byAlias = newOrder({ destination: '9lives.do.not.exist' });
    expect(await rail().submit(foreign)).toMatchObject({ state: 'failed', fault: 'of-another' });
    expect(await rail().submit(missing)).toMatchObject({ state: 'failed', fault: 'missing' });
    expect(await rail().submit(byAlias)).toMatchObject({ state: 'failed', fault: 'missing' });
    expect([bank.transfers.has(foreign.reference), bank.transfers.has(missing.reference)]).toEqual([
      false,
      false,
    ]);
  });

  test('a refusal with the code of a bad account is final, and the customer is notified', async () => {
    for (const code of ['PA005', 'PA011']) {
      bank.refuseNext = code;
      expect(await rail().submit(newOrder())).toMatchObject({ state: 'failed', fault: 'missing' });
    }
  });

  test('a refusal with another code is failed if the bank has no such order, else it has the order’s state', async () => {
    bank.refuseNext = 'TX005';
    const answer = await rail().submit(newOrder());
    expect(answer).toMatchObject({ state: 'failed', reason: 'refused by the bank: TX005' });
    expect(answer.fault).toBeUndefined();
  });

  test('after a lost answer the order is queried, not paid again', async () => {
    const one = rail();
    const order = newOrder();
    bank.breakNext = true;
    await expect(one.submit(order)).rejects.toThrow('502');
    expect((await one.query(order.reference)).state).toBe('in-progress');
    expect((await one.submit(order)).state).toBe('in-progress');
  });

  test('logs in once, and again after the token has expired', async () => {
    const one = rail();
    const before = bank.logins;
    await one.query('1');
    await one.query('2');
    expect(bank.logins).toBe(before + 1);
    await rail().query('3');
    expect((await one.query('4')).state).toBe('not-found');
    expect(bank.logins).toBe(before + 3);
  });

  test('concurrent requests share one login, also after the token has expired', async () => {
    const one = rail();
    const before = bank.logins;
    const askAll = () => Promise.all(Array.from({ length: 12 }, (_none, n) => one.query(String(n))));
    await askAll();
    expect(bank.logins).toBe(before + 1);
    await rail().query('1');
    expect((await askAll()).map(({ state }) => state)).toEqual(Array<string>(12).fill('not-found'));
    expect(bank.logins).toBe(before + 3);
  });
});

describe('an order is a row', () => {
  const file = () => recordedRail({ orders: payoutOrders(product.deps.db), name: 'pdv' });
  const bindApi = () => cases["the bank's API"]!().rail;
  const transfer = (api?: PayoutRail) =>
    recordedRail({ orders: payoutOrders(product.deps.db), name: 'bank-transfer', api });

  test('twenty sent at once are all sent, and one sent twenty times is one', async () => {
    const twenty = Array.from({ length: 20 }, () => newOrder());
    const answers = await Promise.all(twenty.map((order) => file().submit(order)));
    expect(answers.map(({ state }) => state)).toEqual(twenty.map(() => 'in-progress'));
    expect(await Promise.all(twenty.map(({ reference }) => ordersUnder(reference)))).toEqual(
      twenty.map(() => 1),
    );
    const one = newOrder();
    await Promise.all(Array.from({ length: 20 }, () => file().submit(one)));
    expect(await ordersUnder(one.reference)).toBe(1);
  });

  test('another order under the same reference is refused, and the first one remains', async () => {
    const order = newOrder();
    await file().submit(order);
    await expect(file().submit({ ...order, destination: 'another' })).rejects.toThrow('another order');
    await expect(transfer().submit(order)).rejects.toThrow('another order');
    await expect(file().submit(newOrder({ reference: '../../etc/pass' }))).rejects.toThrow(
      'letters and digits',
    );
  });

  test('its result is read before it is sent', async () => {
    const order = newOrder();
    await importResult('pdv', order.reference, 'completed');
    expect((await file().query(order.reference)).state).toBe('completed');
    expect((await file().submit(order)).state).toBe('completed');
    expect(await ordersUnder(order.reference)).toBe(0);
  });

  test('sent through the bank it is queried there, and never sent by file if the bank is not configured', async () => {
    const order = newOrder();
    bank.breakNext = true;
    await expect(transfer(bindApi()).submit(order)).rejects.toThrow('502');
    await expect(transfer().query(order.reference)).rejects.toThrow('not configured here');
    await expect(transfer().submit(order)).rejects.toThrow('not configured here');
    expect((await transfer(bindApi()).query(order.reference)).state).toBe('in-progress');
    const inFile = newOrder();
    await transfer().submit(inFile);
    expect((await transfer(bindApi()).submit(inFile)).state).toBe('in-progress');
    expect(bank.transfers.has(inFile.reference)).toBe(false);
  });

  test('of an earlier release without rows, it is queried and never sent again', async () => {
    const order = newOrder();
    const row = {
      reference: order.reference,
      rail: 'bank-transfer',
      channel: 'earlier',
      amount: order.amount,
    };
    const rest = { holder: '', legal_number: '', bank_id: '', description: '' };
    await product.deps.db
      .insertInto('payout_order')
      .values({ ...row, ...rest, currency: 'ARS', destination: order.destination })
      .execute();
    expect((await transfer().query(order.reference)).state).toBe('in-progress');
    expect((await transfer(bindApi()).query(order.reference)).state).toBe('unknown');
    expect((await transfer(bindApi()).submit(order)).state).toBe('unknown');
    expect(bank.transfers.has(order.reference)).toBe(false);
  });

  test('the database keeps it as it was sent', async () => {
    const { db } = product.deps;
    const { reference } = newOrder();
    await file().submit({ ...newOrder(), reference });
    const change = (values: object) =>
      db.updateTable('payout_order').set(values).where('reference', '=', reference).execute();
    for (const values of [{ amount: 1 }, { destination: 'x' }, { rail: 'red-pagos' }, { channel: 'bind' }])
      await expect(change(values)).rejects.toThrow('written once');
    await expect(db.deleteFrom('payout_order').where('reference', '=', reference).execute()).rejects.toThrow(
      'append-only',
    );
    // Years later the person may be erased.
    await change({ holder: '', legal_number: '', destination: '' });
  });
});
