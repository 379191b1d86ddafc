import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { centavos } from '../../../domain/money.ts';
import { example } from '../testing/example.ts';
import { mercadoPago } from './mercado-pago.ts';
import type { CheckoutOrder, Wallet } from './port.ts';
import { isSigned, signNotification } from './signature.ts';

const received: {
  method?: string;
  path?: string;
  authorization?: string;
  key?: unknown;
  body: unknown;
}[] = [];
let answer: { status: number; body: unknown; headers?: Record<string, string> };

/** Mercado Pago as docs/product/providers.md#mercado-pago describes it. */
const standIn = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    received.push({
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      key: request.headers['x-idempotency-key'],
      body: text === '' ? undefined : JSON.parse(text),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
});

let wallet: Wallet;
beforeAll(async () => {
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
  const { port } = standIn.address() as AddressInfo;
  wallet = mercadoPago({
    baseUrl: `http://127.0.0.1:${port}/`,
    accessToken: 'APP_USR-1',
    webhookSecrets: ['new', 'old'],
  });
});
beforeEach(() => {
  received.length = 0;
});
afterAll(() => standIn.close());

const order: CheckoutOrder = {
  reference: '00000000012345',
  title: 'Cuotas de tu préstamo',
  amount: centavos(7_673_624),
  currency: 'ARS',
  expiresAt: new Date('2026-12-01T03:00:00Z'),
  successUrl: 'https://ar.example/payment-success/x',
  errorUrl: 'https://ar.example/payment-error/x',
  notificationUrl: 'https://ar.example/api/v3/payment/mercado-pago/webhook',
};

describe('Mercado Pago', () => {
  test('makes a preference in pesos with decimals', async () => {
    const body = example('wallet', 'preference');
    answer = { status: 201, body };
    expect(await wallet.createCheckout(order)).toEqual({ id: body['id'], url: body['init_point'] });
    expect(received).toMatchObject([
      {
        method: 'POST',
        path: '/checkout/preferences',
        authorization: 'Bearer APP_USR-1',
        // The same preference asked for again is the same one.
        key: order.reference,
        body: {
          items: [{ quantity: 1, currency_id: 'ARS', unit_price: 76736.24 }],
          back_urls: { success: order.successUrl, pending: order.successUrl, failure: order.errorUrl },
          external_reference: order.reference,
          // Or each notification comes in its older, unsigned form as well.
          notification_url: `${order.notificationUrl}?source_news=webhooks`,
          expires: true,
          date_of_expiration: '2026-12-01T03:00:00.000Z',
        },
      },
    ]);
  });

  test.each([
    ['approved', 'approved'],
    ['pending', 'under-way'],
    ['in_process', 'under-way'],
    ['authorized', 'under-way'],
    ['rejected', 'rejected'],
    ['cancelled', 'rejected'],
    ['refunded', 'reversed'],
    ['charged_back', 'reversed'],
    ['something_new', 'under-way'],
  ])('%s is %s', async (status, state) => {
    const payment = {
      ...example('wallet', 'payment'),
      status,
      external_reference: order.reference,
      transaction_amount: 76736.24,
      currency_id: 'ARS',
    };
    const expected = {
      id: '123456789',
      reference: order.reference,
      state,
      amount: 7_673_624,
      currency: 'ARS',
      ...(status === 'charged_back' ? { isChargedBack: true } : {}),
    };
    answer = { status: 200, body: payment };
    expect(await wallet.payment('123456789')).toEqual(expected);
    answer = { status: 200, body: { results: [payment] } };
    expect(await wallet.paymentsOf(order.reference)).toEqual([expected]);
    expect(received.map(({ path }) => path)).toEqual([
      '/v1/payments/123456789',
      `/v1/payments/search?external_reference=${order.reference}&sort=date_created`,
    ]);
  });

  test('a payment of which a part was given back says how much', async () => {
    const payment = { id: 7, status: 'approved', transaction_amount: 100.5, currency_id: 'ARS' };
    answer = { status: 200, body: { ...payment, transaction_amount_refunded: 20.25 } };
    expect(await wallet.payment('7')).toMatchObject({ state: 'approved', amount: 10_050, refunded: 2_025 });
    for (const nothing of [0, null]) {
      answer = { status: 200, body: { ...payment, transaction_amount_refunded: nothing } };
      expect(await wallet.payment('7')).not.toHaveProperty('refunded');
    }
  });

  test('money of no country is not counted', async () => {
    answer = {
      status: 200,
      body: { id: 7, status: 'approved', transaction_amount: 100.5, currency_id: 'USD' },
    };
    await expect(wallet.payment('7')).rejects.toThrow('a currency of no country');
  });

  test('an unknown payment is none; an id that is none is not asked for', async () => {
    answer = { status: 404, body: { message: 'Payment not found' } };
    expect(await wallet.payment('1')).toBeUndefined();
    expect(await wallet.payment('../../users/me')).toBeUndefined();
    expect(received).toHaveLength(1);
  });

  test('ends a checkout', async () => {
    answer = { status: 200, body: {} };
    await wallet.cancelCheckout('1-a');
    expect(received).toMatchObject([
      { method: 'PUT', path: '/checkout/preferences/1-a', body: { expires: true } },
    ]);
  });

  test.each([
    ['it is down', { status: 503, body: {} }],
    ['it refuses us', { status: 401, body: {} }],
    ['it answers nonsense', { status: 200, body: { id: 1 } }],
    ['it sends us elsewhere', { status: 302, body: {}, headers: { location: 'http://127.0.0.1:9/' } }],
  ])('nothing is known when %s', async (_what, given) => {
    answer = given;
    await expect(wallet.payment('1')).rejects.toBeInstanceOf(Error);
    await expect(wallet.createCheckout(order)).rejects.toBeInstanceOf(Error);
  });
});

