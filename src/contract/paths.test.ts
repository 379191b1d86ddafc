import { expect, it } from 'vitest';
import { paths } from './paths.ts';

it('escapes what it puts into an address', () => {
  expect(paths.vendor('a/b')).toBe('/vendors/a%2Fb');
  expect(paths.login({ redirectTo: '/revisar?x=1' })).toBe('/login?redirectTo=%2Frevisar%3Fx%3D1');
  expect(paths.balance('30123456', { total: 1500.5, modalBaja: '1' })).toBe(
    '/balance/1/30123456?total=1500.5&modalBaja=1',
  );
});

it('has the pattern that the router knows it by', () => {
  expect(paths.balance.pattern).toBe('/balance/$type/$document_number');
  expect(paths.debitPaymentError('a b', { document_number: '1' })).toBe(
    '/debit-payment-error/a%20b?document_number=1',
  );
  expect(paths.debitPaymentError('a')).toBe('/debit-payment-error/a');
  const all = Object.values(paths).map(({ pattern }) => pattern);
  expect(new Set(all).size).toBe(all.length);
});
