import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { paywayPayments } from '../../integrations/card-payments/payway.ts';
import { mercadoPago } from '../../integrations/wallet/mercado-pago.ts';
import { dropAnswers, type AnswerDropper } from '../../testing/drop-answer.ts';
import { askFor } from '../../charges/testing/ask.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../../testing/product.ts';
import { borrower, type Borrower } from './testing/borrower.ts';

/** Answers that are lost after the work was done: between client and API, API and database, API and provider. */

let product: TestProduct;
/** The same deployment, whose database answers through a proxy. */
let shaky: TestProduct;
let one: Borrower;
let database: AnswerDropper;
let door: AnswerDropper;
let next = 0;

beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  one = await borrower(product, 'AR', 12);
  const direct = new URL(product.databaseUrl);
  database = await dropAnswers(Number(direct.port));
  direct.hostname = '127.0.0.1';
  direct.port = String(database.port);
  shaky = await startProduct({
    beside: { ...product, databaseUrl: direct.href },
    settings: { ROLE: 'api' },
  });
  door = await dropAnswers(product.port);
});
afterAll(async () => {
  await shaky.close();
  await database.close();
  await door.close();
  await product.close();
});
const ports = () => product.deps.ports;
let usual: Partial<TestProduct['deps']['ports']> = {};
afterEach(() => Object.assign(ports(), usual));

/** Each try takes an instalment of its own. */
async function instalment(): Promise<{ number: number; id: string; amount: number }> {
  next += 1;
  return (await one.balance()).installments[next - 1];
}

interface Post {
  readonly path: string;
  readonly body: object;
  readonly key: string;
}
const payment = (of: { number: number; id: string; amount: number }, method: string, key: string): Post => ({
  path: '/api/v3/payment',
  key,
  body: {
    document_type: 1,
    document_number: one.documentNumber,
    payment_method: method,
    installments: [{ id: of.id, number: of.number }],
    total: of.amount,
  },
});
const byCard = (hash: string, key: string): Post => ({
  path: '/api/v3/debit-payment',
  key,
  body: {
    card_type: 'debit',
    brand: 'visa',
    number: '4507990000004905',
    holder: 'ANA PEREZ',
    expiration_date: '1235',
    cvv: '472',
    hash,
  },
});

/** @returns undefined when the answer was lost */
function send(port: number, { path, body, key }: Post): Promise<TestAnswer | undefined> {
  return new Promise((resolve) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent: false,
        headers: { host: 'ar.localhost', 'content-type': 'application/json', 'idempotency-key': key },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(response.headers as Record<string, string>),
            body: JSON.parse(Buffer.concat(chunks).toString()),
          }),
        );
      },
    );
    request.on('error', () => resolve(undefined));
    request.end(JSON.stringify(body));
  });
}

/** As a browser does: the same request with the same key until there is a final answer. */
async function insist(port: number, post: Post): Promise<TestAnswer> {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const answer = await send(port, post);
    if (answer && answer.status < 500 && !/_in_(progress|flight)$/.test(answer.body.code)) return answer;
    await learnOfCharges();
  }
  throw new Error('there is no final answer');
}

/** What the job does a minute later. */
async function learnOfCharges(): Promise<void> {
  const open = await product.deps.db
    .selectFrom('card_charge')
    .select('id')
    .where('state', '=', 'sent')
    .execute();
  for (const { id } of open) await askFor(product.deps, id).catch(() => undefined);
}

async function requestsOf(number: number) {
  return product.deps.db
    .selectFrom('payment_request_instalment as i')
    .innerJoin('payment_request as r', 'r.id', 'i.request_id')
    .select(['r.hash', 'r.state'])
    .where('i.loan_id', '=', one.loanId)
    .where('i.instalment', '=', number)
    .execute();
}

const open = async (number: number): Promise<string> =>
  (await one.ask([number], 'debit-card')).body.result.hash;

async function expectPaidOnce(number: number, amount: number, before: number): Promise<void> {
  expect(await one.collected()).toBe(before + Math.round(amount * 100));
  expect((await one.balance()).installments[number - 1]).toMatchObject({ state_name: 'payed' });
  const [request, ...more] = await requestsOf(number);
  expect(more).toEqual([]);
  const charges = await product.deps.db
    .selectFrom('card_charge')
    .innerJoin('payment_request', 'payment_request.id', 'card_charge.request_id')
    .select(['card_charge.reference', 'card_charge.state'])
    .where('hash', '=', request!.hash)
    .execute();
  expect(charges.filter(({ state }) => state === 'approved')).toHaveLength(1);
  expect(charges.filter(({ state }) => state === 'sent')).toEqual([]);
}

