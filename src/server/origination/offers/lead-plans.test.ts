import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { argentine, uruguayan, visitorOf, type Visitor } from '../leads/testing/visitor.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

const days = 86_400_000;

let product: TestProduct;
let visitor: Visitor;
beforeAll(async () => {
  product = await startProduct();
  visitor = visitorOf(product);
});
afterAll(() => product.close());

async function rateOf(hash: string): Promise<number> {
  return (await visitor.plansOf(hash, '290000')).body.result.no_membership.plans[0].interestRate;
}

describe('plans of a lead', () => {
  test('are the reference example to the centavo', async () => {
    const answer = await visitor.plansOf(await visitor.hashOf(argentine), '290000');
    const plan = answer.body.result.no_membership.plans.at(-1);
    expect(plan).toMatchObject({
      installmentsQuantity: 12,
      max_installments_quantity: 12,
      payment: 76_736.24,
      final_amount: 920_834.6,
      interestRate: 2.6,
      cft: 3.146,
      amount: 290_000,
      amount_delivery: 290_000,
      moreProfitable: false,
      savings: 0,
    });
    expect(plan.tea.toFixed(2)).toBe('9.52');
    // By the real dates; the advertised 1.296 % of the example counts periods.
    expect(plan.cftea).toBe(plan.cftea_dated);
    expect(plan.cftea.toFixed(4)).not.toBe('12.9553');
    const { principal, interest, tax, fees, origination_tax } = plan.composition;
    expect(origination_tax).toBe(0);
    expect(Math.round((principal + interest + tax + fees) * 100)).toBe(92_083_460);
  });

  test('with membership come in reverse order, flagged, with what they save', async () => {
    const { membership, no_membership } = (await visitor.plansOf(await visitor.hashOf(argentine), '290000'))
      .body.result;
    const counts = membership.plans.map(
      (plan: { installmentsQuantity: number }) => plan.installmentsQuantity,
    );
    expect(counts).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const flagged = membership.plans.filter((plan: { moreProfitable: boolean }) => plan.moreProfitable);
    expect(flagged.map((plan: { installmentsQuantity: number }) => plan.installmentsQuantity)).toEqual([
      12, 6, 2,
    ]);
    const [twelve] = membership.plans;
    // What is saved in all: the price of the membership is paid out of it.
    expect(twelve.membership_price).toBe(6_300);
    const difference = no_membership.plans.at(-1).final_amount - twelve.final_amount;
    expect(twelve.savings).toBeCloseTo(difference - twelve.membership_price, 2);
    expect(twelve.savings).toBeGreaterThan(1_000);
    expect(no_membership.plans.map((plan: { membership_price: number }) => plan.membership_price)).toEqual(
      no_membership.plans.map(() => 0),
    );
    expect(twelve.id).toBe(`${membership.id}.12`);
    expect(membership.id).toMatch(/\.290000\.m$/);
    expect(no_membership.id).toMatch(/\.290000\.n$/);
  });

  test('in Uruguay have the TEA, the charges in UI and their IVA', async () => {
    const { max_amount, max_option } = (await visitor.offerOf(await visitor.hashOf(uruguayan, 'UY'), 'UY'))
      .body.result;
    expect(max_amount).toBe(10_000);
    const plan = max_option.no_membership.plans.at(-1);
    // 40 UI at 6.4811 with 22 % IVA stay with the lender: 316.28, of which 57.04 are IVA.
    expect(plan).toMatchObject({ interestRate: 1.17, amount: 10_000, amount_delivery: 9_683.72 });
    const { principal, interest, tax, fees, origination_tax } = plan.composition;
    expect(origination_tax).toBe(57.04);
    expect(fees).toBeGreaterThan(0);
    const cents = Math.round((principal + interest + tax + fees) * 100);
    expect(cents).toBe(Math.round(plan.final_amount * 100));
    expect(max_option.membership.plans[0].interestRate).toBe(0.9);
  });

  test.each([
    ['2000', 'amount_too_low'],
    ['-5000', 'amount_too_low'],
    ['1000000', 'amount_too_high'],
    ['99999999999999999999', 'amount_too_high'],
    ['290500', 'amount_step'],
    ['290000.5', 'amount_step'],
    ['1e5', 'amount_step'],
    ["1' or '1'='1", 'amount_step'],
  ])('refuse %s', async (amount, code) => {
    const answer = await visitor.plansOf(await visitor.hashOf(argentine), amount);
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe(code);
  });

  test('are first due a month later, on the same day', async () => {
    const { max_option } = (await visitor.offerOf(await visitor.hashOf(argentine))).body.result;
    const [day, month] = max_option.membership.start_date.split('-').map(Number);
    const today = new Date(product.deps.clock.now().getTime() - 3 * 3_600_000);
    expect(month).toBe(((today.getUTCMonth() + 1) % 12) + 1);
    expect(day).toBeLessThanOrEqual(today.getUTCDate());
    expect(max_option.no_membership.plans[0].start_date).toBe(max_option.membership.start_date);
  });
});

describe('price lists', () => {
  test('a new one prices new offers and leaves those in hand alone', async () => {
    const held = await visitor.hashOf(argentine);
    const { db } = product.deps;
    const first = await db
      .selectFrom('price_list')
      .select('data')
      .where('version', '=', 'ar-1')
      .executeTakeFirstOrThrow();
    const list = structuredClone(first.data) as { variants: Record<string, { rate: { tna: string } }> };
    for (const variant of Object.values(list.variants)) variant.rate.tna = '1.00';
    const values = { country: 'AR' as const, created_at: new Date(), data: JSON.stringify(list) };
    await db
      .insertInto('price_list')
      .values({ ...values, version: 'ar-2', valid_from: calendarDate('2021-01-01') })
      .execute();
    await db
      .insertInto('price_list')
      .values({ ...values, version: 'ar-3', valid_from: calendarDate('2999-01-01') })
      .execute();
    expect(await rateOf(held)).toBe(2.6);
    expect(await rateOf(await visitor.hashOf(argentine))).toBe(1);
    await expect(db.deleteFrom('price_list').execute()).rejects.toThrow('append-only');
  });
});

// Last: it moves the clock.
describe('time', () => {
  test('the service token ends', async () => {
    const params = { hash: await visitor.hashOf(argentine) };
    const token = await visitor.serviceToken();
    expect((await product.call('GET /vendors-api/v1/leads/{hash}', { params, token })).status).toBe(200);
    await product.advance(31 * 60_000);
    expect((await product.call('GET /vendors-api/v1/leads/{hash}', { params, token })).body.code).toBe(
      'service_token',
    );
  });

  test('an offer ends after thirty days', async () => {
    const hash = await visitor.hashOf(argentine);
    await product.advance(29 * days);
    expect((await visitor.plansOf(hash, '290000')).status).toBe(200);
    await product.advance(2 * days);
    expect(await visitor.plansOf(hash, '290000')).toMatchObject({
      status: 409,
      body: { code: 'offer_expired' },
    });
    expect((await visitor.offerOf(hash)).body.code).toBe('offer_expired');
  });
});
