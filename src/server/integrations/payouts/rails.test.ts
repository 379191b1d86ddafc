import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromUnits } from '../../../domain/money.ts';
import { systemClock } from '../../platform/clock.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { batchRail } from './batch.ts';
import { bindRail } from './bind.ts';
import type { PayoutOrder, PayoutRail } from './port.ts';
import { decidePayout, sandboxRail, setDisbursementMode } from './sandbox.ts';

const own = '27301112228';
let count = 0;

function newOrder(more: Partial<PayoutOrder> = {}): PayoutOrder {
  count += 1;
  return {
    reference: String(100_000_000_000_000 + count),
    amount: fromUnits('150000.50'),
    currency: 'ARS',
    holder: 'Ana "La Primera"; Pérez',
    legalNumber: own,
    bankId: '285',
    destination: '2850590940090418135201',
    description: 'Prestamo Wayni',
    ...more,
  };
}

/** A stand-in that speaks the bank's wire (domain.md §4) and keeps what it was asked to pay. */
interface FakeBank {
  readonly url: string;
  readonly transfers: Map<string, { status: string; request: Record<string, unknown> }>;
  logins: number;
  /** Answers a status instead of the next transfer's answer, after having taken it. */
  breakNext: boolean;
  close(): void;
}

async function startBank(): Promise<FakeBank> {
  const transfers: FakeBank['transfers'] = new Map();
  let token = '';
  const bank: FakeBank = { url: '', transfers, logins: 0, breakNext: false, close: () => server.close() };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      const answer = (status: number, content: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
      const path = request.url ?? '';
      if (path === '/v1/login/jwt') {
        if (body.username !== 'cuota' || body.password !== 'secreto') return answer(401, {});
        bank.logins += 1;
        token = `token-${bank.logins}`;
        return answer(200, { token, expires_in: 3600 });
      }
      if (request.headers.authorization !== `JWT ${token}`) return answer(401, { code: 'TX001' });
      const account = /^\/v1\/accounts\/(cbu|alias)\/(.+)$/.exec(path);
      if (account)
        return account[2]?.startsWith('9')
          ? answer(404, {})
          : answer(200, { owners: [{ id: own, display_name: 'ANA PEREZ' }] });
      const base = '/v1/banks/322/accounts/20-1/owner/transaction-request-types/TRANSFER';
      if (request.method === 'POST' && path === `${base}/transaction-requests`) {
        const id = String(body.origin_id);
        if (transfers.has(id)) return answer(409, { code: 'TX014', message: 'TRANSACTION_ALREADY_CREATED' });
        transfers.set(id, { status: 'IN_PROGRESS', request: body });
        if (bank.breakNext) {
          bank.breakNext = false;
          return answer(502, {});
        }
        return answer(201, { id: `T-${id}`, status: 'IN_PROGRESS' });
      }
      const id = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : '';
      const found = transfers.get(id);
      return found
        ? answer(200, { id: `T-${id}`, status: found.status, transaction_ids: [`R-${id}`] })
        : answer(404, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(bank, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
}

let product: TestProduct;
let directory: string;
let bank: FakeBank;
beforeAll(async () => {
  product = await startProduct();
  directory = await mkdtemp(join(tmpdir(), 'cuota-payouts-'));
  bank = await startBank();
});
afterAll(async () => {
  bank.close();
  await rm(directory, { recursive: true, force: true });
  await product.close();
});
beforeEach(() => setDisbursementMode(product.deps.db, 'manual'));

type Decide = (reference: string, outcome: 'completed' | 'failed' | 'unknown') => Promise<void>;
interface Case {
  readonly rail: PayoutRail;
  readonly decide: Decide;
  /** How many orders under the reference the party has. */
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
      clock: systemClock,
    }),
    decide: async (reference, outcome) => void (bank.transfers.get(reference)!.status = bindStates[outcome]),
    orders: async (reference) => Number(bank.transfers.has(reference)),
  }),
  files: () => ({
    rail: batchRail(directory, 'red-pagos'),
    decide: (reference, outcome) =>
      writeFile(
        join(directory, 'results', `${reference}.csv`),
        `${reference};${outcome};P-${reference};C-${reference};\n`,
      ),
    orders: async (reference) =>
      (await readdir(join(directory, 'orders'))).filter((name) => name === `${reference}.csv`).length,
  }),
};

