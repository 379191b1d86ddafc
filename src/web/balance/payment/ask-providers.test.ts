import { beforeEach, expect, test, vi } from 'vitest';
import { askProviders } from '../balance.tsx';
import type { Account } from '../balance-query.ts';
import type { UnderWay } from './under-way.ts';

const call = vi.hoisted(() =>
  vi.fn<(key: string, options: { body: { hash: string } }) => Promise<unknown>>(),
);
vi.mock('../../api.ts', () => ({ call }));
beforeEach(() => call.mockReset().mockResolvedValue({}));

const payment = (hash: string, more: Partial<UnderWay>): UnderWay => ({
  hash,
  method: 'mercadopago',
  supplier_name: 'Mercado Pago',
  kind: 'wallet',
  purpose: 'instalments',
  state: 'open',
  amount: 100,
  due_date: '01-03-2027',
  barcode: '',
  reference: '',
  opened_by: 'owner',
  installments: [1],
  url: '',
  pdf_url: '',
  ...more,
});

const asked = () => call.mock.calls.map(([, { body }]) => body.hash);
const ask = (open_payments: UnderWay[]) =>
  // Of an account only its payments matter here.
  askProviders({ open_payments, installments: [] as Account['installments'] } as Account);

test.each(['instalments', 'settlement', 'fewer', 'smaller', 'withdrawal'] as const)(
  'the provider of an open online payment is asked: %s',
  async (purpose) => {
    await ask([payment('wallet', { purpose }), payment('card', { purpose, kind: 'card' })]);
    expect(asked()).toEqual(['wallet', 'card']);
  },
);

test('no provider is asked of a coupon, a transfer, or what is being charged', async () => {
  await ask([
    payment('a', { kind: 'coupon' }),
    payment('b', { kind: 'transfer' }),
    payment('c', { state: 'charging' }),
  ]);
  expect(call).not.toHaveBeenCalled();
});

test('what cannot be learnt of one payment does not hold up the others', async () => {
  call.mockRejectedValueOnce(new Error('no answer'));
  await ask([payment('a', {}), payment('b', {})]);
  expect(asked()).toEqual(['a', 'b']);
});