describe('between the client and the API', () => {
  test('a payment is asked for once', async () => {
    const of = await instalment();
    const post = payment(of, 'pago-facil', 'client-1');
    door.arm('HTTP/1.1 200', 1);
    expect(await send(door.port, post)).toBeUndefined();
    expect(door.disarm()).toBe(true);
    const answer = await insist(door.port, post);
    expect(answer.headers.get('idempotency-replayed')).toBe('true');
    expect(await requestsOf(of.number)).toEqual([{ hash: answer.body.result.hash, state: 'open' }]);
  });

  test('a card is charged once', async () => {
    const { number, amount } = await instalment();
    const before = await one.collected();
    const post = byCard(await open(number), 'client-2');
    door.arm('HTTP/1.1 200', 1);
    expect(await send(door.port, post)).toBeUndefined();
    expect(door.disarm()).toBe(true);
    const answer = await insist(door.port, post);
    expect(answer.status).toBe(200);
    await expectPaidOnce(number, amount, before);
  });
});

/** PostgreSQL's answer that a transaction is committed. */
const committed = 'COMMIT\0';

describe('between the API and the database, at each commit', () => {
  test('a payment is asked for once', async () => {
    let losses = 0;
    for (let nth = 1; ; nth += 1) {
      const of = await instalment();
      const post = payment(of, 'pago-facil', `database-${nth}`);
      database.arm(committed, nth);
      await send(shaky.port, post);
      const isLost = database.disarm();
      const answer = await insist(shaky.port, post);
      expect(answer.status).toBe(200);
      expect(await requestsOf(of.number)).toEqual([{ hash: answer.body.result.hash, state: 'open' }]);
      if (!isLost) break;
      losses += 1;
    }
    expect(losses).toBeGreaterThan(0);
  });

  test('a card is charged once', async () => {
    let losses = 0;
    for (let nth = 1; ; nth += 1) {
      const { number, amount } = await instalment();
      const before = await one.collected();
      const post = byCard(await open(number), `database-card-${nth}`);
      database.arm(committed, nth);
      await send(shaky.port, post);
      const isLost = database.disarm();
      await insist(shaky.port, post);
      await expectPaidOnce(number, amount, before);
      if (!isLost) break;
      losses += 1;
    }
    expect(losses).toBeGreaterThan(1);
  });
});

/** A provider of one answer per path, that remembers what it was asked for. */
async function provider(answer: (method: string, path: string, body: string) => [number, object]) {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [status, body] = answer(
        request.method ?? '',
        request.url ?? '',
        Buffer.concat(chunks).toString(),
      );
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = await dropAnswers((server.address() as AddressInfo).port);
  const close = async () => {
    await proxy.close();
    server.close();
  };
  return { proxy, url: `http://127.0.0.1:${proxy.port}`, close };
}

describe('between the API and the provider', () => {
  test('a checkout whose answer is lost leaves no payment, and the next try makes one', async () => {
    const checkouts: string[] = [];
    const { proxy, url, close } = await provider((_method, _path, body) => {
      checkouts.push(body);
      return [201, { id: `preference-${checkouts.length}`, init_point: 'https://wallet.example/pay' }];
    });
    usual = { wallet: ports().wallet };
    const wallet = mercadoPago({ baseUrl: url, accessToken: 'a', webhookSecrets: ['s'] });
    Object.assign(ports(), { wallet });
    const of = await instalment();
    const post = payment(of, 'mercado-pago', 'provider-1');
    proxy.arm('HTTP/1.1', 1);
    expect(await send(product.port, post)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(proxy.disarm()).toBe(true);
    expect(await requestsOf(of.number)).toEqual([]);
    const answer = await insist(product.port, post);
    expect(await requestsOf(of.number)).toEqual([{ hash: answer.body.result.hash, state: 'open' }]);
    expect(checkouts).toHaveLength(2);
    await close();
  });

  test('a charge whose answer is lost is asked for, and never made twice', async () => {
    const charges = new Map<string, object>();
    let orders = 0;
    const { proxy, url, close } = await provider((method, path, body) => {
      if (method === 'GET') {
        const found = charges.get(new URL(path, 'http://x').searchParams.get('siteOperationId') ?? '');
        return [200, { results: found ? [found] : [] }];
      }
      orders += 1;
      const { site_transaction_id: reference } = JSON.parse(body) as { site_transaction_id: string };
      charges.set(reference, { id: 971_344, status: 'approved' });
      return [201, charges.get(reference) ?? {}];
    });
    usual = { cardPayments: ports().cardPayments };
    const keys = { publicKey: 'public', privateKey: 'private' };
    Object.assign(ports(), { cardPayments: paywayPayments({ baseUrl: url, ...keys }) });
    const { number, amount } = await instalment();
    const before = await one.collected();
    const post = byCard(await open(number), 'provider-2');
    proxy.arm('HTTP/1.1', 1);
    expect((await send(product.port, post))?.body.code).toBe('payment_in_progress');
    expect(proxy.disarm()).toBe(true);
    // The question may be lost as well; it is asked again.
    proxy.arm('HTTP/1.1', 1);
    await learnOfCharges();
    expect(proxy.disarm()).toBe(true);
    await learnOfCharges();
    expect((await send(product.port, post))?.body.code).toBe('payment_closed');
    await expectPaidOnce(number, amount, before);
    expect(orders).toBe(1);
    await close();
  });
});
