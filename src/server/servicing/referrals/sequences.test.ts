import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { bookDueCredits, moveCredits } from '../../loans/books/service.ts';
import { signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { expectOrders, randomOrders } from '../../testing/property.ts';
import { todayOf } from '../debits/testing/debtor.ts';
import { borrower } from '../payments/testing/borrower.ts';
import { programmeOf } from './testing/programme.ts';

/** After any sequence of events, spent rewards do not exceed earned ones, and are booked once. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '99000', SESSION_MAX_DAYS: '3650' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

/** Events on the loans of a customer with rewards, and of the referees. */
const EVENTS = [
  'borrow',
  'undo',
  'charge-back',
  'close',
  'work',
  'referee-leaves',
  'referee-stays',
  'days',
] as const;
type Event = (typeof EVENTS)[number];

describe('rewards', () => {
  /** @param rewards units each */
  async function start(country: CountryCode, rewards: readonly number[]) {
    const programme = programmeOf(product, country);
    await programme.runs();
    const person = await signUpAndVerify(product, country);
    const referees: Traveller[] = [];
    for (const reward of rewards) {
      await programme.runs('2020-01-01', '2099-12-31', String(reward));
      const one = await borrower(product, country, 3, { parameter: await programme.queryOf(person) });
      await programme.work(one.person);
      referees.push(one.person);
    }
    const asked = product.deps.clock.now();
    await programme.afterTerm();
    const earned = rewards.reduce((sum, each) => sum + Math.round(each * 100), 0) / 100;
    expect(await programme.counts(person)).toMatchObject({ earned, applied: 0 });
    return {
      country,
      programme,
      person,
      referees,
      asked,
      earned,
      paid: [] as string[],
      left: [] as string[],
    };
  }
  type Story = Awaited<ReturnType<typeof start>>;

  async function happen({ country, programme, person, referees, asked, paid, left }: Story, event: Event) {
    const inForce = (await programme.loansOf(person)).filter(({ state }) => state === 'approved');
    const newest = inForce.at(-1);
    const [referee] = referees;
    if (event === 'borrow' && newest === undefined) await programme.borrow(person);
    if (event === 'work') await programme.work(person);
    if ((event === 'undo' || event === 'close') && newest !== undefined) {
      if (event === 'undo') await programme.withdraw(person, newest);
      const kind = event === 'undo' ? 'withdrawal' : 'settlement';
      const payment = await programme.ask(person, newest, kind);
      if (payment) {
        await programme.drive('settle', payment.hash);
        paid.push(payment.hash);
      }
    }
    const [last, gone] = [event === 'charge-back' ? paid.pop() : undefined, left.at(-1)];
    if (last !== undefined) await programme.drive('reverse', last);
    if (event === 'referee-leaves' && referee && gone === undefined) {
      const [loan] = await programme.loansOf(referee);
      if (loan?.state === 'approved') left.push(await programme.undoLate(referee, loan, asked));
    }
    if (event === 'referee-stays' && gone !== undefined && referee) {
      await programme.drive('reverse', gone);
      left.pop();
      await programme.work(referee);
    }
    if (event !== 'days') return;
    await product.advance(2 * 24 * 3_600_000);
    const day = { country, date: todayOf(product, country) };
    await bookDueCredits(product.deps, day);
    await moveCredits(product.deps, day);
    await programme.lapse();
    await programme.accrue();
  }

  async function check({ programme, person, referees, earned: most }: Story) {
    for (const who of [person, ...referees]) {
      const { earned, applied } = await programme.counts(who);
      expect(applied).toBeLessThanOrEqual(earned);
      expect(earned).toBeLessThanOrEqual(most);
      expect(await programme.books(who)).toEqual({ cost: Math.round(applied * 100), found: [] });
    }
  }

  test('in whatever order', randomOrders, async () => {
    const countries = fc.constantFrom<CountryCode>('AR', 'UY');
    const rewards = fc.array(fc.constantFrom(1234.56, 5000, 60_000), { minLength: 1, maxLength: 2 });
    const orders = fc.array(fc.constantFrom(...EVENTS), { minLength: 6, maxLength: 12 });
    const again: Event[] = [
      'borrow',
      'undo',
      'borrow',
      'charge-back',
      'work',
      'undo',
      'borrow',
      'charge-back',
    ];
    const without: Event[] = [
      'borrow',
      'undo',
      'referee-leaves',
      'charge-back',
      'work',
      'referee-stays',
      'work',
    ];
    await expectOrders(
      fc.asyncProperty(countries, rewards, orders, async (country, units, order) => {
        const story = await start(country, units);
        for (const event of order) {
          await happen(story, event);
          await check(story);
        }
      }),
      {
        runs: 5,
        examples: [
          ['AR', [5000], again],
          ['UY', [5000, 60_000], without],
        ],
      },
    );
  });
});
