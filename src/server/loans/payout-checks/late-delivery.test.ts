import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { holidaysOf } from '../../../countries/holidays.ts';
import { packOf } from '../../../countries/index.ts';
import { daysMoved, onTimeUntil } from '../../../countries/law/delivery.ts';
import {
  addDays,
  type CalendarDate,
  formatDate,
  parseShownDate,
  weekday,
} from '../../../domain/calendar-date.ts';
import { formatMoney, fromUnits } from '../../../domain/money.ts';
import { goTo, todayOf } from '../../servicing/debits/testing/debtor.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { takeStep } from '../service.ts';

/** docs/product/loan-and-money.md#from-the-money-on */

let product: TestProduct;
beforeAll(async () => {
  // The clock is moved by weeks, and sessions must outlive that.
  const settings = { ROLE: 'api', SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' };
  product = await startProduct({ settings });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const shownDate = (text: string): CalendarDate => {
  const date = parseShownDate(text);
  if (date === undefined) throw new Error(`${text} is no date`);
  return date;
};

/** True if banks close only at weekends in the days from this one on. */
const isPlainWeek = (country: CountryCode, day: CalendarDate) =>
  Array.from({ length: 9 }, (_day, days) => addDays(day, days)).every(
    (each) => !holidaysOf(country).has(each),
  );

/** A loan confirmed on the next weekday of a kind, in a week without holidays, and checked. */
async function confirmed(country: CountryCode, { known, on = 1 }: { known?: Traveller; on?: number } = {}) {
  let day = addDays(todayOf(product, country), 1);
  while (weekday(day) !== on || !isPlainWeek(country, day)) day = addDays(day, 1);
  await goTo(product, day);
  const person = known ?? (await signUpAndVerify(product, country, { delivery: 'bank-transfer' }));
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const publicId: string = body.result.id;
  const row = await product.deps.db
    .selectFrom('loan')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow();
  const params = { id: publicId };
  const advance = async (outcome: 'ok' | 'unknown' = 'ok') =>
    (await product.call('POST /sandbox/loans/{id}/advance', { params, body: { outcome } })).body;
  const shown = async () => (await person.call('GET /api/v3/loan-new/{id}', { params })).body.result;
  const quote = () => person.call('GET /api/v3/loan/{id}/settlement', { params });
  await advance();
  const agreed = shownDate((await shown()).start_date);
  return { person, id: row.id, day, publicId, advance, shown, quote, agreed };
}

type Confirmed = Awaited<ReturnType<typeof confirmed>>;

/** Reports delivery of an order that left in time and had an unknown outcome until then. */
async function deliverAfter(made: Confirmed, days: number): Promise<void> {
  await made.advance('unknown');
  await goTo(product, addDays(made.day, days));
  await made.advance();
}

const cents = (units: number) => Math.round(units * 100);

describe.each(['AR', 'UY'] as const)('a delivery in %s', (country) => {
  test.each([3, 5, 40, 47])('%i days late costs nothing before the money is there', async (late) => {
    const made = await confirmed(country);
    const { amount } = await made.shown();
    await deliverAfter(made, late);
    const deliveredOn = addDays(made.day, late);
    const moved = daysMoved(country, made.day, deliveredOn, holidaysOf(country));
    expect(moved).toBe(deliveredOn <= onTimeUntil(country, made.day, holidaysOf(country)) ? 0 : late);
    const { result } = (await made.quote()).body;
    expect(cents(result.total)).toBe(cents(amount));
    const loan = await made.shown();
    expect(loan).toMatchObject({
      state_slug: 'approved',
      start_date: formatDate(addDays(made.agreed, moved)),
    });
    expect(
      loan.installments.every(({ state_name }: { state_name: string }) => state_name === 'pending'),
    ).toBe(true);
    expect(loan.arrival.sentence.includes('se corrieron')).toBe(moved > 0);
    const letter = await newestMessage(product, made.person.email, ({ text }) =>
      text.includes('comprobante'),
    );
    expect(letter.text.includes(`se corrieron ${late} días`)).toBe(moved > 0);
    const balance = await made.person.call('POST /api/v3/balance', {
      body: { document_type: 1, document_number: made.person.documentNumber },
    });
    expect(balance.body.model).toMatchObject({ total: 0, next_due_date: loan.start_date });
  });

  test('that the rail names late counts from the day that it names', async () => {
    const made = await confirmed(country);
    await made.advance('unknown');
    await goTo(product, addDays(made.day, 20));
    const params = { id: made.publicId };
    const body = { outcome: 'ok', delivered_on: addDays(made.day, 1) };
    await product.call('POST /sandbox/loans/{id}/advance', { params, body });
    const loan = await made.shown();
    expect(loan.start_date).toBe(formatDate(made.agreed));
    expect(loan.arrival).toMatchObject({ state: 'arrived', date: formatDate(addDays(made.day, 1)) });
    expect((await made.quote()).body.result.total).toBeGreaterThan(loan.amount);
  });

  test('has no instalment due, and no default interest, before it comes', async () => {
    const made = await confirmed(country);
    await made.advance('unknown');
    await goTo(product, addDays(made.day, 60));
    await made.advance('unknown');
    const loan = await made.shown();
    expect(loan.state_slug).toBe('preapproved');
    for (const each of loan.installments)
      expect(each).toMatchObject({ state_name: 'pending', days_late: 0, interest_acum_amount: 0 });
    const letter = await newestMessage(product, made.person.email, ({ subject }) =>
      subject.startsWith('Tu dinero está tardando'),
    );
    expect(letter.text).toContain('no corren intereses ni vence ninguna cuota');
    await goTo(product, addDays(made.day, 61));
    await made.advance();
    // Default interest starts on the day after the moved due date.
    await goTo(product, addDays(made.agreed, 61));
    expect((await made.shown()).installments[0]).toMatchObject({ state_name: 'pending', days_late: 0 });
    await goTo(product, addDays(made.agreed, 66));
    const [first] = (await made.shown()).installments;
    expect(first.state_name).toBe('delayed');
    expect(first.days_late).toBeGreaterThan(0);
    expect(first.days_late).toBeLessThanOrEqual(5);
  });

  test('that is late is announced before it leaves on the promised day', async () => {
    const made = await confirmed(country);
    await goTo(product, addDays(made.day, 5));
    await takeStep(product.deps, made.id);
    const tomorrow = addDays(made.day, 6);
    const loan = await made.shown();
    expect(loan.state_slug).toBe('preapproved');
    const movedTo = formatDate(addDays(made.agreed, 6));
    expect(loan.arrival).toMatchObject({ state: 'late', date: formatDate(tomorrow) });
    expect(loan.arrival.sentence).toContain(`la primera vence el ${movedTo}. Si ya no lo querés`);
    const letters = async () =>
      (
        await newestMessage(product, made.person.email, ({ subject }) =>
          subject.includes('vencimientos cambian'),
        )
      ).text;
    expect(await letters()).toContain(
      `la primera vence el ${movedTo} en lugar del ${formatDate(made.agreed)}`,
    );
    // The loan, not what of it is paid out.
    const { amount } = await made.shown();
    expect(await letters()).toContain(
      `confirmaste tu préstamo de ${formatMoney(fromUnits(amount), packOf(country).currency)} y`,
    );
    for (let tries = 0; tries < 2; tries += 1) await takeStep(product.deps, made.id);
    expect((await made.shown()).state_slug).toBe('preapproved');
    await goTo(product, tomorrow);
    for (let tries = 0; tries < 2; tries += 1) await takeStep(product.deps, made.id);
    await made.advance();
    expect(await made.shown()).toMatchObject({ state_slug: 'approved', start_date: movedTo });
  });

  test('that did not leave on the promised day is announced for another one', async () => {
    const made = await confirmed(country);
    await goTo(product, addDays(made.day, 5));
    expect(await made.advance()).toMatchObject({ disbursement: 'planned' });
    await goTo(product, addDays(made.day, 7));
    await takeStep(product.deps, made.id);
    expect((await made.shown()).arrival.date).toBe(formatDate(addDays(made.day, 8)));
    // Manual stepping skips the wait for the day, but not the announcement.
    expect(await made.advance()).toMatchObject({ state_slug: 'approved' });
    expect((await made.shown()).start_date).toBe(formatDate(addDays(made.agreed, 7)));
  });

  test('can be refused once it was announced, whatever the loan says', async () => {
    const made = await confirmed(country);
    await product.deps.db
      .updateTable('loan')
      .set({ has_cancel_from_the_client: false })
      .where('id', '=', made.id)
      .execute();
    const cancel = () =>
      made.person.call('POST /api/cancel_loan/front/{id}', { params: { id: made.publicId }, body: {} });
    expect((await cancel()).body.code).toBe('loan_state');
    await goTo(product, addDays(made.day, 5));
    await made.advance();
    expect((await made.shown()).has_cancel_from_the_client).toBe(true);
    expect((await cancel()).status).toBe(200);
    expect((await made.shown()).state_slug).toBe('canceled');
  });
});