describe('signatures', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ts = String(now.getTime() / 1000);
  const plain = { dataId: '123456', requestId: 'b1' };
  const secrets = ['new', 'old'];

  test.each(secrets)('by the secret "%s" are taken', (secret) => {
    expect(wallet.isGenuine({ ...plain, signature: signNotification(secret, plain, ts) }, now)).toBe(true);
  });

  test('are those of the provider’s documentation', () => {
    // openssl: printf 'id:123456;request-id:b1;ts:1795262400;' | openssl dgst -sha256 -hmac new
    expect(signNotification('new', plain, '1795262400')).toBe(
      'ts=1795262400,v1=df48b7a785d48c33dd386f350fe39dd0f0224d617c6c63d842d9c9f5d115de7c',
    );
  });

  test('take the id as it is written, and in small letters', () => {
    const written = { dataId: 'ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', requestId: 'b1' };
    const small = { ...written, dataId: written.dataId.toLowerCase() };
    for (const signed of [written, small]) {
      expect(isSigned({ ...written, signature: signNotification('new', signed, ts) }, secrets, now)).toBe(
        true,
      );
    }
    expect(isSigned({ ...small, signature: signNotification('new', written, ts) }, secrets, now)).toBe(false);
  });

  test('leave out what is absent', () => {
    const bare = { dataId: '123456', requestId: '' };
    expect(isSigned({ ...bare, signature: signNotification('new', bare, ts) }, secrets, now)).toBe(true);
    expect(isSigned({ ...plain, signature: signNotification('new', bare, ts) }, secrets, now)).toBe(false);
  });

  test('of anything else, by anybody else or of another time are refused', () => {
    const good = signNotification('new', plain, ts);
    const check = (change: object) => isSigned({ ...plain, signature: good, ...change }, secrets, now);
    expect(check({})).toBe(true);
    for (const change of [
      { dataId: '123457' },
      { requestId: 'b2' },
      { signature: signNotification('other', plain, ts) },
      { signature: good.replace(/ts=\d+/, `ts=${Number(ts) + 1}`) },
      { signature: good.slice(0, -2) },
      { signature: good.replace(/v1=/, 'v2=') },
      { signature: '' },
    ]) {
      expect(check(change), JSON.stringify(change)).toBe(false);
    }
    const at = (seconds: number) =>
      check({ signature: signNotification('new', plain, String(Number(ts) + seconds)) });
    expect([at(-300), at(300), at(-301), at(301)]).toEqual([true, true, false, false]);
  });
});
