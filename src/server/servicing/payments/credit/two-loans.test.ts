import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { expectOrders, randomOrders } from '../../../testing/property.ts';
import { compareLoans } from '../testing/two-loans-compared.ts';
import { TwoLoans } from '../testing/two-loans.ts';

/** Money in favour between two loans of a customer, whatever is paid, given back, charged back and withdrawn from. */

let product: TestProduct;
beforeAll(async () => {
  // The clock jumps by weeks: sessions outlive that here.
  product = await startProduct({
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '99000', SESSION_MAX_DAYS: '3650' },
  });
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

const orders = fc.array(step, { minLength: 10, maxLength: 18 });

test(
  'books, balance, loan and statement of both say the same, and no money is lost between them',
  randomOrders,
  async () => {
    const countries = fc.constantFrom<CountryCode>('AR', 'UY');
    await expectOrders(
      fc.asyncProperty(orders, fc.boolean(), countries, async (sequence, isBothWays, country) => {
        const two = isBothWays ? await movedBothWays(country, 0.1) : await TwoLoans.start(product, country);
        for (const each of sequence) {
          await act(two, each);
          await compareLoans(two);
        }
      }),
      { runs: 4 },
    );
  },
);

/** Money that went from the first loan to the second, and more from there to the first, which is open again. */
async function movedBothWays(country: CountryCode, share: number): Promise<TwoLoans> {
  const two = await TwoLoans.start(product, country);
  await two.again(1, share);
  await two.early('settlement', 1, 1.5);
  await two.refund(0, 0.5);
  await two.daysWork();
  await compareLoans(two);
  return two;
}

describe('money that went both ways between two loans', () => {
  const country = 'UY';

  test('is asked for once, and missing where it was given back', async () => {
    const two = await movedBothWays(country, 0.1);
    const [first = '', second = ''] = two.loans;
    await two.giveBack(0, 1);
    expect(await two.ledger(first, 'customer-credit')).toBe(0);
    await two.reverse(2);
    expect(await two.ledger(first, 'customer-credit')).toBe(two.reports[2]?.amount);
    expect(await two.ledger(second, 'customer-credit')).toBe(0);
    expect((await two.row(second)).state).toBe('finished');
    await compareLoans(two);
  });

  test('comes back as far as it was not', async () => {
    const two = await movedBothWays(country, 0.1);
    const [first = '', second = ''] = two.loans;
    const before = await two.ledger(first, 'customer-credit');
    await two.reverse(2);
    expect(await two.ledger(first, 'customer-credit')).toBe(before + (two.reports[2]?.amount ?? 0));
    expect((await two.row(second)).state).toBe('finished');
    await compareLoans(two);
  });

  test('of which a part has paid the second loan is owed there again', async () => {
    const two = await movedBothWays(country, 0.4);
    const [first = '', second = ''] = two.loans;
    const back = 0 - (await two.ledger(first, 'customer-credit'));
    await two.giveBack(0, 1);
    await two.reverse(2);
    const { amount = 0 } = two.reports[2] ?? {};
    expect(await two.ledger(first, 'customer-credit')).toBe(Math.min(back, amount));
    expect((await two.row(second)).state).toBe(back < amount ? 'approved' : 'finished');
    await compareLoans(two);
  });
});
