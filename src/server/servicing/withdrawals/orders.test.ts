import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { expectOrders, randomOrders } from '../../testing/property.ts';
import { Crossing, EVENTS } from './testing/crossing.ts';

/** A withdrawal beside discounts, money in favour, an early closure and the end of the membership. */

let product: TestProduct;
beforeAll(async () => {
  // The clock moves by weeks: sessions outlive that here.
  product = await startProduct({
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '99000', SESSION_MAX_DAYS: '3650' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

describe('a withdrawal beside other events', () => {
  const country = 'UY';

  test('a discount and less money than was delivered pay the loan off: nothing has to come back', async () => {
    const loan = await Crossing.start(product, country, { credit: 0, discount: 0.6 });
    await loan.do('withdraw');
    await loan.do('discount');
    await loan.pay('settlement');
    expect(await loan.stored()).toEqual({ loan: 'finished', withdrawal: 'settled' });
    expect(await loan.mails(/Tu préstamo quedó pagado/)).toHaveLength(1);
    await loan.check();
    await loan.do('days');
    expect(await loan.mails(/quedó sin efecto/)).toHaveLength(0);
    expect(await loan.stored()).toEqual({ loan: 'finished', withdrawal: 'settled' });
  });

  test('closed early after its last day for giving back, it is not told to go on as agreed', async () => {
    const loan = await Crossing.start(product, country, { credit: 0, discount: 0.1 });
    const { model } = await loan.ask('loan');
    expect(model.state).toBe('return-due');
    await loan.afterLastDay();
    await loan.pay('settlement');
    expect(await loan.stored()).toEqual({ loan: 'finished', withdrawal: 'settled' });
    await loan.do('days');
    expect(await loan.mails(/quedó sin efecto/)).toHaveLength(0);
  });

  test('in whatever order', randomOrders, async () => {
    const orders = fc.shuffledSubarray([...EVENTS, 'days', 'payoff'] as const, { minLength: 5 });
    const share = fc.constantFrom(0.02, 0.35, 0.7, 0.97, 1.3);
    await expectOrders(
      fc.asyncProperty(
        orders,
        share,
        share,
        fc.constantFrom('AR', 'UY'),
        async (order, credit, discount, at) => {
          const loan = await Crossing.start(product, at, { credit, discount });
          for (const event of order) {
            await loan.do(event);
            await loan.check();
          }
        },
      ),
      { runs: 6 },
    );
  });
});
