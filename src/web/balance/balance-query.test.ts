import { expect, test, vi } from 'vitest';
import { balanceQuery } from './balance-query.ts';

vi.mock('../api.ts', () => ({}));
vi.mock('../attribution.ts', () => ({}));

/** After how many milliseconds a balance with these addresses is asked for again; false for never. */
function askedAgainAfter(pdfUrls: readonly string[]): unknown {
  const { refetchInterval } = balanceQuery('30111222', 1, true);
  const data = { open_payments: pdfUrls.map((pdf_url) => ({ pdf_url })) };
  return typeof refetchInterval === 'function' ? refetchInterval({ state: { data } } as never) : undefined;
}

test('the address of a PDF is renewed before its hour is over', () => {
  const after = askedAgainAfter(['', '/api/v3/coupon/abc/pdf?expires=1']);
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(60 * 60_000);
});

test('without a PDF nothing is asked for again', () => {
  expect(askedAgainAfter([''])).toBe(false);
  expect(askedAgainAfter([])).toBe(false);
});
