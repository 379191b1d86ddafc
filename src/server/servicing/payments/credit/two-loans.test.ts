import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { expectOrders, randomOrders } from '../../../testing/property.ts';
import { compareLoans } from '../testing/two-loans-compared.ts';
import { TwoLoans } from '../testing/two-loans.ts';

/** Money in favour between two loans of a customer, whatever is paid, given back, charged back and withdrawn from. */

let product: TestProduct;
beforeAll(async () => {
  // The clock jumps by weeks: sessions outlive that here.
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '99000', SESSION_MAX_DAYS: '3650' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const steps = [
  'pay',
  'pay',
  'again',
  'again',
  'refund',
  'refund',
  'reverse',
  'reverse',
  'give-back',
  'give-back',
  'withdraw',
  'return',
  'close',
  'clock',
  'work',
] as const;
type Step = { readonly what: (typeof steps)[number]; readonly pick: number; readonly share: number };

async function act(two: TwoLoans, { what, pick, share }: Step): Promise<void> {
  if (what === 'pay') return two.pay(pick, share);
  if (what === 'again') return two.again(pick, share);
  if (what === 'refund') return two.refund(pick, share);
  if (what === 'reverse') return two.reverse(pick);
  if (what === 'give-back') return two.giveBack(pick, share);
  if (what === 'withdraw') return two.withdraw(pick);
  if (what === 'return') return two.early('withdrawal', pick, Math.max(1, share));
  if (what === 'close') return two.early('settlement', pick, share);
  if (what === 'clock') return product.advance((1 + (pick % 12)) * 86_400_000);
  return two.daysWork();
}

const step = fc.record({
  what: fc.constantFrom(...steps),
  pick: fc.nat({ max: 1000 }),
  share: fc.double({ min: 0.02, max: 1.7, noNaN: true }),
});

test.each(['AR', 'UY'] as const)(
  '%s: books, balance, loan and statement of both say the same, and no money is lost between them',
  randomOrders,
  async (country: CountryCode) => {
    await expectOrders(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 18 }), async (sequence) => {
        const two = await TwoLoans.start(product, country);
        for (const each of sequence) {
          await act(two, each);
          await compareLoans(two);
        }
      }),
      { runs: 4 },
    );
  },
);
