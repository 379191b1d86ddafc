import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { paywayPayments } from './card-payments/payway.ts';
import { bindRail } from './payouts/bind.ts';
import { example } from './testing/example.ts';
import {
  localProvider,
  type GivenAnswer,
  type LocalProvider,
  type ReceivedRequest,
} from './testing/local-provider.ts';
import { mercadoPago } from './wallet/mercado-pago.ts';

/** The providers' own lists, with which our books are compared. */

const providers: LocalProvider[] = [];
afterEach(() => providers.splice(0).forEach((one) => one.close()));
async function provider(answer: (request: ReceivedRequest, url: URL) => GivenAnswer): Promise<LocalProvider> {
  const one = await localProvider((request) => answer(request, new URL(request.path, 'http://x')));
  providers.push(one);
  return one;
}

const from = new Date('2026-11-20T03:00:00Z');
const to = new Date('2026-11-21T03:00:00Z');

describe('Payway', () => {
  const [view] = example('card-payments', 'payments-list')['results'] as Record<string, unknown>[];
  const payments = (...dates: string[]) =>
    dates.map((date, index) => ({ ...view, id: index, site_transaction_id: `r-${index}`, date }));
  const keys = { publicKey: 'public', privateKey: 'private' };

  test('is read newest first until the day is over, in pages', async () => {
    const newest = Array.from({ length: 100 }, () => '2026-11-21T10:00Z');
    const all = payments(...newest, '2026-11-21T02:59Z', '2026-11-20T03:00Z', '2026-11-20T02:59Z');
    const { url, received } = await provider((_request, { searchParams }) => {
      const [offset, size] = [Number(searchParams.get('offset')), Number(searchParams.get('pageSize'))];
      return { status: 200, body: { results: all.slice(offset, offset + size), hasMore: true } };
    });
    const { listing } = paywayPayments({ baseUrl: url, ...keys });
    expect(await listing?.list(from, to)).toMatchObject([
      { key: 'r-100', providerId: '100', state: 'taken', amount: 7_673_624, currency: 'ARS' },
      { key: 'r-101' },
    ]);
    expect(received.map(({ path }) => path)).toEqual([
      '/payments?offset=0&pageSize=100',
      '/payments?offset=100&pageSize=100',
    ]);
  });

  test('is not believed in another order, in which its end could not be told', async () => {
    const body = { results: payments('2026-11-20T10:00Z', '2026-11-21T10:00Z') };
    const { url } = await provider(() => ({ status: 200, body }));
    const { listing } = paywayPayments({ baseUrl: url, ...keys });
    await expect(listing?.list(from, to)).rejects.toThrow('newest first');
  });

  test.each([
    ['approved', 'taken'],
    ['refunded', 'given-back'],
    ['annulled', 'given-back'],
    ['rejected', 'not-taken'],
    ['review', 'open'],
  ])('a payment that is %s is %s', async (status, state) => {
    const { url } = await provider(() => ({ status: 200, body: { results: [{ ...view, status }] } }));
    expect(await paywayPayments({ baseUrl: url, ...keys }).listing?.stateOf('r')).toBe(state);
  });
});

test('Mercado Pago is searched by the last change, in pages, in centavos', async () => {
  const payment = { ...example('wallet', 'payment'), date_last_updated: '2026-11-20T10:31:02.000-04:00' };
  const all = Array.from({ length: 101 }, (_, index) => ({ ...payment, id: index + 1 }));
  const { url, received } = await provider((_request, { searchParams }) => {
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    return { status: 200, body: { results: all.slice(offset, offset + limit) } };
  });
  const { listing } = mercadoPago({ baseUrl: url, accessToken: 'APP_USR-1', webhookSecrets: ['s'] });
  const listed = (await listing?.list(from, to)) ?? [];
  expect(listed).toHaveLength(101);
  expect(listed[0]).toEqual({
    key: '1',
    providerId: '1',
    state: 'taken',
    amount: 7_673_624,
    currency: 'ARS',
    at: new Date('2026-11-20T14:31:02Z'),
  });
  expect(new URL(received[0]?.path ?? '', url).searchParams.toString()).toBe(
    'range=date_last_updated&sort=date_last_updated&criteria=asc&begin_date=2026-11-20T03%3A00%3A00.000Z' +
      '&end_date=2026-11-21T03%3A00%3A00.000Z&limit=100&offset=0',
  );
});

test('BIND is asked for a period in its headers, and our reference is its origin_id', async () => {
  const transfer = { ...example('payouts', 'bind-transfer'), origin_id: '100', status: 'COMPLETED' };
  const { url, received } = await provider(({ path }) =>
    path.endsWith('/login/jwt')
      ? { status: 200, body: { token: 't', expires_in: 3600 } }
      : { status: 200, body: [transfer] },
  );
  const account = { username: 'u', password: 'p', accountId: '20-1', email: 'pagos@prestamista.example' };
  const { listing } = bindRail({ baseUrl: url, ...account, clock: systemClock });
  expect(await listing?.list(from, to)).toMatchObject([
    { key: '100', providerId: 'T-1', state: 'taken', amount: 15_000_050, currency: 'ARS' },
  ]);
  expect(received.at(-1)).toMatchObject({
    method: 'GET',
    path: '/banks/322/accounts/20-1/owner/transaction-request-types/TRANSFER',
    headers: {
      obp_from_date: from.toISOString(),
      obp_to_date: to.toISOString(),
      obp_limit: '100',
      obp_offset: '0',
    },
  });
});
