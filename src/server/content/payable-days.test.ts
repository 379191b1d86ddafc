import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTRIES, type CountryCode } from '../../countries/countries.ts';
import { holidaysOf } from '../../countries/holidays.ts';
import { laterDays, payableUntil } from '../../countries/law/payable-until.ts';
import { addBusinessDays, addDays, calendarDate, type CalendarDate } from '../../domain/calendar-date.ts';
import { transaction } from '../platform/database.ts';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { insertHolidayChanges } from './holiday-changes.ts';
import { dueDatesPayableUntil, storePayableDays } from './payable-days.ts';
import { LAWS } from '../../countries/law/laws.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const kept = (country: CountryCode) =>
  product.deps.db
    .selectFrom('later_payable_day')
    .select(['due_date as dueDate', 'payable_until as payableUntil'])
    .where('country', '=', country)
    .orderBy('due_date')
    .execute();

async function untilOf(country: CountryCode, dueDate: CalendarDate): Promise<CalendarDate> {
  const days = await kept(country);
  return days.find((day) => day.dueDate === dueDate)?.payableUntil ?? dueDate;
}

async function change(country: CountryCode, day: CalendarDate, isClosed: boolean, today: CalendarDate) {
  await transaction(product.deps.db, async (tx) => {
    const at = { by: 'prueba', at: new Date(`${today}T12:00:00Z`) };
    await insertHolidayChanges(tx, country, [{ day, isClosed, name: 'Duelo' }], at);
    await storePayableDays(tx, country, today);
  });
}

describe.each(COUNTRIES)('%s', (country) => {
  const holidays = holidaysOf(country);
  const saturday = calendarDate('2031-06-07');
  const monday = addDays(saturday, 2);
  const tuesday = addDays(saturday, 3);

  test('the table matches the calendar on every day', async () => {
    const days = await kept(country);
    const last = days.at(-1)?.dueDate ?? saturday;
    expect(last > '2045-01-01').toBe(true);
    expect(days).toEqual(laterDays(country, [LAWS[country].payableLaterFrom, last], holidays));
  });

  test('queried by its last day, it gives each due date once', async () => {
    const asked = Array.from({ length: 400 }, (_, index) => addDays(calendarDate('2026-11-20'), index));
    const found = await dueDatesPayableUntil(product.deps.db, country, asked);
    const expected = Array.from({ length: 420 }, (_, index) => addDays(calendarDate('2026-11-10'), index))
      .map((dueDate) => ({ dueDate, payableUntil: payableUntil(country, dueDate, holidays) }))
      .filter(({ payableUntil: until }) => asked.includes(until));
    expect(found).toEqual(expected);
  });

  test('an added holiday gives one more day, and a removed one leaves promised dates', async () => {
    expect(await untilOf(country, saturday)).toBe(monday);
    await change(country, monday, true, addDays(saturday, -10));
    const next = addBusinessDays(monday, 1, holidays);
    expect(await untilOf(country, saturday)).toBe(next);
    expect(await untilOf(country, monday)).toBe(next);
    await change(country, monday, false, addDays(saturday, -9));
    expect(await untilOf(country, saturday)).toBe(next);
    expect(await untilOf(country, monday)).toBe(next);
  });

  test('past days do not change once there are loans', async () => {
    await borrower(product, country, 1);
    const due = addDays(saturday, 700);
    const before = await untilOf(country, due);
    await change(country, before, true, addDays(before, 1));
    expect(await untilOf(country, due)).toBe(before);
    expect(await untilOf(country, before)).toBe(before);
    await change(country, tuesday, true, tuesday);
    expect((await untilOf(country, tuesday)) > tuesday).toBe(true);
  });

  test('the database refuses to take a promised day away', async () => {
    const { db } = product.deps;
    const of = db
      .updateTable('later_payable_day')
      .where('country', '=', country)
      .where('due_date', '=', saturday);
    await expect(of.set({ payable_until: sql`payable_until - 1` }).execute()).rejects.toThrow('stays');
    await expect(db.deleteFrom('later_payable_day').where('country', '=', country).execute()).rejects.toThrow(
      'stays',
    );
  });
});
