import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import { withdrawalUntil } from '../../../countries/law/withdrawal-window.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { dueDatesOf, goTo, todayOf } from '../debits/testing/debtor.ts';
import { chargeMemberships } from '../memberships/charge.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { creditTools } from '../payments/testing/credit-tools.ts';
import { loanBalance } from '../../loans/ledger/service.ts';
import { loanByPublicId } from '../../loans/service.ts';
import { confirmationOf, payout } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { withdrawalsOf } from './testing/withdrawals.ts';

/** Outcome for a membership when its loan is withdrawn from or paid off. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct();
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

/** Price of the packs, centavos. */
const price = 630_000;

describe('a membership', () => {
  const country = 'AR';
  const today = () => todayOf(product, country);

  /** Pays the whole loan by its instalments. @returns the payment's hash */
  async function payOff(one: Borrower, numbers: readonly number[]): Promise<string> {
    const { hash } = (await one.ask(numbers, 'bank-transfer')).body.result;
    await tools.drive(one, 'settle', hash);
    return hash;
  }

  /** Confirms the customer's next loan, with the membership, not paid out. */
  /** Delivers today; the rail reports it on a later day. */
  async function payoutKnownOn(day: CalendarDate, { publicId }: Borrower): Promise<void> {
    const step = (body: object) =>
      product.call('POST /sandbox/loans/{id}/advance', { params: { id: publicId }, body });
    const deliveredOn = today();
    await step({ outcome: 'ok' });
    await step({ outcome: 'unknown' });
    await goTo(product, day);
    await step({ outcome: 'ok', delivered_on: deliveredOn });
  }

  async function nextLoan(one: Borrower, instalments: number): Promise<Borrower> {
    const body = confirmationOf(one.person, { instalments, membership: true });
    const answer = await product.call('POST /api/v3/finish-new', { ...(await tools.asOwner(one)), body });
    const publicId: string = answer.body.result.id;
    const row = await loanByPublicId(product.deps.db, country, publicId);
    return { ...one, publicId, loanId: row?.id ?? 0 };
  }

  async function ask(one: Borrower, kind: 'loan' | 'membership') {
    const body = { kind, loan_id: kind === 'loan' ? one.publicId : '', reason: '' };
    const answer = await product.call('POST /api/v3/withdrawal/own', { ...(await tools.asOwner(one)), body });
    expect(answer.status).toBe(200);
    return answer.body.model;
  }

  const stateOf = async ({ publicId }: Borrower) =>
    (await loanByPublicId(product.deps.db, country, publicId))?.state;
  const shown = async (one: Borrower) =>
    (await product.call('GET /api/v3/membership', await tools.asOwner(one))).body.model.membership;
  async function books({ loanId }: Borrower) {
    const balance = await loanBalance(product.deps.db, loanId);
    const [due = 0, income = 0] = ['membership-receivable', 'membership-income'].map((name) =>
      [...balance].reduce((sum, [account, amount]) => (account === name ? sum + amount : sum), 0),
    );
    return { due, hasIncome: income !== 0 };
  }
  const nothing = { due: 0, hasIncome: false };
  const whole = { due: price, hasIncome: true };
  async function chargeDay({ loanId }: Borrower): Promise<CalendarDate> {
    const row = await product.deps.db
      .selectFrom('membership_charge')
      .select('charge_on')
      .where('loan_id', '=', loanId)
      .executeTakeFirstOrThrow();
    return row.charge_on;
  }

  test('a loan that money in favour pays off as it is withdrawn from takes its membership with it', async () => {
    const earlier = await borrower(product, country, 1);
    const { reference } = await tools.couponOf(earlier, await payOff(earlier, [1]));
    await tools.reportAgain(earlier, reference, 5_000_000);
    const one = await nextLoan(earlier, 1);
    const [due = today()] = await dueDatesOf(product, one);
    // The day before the due date, the rail reports a payout on the day of the confirmation.
    await payoutKnownOn(addDays(due, -1), one);
    await goTo(product, due);
    expect(await books(one)).toEqual(whole);

    expect(await ask(one, 'loan')).toMatchObject({ state: 'return-due', return_amount: 0 });
    expect(await stateOf(one)).toBe('canceled');
    expect(await books(one)).toEqual(nothing);
    expect(await shown(one)).toMatchObject({ state: 'ended', returned: 6300, charge: { state: 'free' } });
    await goTo(product, await chargeDay(one));
    await chargeMemberships(product.deps, { country, date: today() });
    expect(await shown(one)).toMatchObject({ charge: { state: 'free' } });
    expect(await books(one)).toEqual(nothing);
  });

  test('a reopened loan takes its own membership with it, not that of a newer loan', async () => {
    const one = await borrower(product, country, 3, { membership: true });
    const hash = await payOff(one, [1, 2, 3]);
    const next = await nextLoan(one, 3);
    await payout(product, next.publicId);
    await tools.drive(one, 'reverse', hash);
    expect(await stateOf(one)).toBe('approved');

    expect(await ask(one, 'loan')).toMatchObject({ state: 'return-due' });
    expect(await books(one)).toEqual(nothing);
    expect(await books(next)).toEqual(whole);
    expect(await shown(next)).toMatchObject({ state: 'active', loan_id: next.publicId });
  });

  test('paying the loan off does not keep its membership from being ended', async () => {
    const one = await borrower(product, country, 3, { membership: true });
    await payOff(one, [1, 2, 3]);
    expect(await stateOf(one)).toBe('finished');
    expect(await shown(one)).toMatchObject({ state: 'active', charge: { state: 'planned' } });
    expect(await ask(one, 'membership')).toMatchObject({ state: 'ended' });
    expect(await books(one)).toEqual(nothing);
    expect(await shown(one)).toMatchObject({ state: 'ended', returned: 6300, charge: { state: 'free' } });
    expect(await ask(one, 'membership')).toMatchObject({ state: 'refused' });
  });

  test('of a loan that is paid off the days used are owed, and after the last there is nothing to end', async () => {
    const members = [
      await borrower(product, country, 3, { membership: true }),
      await borrower(product, country, 3, { membership: true }),
    ] as const;
    const [one, late] = members;
    for (const each of members) await payOff(each, [1, 2, 3]);
    await goTo(product, addDays(await chargeDay(one), 20));
    expect(await ask(one, 'membership')).toMatchObject({ state: 'ended' });
    const { due } = await books(one);
    expect(due).toBeGreaterThan(0);
    expect(due).toBeLessThan(price);
    await goTo(product, addDays((await dueDatesOf(product, late)).at(-1) ?? today(), 1));
    expect(await shown(late)).toMatchObject({ state: 'expired' });
    expect(await ask(late, 'membership')).toMatchObject({ state: 'refused' });
    expect(await books(late)).toEqual(whole);
  });

  test('an expired link costs no day: a new request in time owes nothing', async () => {
    const one = await borrower(product, country, 3, { membership: true });
    // Confirmed and paid out today.
    const lastFree = withdrawalUntil(country, today(), today(), holidaysOf(country));
    await goTo(product, lastFree);
    await withdrawalsOf(product).request(one.person, 'membership');
    await goTo(product, addDays(lastFree, 2));
    expect(await ask(one, 'membership')).toMatchObject({ state: 'ended' });
    expect(await books(one)).toEqual(nothing);
  });

  test('until it is charged it costs nothing, though the last due date has passed', async () => {
    const earlier = await borrower(product, country, 1);
    await payOff(earlier, [1]);
    const one = await nextLoan(earlier, 1);
    const [due = today()] = await dueDatesOf(product, one);
    await payoutKnownOn(addDays(due, 1), one);
    await payOff(one, [1]);
    expect(await stateOf(one)).toBe('finished');
    expect(await ask(one, 'membership')).toMatchObject({ state: 'ended' });
    expect(await books(one)).toEqual(nothing);
  });
});
