import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { centavos } from '../../../domain/money.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { example } from '../testing/example.ts';
import {
  localProvider,
  type GivenAnswer,
  type LocalProvider,
  type ReceivedRequest,
} from '../testing/local-provider.ts';
import { paywayPayments } from './payway.ts';
import type { CardPayments, ChargeOrder } from './port.ts';
import { sandboxCardPayments } from './sandbox.ts';

const recorded = (name: string) => example('card-payments', name);
const storedToken = '3c1f1d10-0000-4000-8000-000000000002';

/** What the provider has charged, by `site_transaction_id`, and the tokens that were paid with. */
const charged = new Map<string, object>();
const usedTokens = new Set<string>();
let forced: ((request: ReceivedRequest) => GivenAnswer | undefined) | undefined;

/** Payway's API v2 as its documents show it. */
function answerTo({ method, path, body }: ReceivedRequest): GivenAnswer {
  const url = new URL(path, 'http://x');
  if (url.pathname.endsWith('/cardtokens')) return { status: 200, body: recorded('card-tokens') };
  if (url.pathname.endsWith('/refunds')) return { status: 201, body: recorded('refund') };
  if (method === 'GET') {
    const found = charged.get(url.searchParams.get('siteOperationId') ?? '');
    return { status: 200, body: { ...recorded('payments-list'), results: found ? [found] : [] } };
  }
  const sent = JSON.parse(body) as Record<string, unknown>;
  if (url.pathname.endsWith('/tokens'))
    return { status: 201, body: { ...recorded('token'), id: `paid-with-${usedTokens.size}` } };
  const token = String(sent['token']);
  const reference = String(sent['site_transaction_id']);
  if (charged.has(reference)) return { status: 402, body: recorded('refused-reference') };
  if (sent['bin'] === undefined || usedTokens.has(token))
    return { status: 402, body: recorded('refused-data') };
  usedTokens.add(token);
  charged.set(reference, { ...recorded('payment-approved'), site_transaction_id: reference });
  return { status: 201, body: charged.get(reference) };
}

let provider: LocalProvider;
let product: TestProduct;
let real: CardPayments;
beforeAll(async () => {
  provider = await localProvider((request) => forced?.(request) ?? answerTo(request));
  real = paywayPayments({ baseUrl: `${provider.url}/api/v2`, publicKey: 'public', privateKey: 'private' });
  product = await startProduct();
});
beforeEach(() => {
  provider.received.length = 0;
  forced = undefined;
});
afterAll(async () => {
  provider.close();
  await product.close();
});

const card = { bin: '450799', lastFour: '4905', expiresMonth: 12, expiresYear: 2039 } as const;
let orders = 0;
/** Somebody else's payment with a token of its own. */
function anOrder(changes: Partial<ChargeOrder> = {}): ChargeOrder {
  orders += 1;
  return {
    reference: `00000000012345-${orders}`,
    card: { kind: 'once', token: `e6c5f7a2-${orders}` },
    brand: 'visa',
    bin: card.bin,
    amount: centavos(7_673_624),
    currency: 'ARS',
    ...changes,
  };
}

describe.each([
  ['Payway', () => real],
  ['the stand-in', () => sandboxCardPayments(product.deps.db)],
] as const)('%s', (_name, gateway) => {
  test('charges, and knows of it afterwards', async () => {
    const order = anOrder();
    expect(await gateway().query(order.reference)).toMatchObject({ state: 'not-found' });
    const answer = await gateway().charge(order);
    expect(answer).toMatchObject({ state: 'approved' });
    expect(answer.providerId).not.toBe('');
    expect(answer.authorizationCode).not.toBe('');
    expect(await gateway().query(order.reference)).toEqual(answer);
    // The same order again is not another one.
    expect(await gateway().charge(order)).toEqual(answer);
  });

  test('takes a token for one payment only', async () => {
    const { card: used } = anOrder();
    expect(await gateway().charge(anOrder({ card: used }))).toMatchObject({ state: 'approved' });
    expect(await gateway().charge(anOrder({ card: used }))).toMatchObject({ state: 'declined' });
  });

  test('keeps the card of a first payment for its customer, for as many payments as there are', async () => {
    const first = anOrder({ card: { kind: 'once', token: `first-${orders}`, customerId: 7 } });
    const answer = await gateway().charge(first);
    const token = await gateway().storedCard({ ...card, customerId: 7 });
    expect(token).toBeDefined();
    const stored = { kind: 'stored', token: token ?? '', customerId: 7 } as const;
    expect(await gateway().charge(anOrder({ card: stored }))).toMatchObject({ state: 'approved' });
    expect(await gateway().charge(anOrder({ card: stored }))).toMatchObject({ state: 'approved' });
    await gateway().giveBack({ reference: first.reference, providerId: answer.providerId });
  });
});

