import { sql } from 'kysely';
import type { CountryCode } from '../../countries/country-pack.ts';
import { laterDays } from '../../countries/law/payable-until.ts';
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts';
import type { Queryable } from '../platform/database.ts';
import { newestHolidays } from './holidays.ts';
import { LAWS } from '../../countries/law/laws.ts';

/** Days ahead that the table covers: longer than any loan, extended at every start. */
const filledAheadDays = 20 * 365;

/**
 * Updates the table of last days without surcharge, which statements join. A promised day is never withdrawn,
 * and past days stay, because charges were based on them (docs/decisions/0125-days-when-nobody-can-pay.md).
 * Only a database without loans is filled from the first day of the rule.
 */
export async function storePayableDays(
  db: Queryable,
  country: CountryCode,
  today: CalendarDate,
): Promise<void> {
  const holidays = await newestHolidays(db, country);
  const days = laterDays(
    country,
    [LAWS[country].payableLaterFrom, addDays(today, filledAheadDays)],
    holidays,
  );
  await sql`
    insert into later_payable_day as kept (country, due_date, payable_until)
    select ${country}, known.due_date, known.payable_until
    from unnest(${days.map(({ dueDate }) => dueDate)}::date[], ${days.map(({ payableUntil }) => payableUntil)}::date[])
      as known (due_date, payable_until)
      left join later_payable_day stored on stored.country = ${country} and stored.due_date = known.due_date
    where case when stored.due_date is null then known.due_date >= ${today} or not exists (select from instalment)
      else stored.payable_until between ${today} and known.payable_until - 1 end
    on conflict (country, due_date) do update set payable_until = excluded.payable_until
    where kept.payable_until between ${today} and excluded.payable_until - 1`.execute(db);
}

/** Due dates that have one of the given days as their last day without surcharge, in order. */
export async function dueDatesPayableUntil(
  db: Queryable,
  country: CountryCode,
  days: readonly CalendarDate[],
): Promise<readonly { readonly dueDate: CalendarDate; readonly payableUntil: CalendarDate }[]> {
  const { rows } = await sql<{ dueDate: CalendarDate; payableUntil: CalendarDate }>`
    select day as "dueDate", day as "payableUntil" from unnest(${[...days]}::date[]) day
    where not exists (select from later_payable_day k where k.country = ${country} and k.due_date = day)
    union all
    select due_date, payable_until from later_payable_day
    where country = ${country} and payable_until = any(${[...days]}::date[])
    order by 1`.execute(db);
  return rows;
}
