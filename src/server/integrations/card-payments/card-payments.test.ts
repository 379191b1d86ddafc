import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { centavos } from '../../../domain/money.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { paywayPayments } from './payway.ts';
import type { CardPayments, ChargeOrder } from './port.ts';
import { sandboxCardPayments } from './sandbox.ts';

/** What the stand-in has charged, by `site_transaction_id`. */
const charged = new Map<string, object>();
const received: { method: string; path: string; apikey: unknown; body: unknown }[] = [];
let forced: { status: number; body: unknown; headers?: Record<string, string> } | undefined;

/** Payway's `/payments` as its API v2 speaks. */
const standIn = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    const body: Record<string, unknown> = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const { method = '', url = '' } = request;
    received.push({ method, path: url, apikey: request.headers['apikey'], body });
    const { status, body: answer, headers } = forced ?? answerTo(method, url, body);
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(answer));
  });
});

function answerTo(method: string, url: string, body: Record<string, unknown>) {
  if (method === 'GET') {
    const found = charged.get(new URL(url, 'http://x').searchParams.get('siteOperationId') ?? '');
    return { status: 200, body: { limit: 1, offset: 0, results: found ? [found] : [] }, headers: {} };
  }
  const reference = String(body['site_transaction_id']);
  const payment = {
    id: 971_344,
    site_transaction_id: reference,
    status: 'approved',
    status_details: { ticket: '4588', card_authorization_code: '203430', error: null },
    card_brand: 'Visa Débito',
  };
  charged.set(reference, payment);
  return { status: 201, body: payment, headers: {} };
}

let product: TestProduct;
let real: CardPayments;
beforeAll(async () => {
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
  const { port } = standIn.address() as AddressInfo;
  real = paywayPayments({ baseUrl: `http://127.0.0.1:${port}/api/v2`, privateKey: 'private' });
  product = await startProduct();
});
beforeEach(() => {
  received.length = 0;
  forced = undefined;
});
afterAll(async () => {
  standIn.close();
  await product.close();
});

const order: ChargeOrder = {
  reference: '00000000012345-1',
  token: 'e6c5f7a2',
  brand: 'visa',
  bin: '450799',
  amount: centavos(7_673_624),
  currency: 'ARS',
};

describe.each([
  ['Payway', () => real],
  ['the stand-in', () => sandboxCardPayments(product.deps.db)],
] as const)('%s', (name, gateway) => {
  const reference = `${order.reference}-${name}`;

  test('charges, and knows of it afterwards', async () => {
    expect(await gateway().query(reference)).toMatchObject({ state: 'not-found' });
    const answer = await gateway().charge({ ...order, reference });
    expect(answer).toMatchObject({ state: 'approved' });
    expect(answer.providerId).not.toBe('');
    expect(answer.authorizationCode).not.toBe('');
    expect(await gateway().query(reference)).toEqual(answer);
  });
});

describe('the wire format of Payway', () => {
  test('is what its API documents, in centavos', async () => {
    await real.charge(order);
    await real.query(order.reference);
    expect(received).toEqual([
      {
        method: 'POST',
        path: '/api/v2/payments',
        apikey: 'private',
        body: {
          site_transaction_id: order.reference,
          token: order.token,
          payment_method_id: 31,
          bin: '450799',
          amount: 7_673_624,
          currency: 'ARS',
          installments: 1,
          payment_type: 'single',
          sub_payments: [],
        },
      },
      {
        method: 'GET',
        path: `/api/v2/payments?siteOperationId=${order.reference}&pageSize=1`,
        apikey: 'private',
        body: {},
      },
    ]);
  });

  test.each([
    [
      'a rejection',
      { status: 402, body: { id: 1, status: 'rejected', status_details: { ticket: '1' } } },
      'declined',
    ],
    ['an invalid card', { status: 400, body: { error_type: 'invalid_request_error' } }, 'declined'],
    ['a status it has not told us of', { status: 201, body: { id: 1, status: 'review' } }, 'under-way'],
  ])('%s is understood', async (_what, given, state) => {
    forced = given;
    expect(await real.charge(order)).toMatchObject({ state });
  });

  test.each([
    ['it is down', { status: 503, body: { message: order.token } }],
    ['our key is wrong', { status: 401, body: { message: order.token } }],
    ['it answers nonsense', { status: 201, body: { token: order.token } }],
    ['it sends us elsewhere', { status: 307, body: {}, headers: { location: 'http://127.0.0.1:9/' } }],
  ])('when %s the outcome is unknown, and the error repeats nothing', async (_what, given) => {
    forced = given;
    const error = await real.charge(order).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).not.toContain(order.token);
  });
});
