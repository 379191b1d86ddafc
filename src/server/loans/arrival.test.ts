import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrivalOf, arrivalSentence } from '../../countries/arrival.ts';
import { holidaysOf } from '../../countries/holidays.ts';
import { packOf } from '../../countries/index.ts';
import {
  addDays,
  type CalendarDate,
  formatDate,
  isBusinessDay,
  weekday,
} from '../../domain/calendar-date.ts';
import { goTo, todayOf } from '../servicing/debits/testing/debtor.ts';
import { listMessages } from '../messages/service.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const advance = (id: string) =>
  product.call('POST /sandbox/loans/{id}/advance', { params: { id }, body: { outcome: 'ok' } });
const arrivalShown = async (person: Traveller, id: string) => {
  // The session of one who waited long has ended; anybody may look at the masked loan.
  const { body } = await product.call('GET /api/v3/loan-new/{id}', {
    country: person.country,
    params: { id },
  });
  return body.result.arrival;
};

/** A Friday on which banks are open, and the next business day after it. */
function openFriday(country: 'AR' | 'UY'): { friday: CalendarDate; next: CalendarDate } {
  const holidays = holidaysOf(country);
  let friday = addDays(todayOf(product, country), 1);
  while (weekday(friday) !== 5 || !isBusinessDay(friday, holidays)) friday = addDays(friday, 1);
  let next = addDays(friday, 1);
  while (!isBusinessDay(next, holidays)) next = addDays(next, 1);
  return { friday, next };
}

test.each(['AR', 'UY'] as const)(
  'mail, loan and clock say one day in %s, and no day that has passed',
  async (country) => {
    const { friday, next } = openFriday(country);
    await goTo(product, friday);
    const person = await signUpAndVerify(product, country);
    const settings = (await product.call('GET /api/v3/enviroments', { country })).body.model;
    const now = new Date(settings.now);
    expect(Math.abs(now.getTime() - product.deps.clock.now().getTime())).toBeLessThan(60_000);
    const said = arrivalSentence(
      arrivalOf({ confirmedAt: now }, now, packOf(country), () => holidaysOf(country)),
      'bank-transfer',
    );
    expect(said).toBe(`Lo acreditamos hoy, ${formatDate(friday)}.`);

    const confirmed = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
    const { id } = confirmed.body.result;
    expect(await arrivalShown(person, id)).toEqual({
      date: formatDate(friday),
      state: 'expected',
      sentence: said,
    });
    await expect
      .poll(async () => (await listMessages(product.deps, person.email)).map(({ text }) => text).join('\n'))
      .toContain(said);

    await goTo(product, addDays(friday, 1));
    expect(await arrivalShown(person, id)).toMatchObject({ date: formatDate(next), state: 'late' });

    await goTo(product, next);
    await advance(id);
    await advance(id);
    await goTo(product, addDays(next, 1));
    expect(await arrivalShown(person, id)).toMatchObject({ date: formatDate(next), state: 'arrived' });
  },
);

test('a canceled loan promises nothing', async () => {
  const person = await signUpAndVerify(product);
  const confirmed = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const { id } = confirmed.body.result;
  await person.call('POST /api/cancel_loan/front/{id}', { params: { id }, body: {} });
  expect(await arrivalShown(person, id)).toBeNull();
});