test('the stand-in refuses a charge without bin, and a raw token as a stored card', async () => {
  const gateway = sandboxCardPayments(product.deps.db);
  expect(await gateway.charge(anOrder({ bin: '' }))).toMatchObject({ state: 'declined' });
  const raw = { kind: 'stored', token: 'approved-raw', customerId: 7 } as const;
  expect(await gateway.charge(anOrder({ card: raw }))).toMatchObject({ state: 'declined' });
});

describe('the wire format of Payway', () => {
  const requests = () =>
    provider.received.map(({ method, path, headers, body }) => ({
      method,
      path,
      apikey: headers['apikey'],
      body: body === '' ? undefined : (JSON.parse(body) as unknown),
    }));

  test('is what its API documents, in centavos', async () => {
    const order = anOrder({ card: { kind: 'once', token: 'e6c5f7a2', customerId: 7 } });
    await real.charge(order);
    await real.query(order.reference);
    expect(requests()).toEqual([
      {
        method: 'POST',
        path: '/api/v2/payments',
        apikey: 'private',
        body: {
          site_transaction_id: order.reference,
          token: 'e6c5f7a2',
          customer: { id: 'customer-7' },
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
        body: undefined,
      },
    ]);
  });

  test('exchanges a stored card for the token of one payment', async () => {
    await real.charge(anOrder({ card: { kind: 'stored', token: storedToken, customerId: 7 } }));
    expect(requests()).toMatchObject([
      { method: 'POST', path: '/api/v2/tokens', apikey: 'public', body: { token: storedToken } },
      {
        method: 'POST',
        path: '/api/v2/payments',
        apikey: 'private',
        body: { token: expect.stringMatching(/^paid-with-/), bin: '450799', customer: { id: 'customer-7' } },
      },
    ]);
  });

  test('names the stored card that has not ended', async () => {
    expect(await real.storedCard({ ...card, customerId: 7 })).toBe(storedToken);
    expect(await real.storedCard({ ...card, customerId: 7, lastFour: '1111' })).toBeUndefined();
    expect(requests()[0]).toMatchObject({
      method: 'GET',
      path: '/api/v2/usersite/customer-7/cardtokens',
      apikey: 'private',
    });
  });

  test('gives a payment back, and takes one that was given back before as done', async () => {
    const order = anOrder();
    await real.giveBack({ reference: order.reference, providerId: '971344' });
    expect(requests()).toMatchObject([{ method: 'POST', path: '/api/v2/payments/971344/refunds', body: {} }]);
    charged.set(order.reference, { ...recorded('payment-approved'), status: 'refunded' });
    forced = ({ method }) =>
      method === 'POST' ? { status: 402, body: recorded('refused-data') } : undefined;
    await real.giveBack({ reference: order.reference, providerId: '971344' });
    charged.set(order.reference, recorded('payment-approved'));
    await expect(real.giveBack({ reference: order.reference, providerId: '971344' })).rejects.toThrow('402');
  });

  test.each([
    ['a rejection', 201, recorded('payment-rejected'), 'declined'],
    ['a rejection with 402', 402, recorded('payment-rejected'), 'declined'],
    ['data that it refuses, with 402', 402, recorded('refused-data'), 'declined'],
    ['a malformed request', 400, { error_type: 'malformed_request_error' }, 'declined'],
    [
      'a status it has not told us of',
      201,
      { ...recorded('payment-approved'), status: 'review' },
      'under-way',
    ],
  ])('%s is understood', async (_what, status, body, state) => {
    forced = () => ({ status, body });
    expect(await real.charge(anOrder())).toMatchObject({ state });
  });

  test('a stored card that is gone is declined', async () => {
    forced = ({ path }) =>
      path.endsWith('/tokens') ? { status: 404, body: { error_type: 'not_found_error' } } : undefined;
    const stored = { kind: 'stored', token: storedToken, customerId: 7 } as const;
    expect(await real.charge(anOrder({ card: stored }))).toMatchObject({ state: 'declined' });
  });

  test.each([
    ['it is down', { status: 503, body: { message: 'e6c5f7a2' } }],
    ['our key is wrong', { status: 401, body: { message: 'e6c5f7a2' } }],
    ['it answers nonsense', { status: 201, body: { token: 'e6c5f7a2' } }],
    ['something else answers 402', { status: 402, body: '<html>e6c5f7a2</html>' }],
    ['something else answers 404', { status: 404, body: { message: 'e6c5f7a2' } }],
    ['it sends us elsewhere', { status: 307, body: {}, headers: { location: 'http://127.0.0.1:9/' } }],
  ])('when %s the outcome is unknown, and the error repeats nothing', async (_what, given) => {
    forced = () => given;
    const error = await real.charge(anOrder({ card: { kind: 'once', token: 'e6c5f7a2' } })).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).not.toContain('e6c5f7a2');
  });
});