describe.each(Object.keys(cases))('every rail keeps the same promises: %s', (name) => {
  const made = () => cases[name]!();

  test('an order is under way until the party has decided, and then paid with a receipt', async () => {
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

  test('an order handed over again is the same order, whatever became of it', async () => {
    const { rail, decide, orders } = made();
    const order = newOrder();
    await rail.submit(order);
    expect((await rail.submit(order)).state).toBe('in-progress');
    await decide(order.reference, 'completed');
    expect((await rail.submit(order)).state).toBe('completed');
    expect(await orders(order.reference)).toBe(1);
  });

  test('what the party refuses is failed, what it cannot say is unknown', async () => {
    const { rail, decide } = made();
    const [refused, lost] = [newOrder(), newOrder()];
    await rail.submit(refused);
    await rail.submit(lost);
    await decide(refused.reference, 'failed');
    await decide(lost.reference, 'unknown');
    expect((await rail.query(refused.reference)).state).toBe('failed');
    expect((await rail.query(lost.reference)).state).toBe('unknown');
  });
});

describe("the bank's API", () => {
  const rail = () => cases["the bank's API"]!().rail;

  test('is told reference, account, holder, amount in units and currency', async () => {
    const order = newOrder();
    await rail().submit(order);
    expect(bank.transfers.get(order.reference)?.request).toMatchObject({
      origin_id: order.reference,
      to: { cbu: order.destination, cuit: own },
      value: { currency: 'ARS', amount: 150000.5 },
    });
    expect(order.reference.length).toBeLessThanOrEqual(15);
    const byAlias = newOrder({ destination: 'cuarto.centro.naipe' });
    await rail().submit(byAlias);
    expect(bank.transfers.get(byAlias.reference)?.request).toMatchObject({
      to: { label: 'cuarto.centro.naipe' },
    });
  });

  test("pays nobody else's account and none that does not exist", async () => {
    const foreign = newOrder({ legalNumber: '20123456786' });
    const missing = newOrder({ destination: '9990590940090418135201' });
    expect((await rail().submit(foreign)).state).toBe('failed');
    expect((await rail().submit(missing)).state).toBe('failed');
    expect([bank.transfers.has(foreign.reference), bank.transfers.has(missing.reference)]).toEqual([
      false,
      false,
    ]);
  });

  test('an answer lost after the bank took the order is asked for, not paid again', async () => {
    const one = rail();
    const order = newOrder();
    bank.breakNext = true;
    await expect(one.submit(order)).rejects.toThrow('502');
    expect((await one.query(order.reference)).state).toBe('in-progress');
    expect((await one.submit(order)).state).toBe('in-progress');
  });

  test('logs in once, and again when the token has ended', async () => {
    const one = rail();
    const before = bank.logins;
    await one.query('1');
    await one.query('2');
    expect(bank.logins).toBe(before + 1);
    await rail().query('3');
    expect((await one.query('4')).state).toBe('not-found');
    expect(bank.logins).toBe(before + 3);
  });
});

test('an order file holds one readable line, whatever a name contains', async () => {
  const order = newOrder({ holder: '=cmd|A1;"x"' });
  await batchRail(directory, 'pdv').submit(order);
  const text = await readFile(join(directory, 'orders', `${order.reference}.csv`), 'utf8');
  expect(text.split('\n')).toEqual([
    'reference;amount;currency;holder;document;bank;destination;description',
    `${order.reference};150000.50;ARS;"'=cmd|A1;""x""";${own};285;${order.destination};Prestamo Wayni`,
    '',
  ]);
  await expect(batchRail(directory, 'pdv').query('../../etc/passwd')).rejects.toThrow('letters and digits');
});
