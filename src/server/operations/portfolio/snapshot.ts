import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { loanClassesOf } from '../../../countries/law/loan-classes.ts';
import { addDays, dayOfMonth, type CalendarDate } from '../../../domain/calendar-date.ts';
import { loanClass } from '../../../domain/standing/loan-class.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { loansById } from '../../loans/service.ts';
import { transaction, type Database, type Tx } from '../../platform/database.ts';
import type { DailyJob, DayFigures } from '../../platform/work/daily.ts';
import { takeMonth } from './months.ts';
import { insertArrears, planForSlice, slicesOf, writtenOffOn } from './queries.ts';
import { RANGE_STARTS, snapshotName, WRITTEN_OFF } from './service.ts';

/** Daily job: stores the standing of the loans at the end of the previous day. */
export function snapshotDays({ db }: { readonly db: Database }): DailyJob[] {
  return [
    { name: snapshotName, isRepeatable: true, run: ({ country, date }) => snapshotsUntil(db, country, date) },
  ];
}

/** Rows of an old day deleted per statement, which takes a fraction of a second. */
const removedAtOnce = 20_000;
const page = 500;

const monthEndBefore = (date: CalendarDate): CalendarDate => addDays(date, -dayOfMonth(date));

/** Takes yesterday's snapshot, and the last month-end's if it is missing. */
async function snapshotsUntil(db: Database, country: CountryCode, today: CalendarDate): Promise<DayFigures> {
  const closed = addDays(today, -1);
  const monthEnd = monthEndBefore(closed);
  if (await isMissed(db, country, monthEnd)) await takeSnapshot(db, country, monthEnd);
  return takeSnapshot(db, country, closed);
}

/** True if snapshots had begun by then and this one is missing. */
async function isMissed(db: Database, country: CountryCode, day: CalendarDate): Promise<boolean> {
  const { rows } = await sql<{ isMissed: boolean }>`
    select exists (select from portfolio_day where country = ${country} and day < ${day})
      and not exists (select from portfolio_day where country = ${country} and day = ${day}) as "isMissed"
  `.execute(db);
  return rows[0]?.isMissed === true;
}

/**
 * Stores the standing at the end of a day of each active loan, and the sums. Safe to repeat: a day is
 * rewritten slice by slice, in bounded time and without blocking payments.
 */
export async function takeSnapshot(
  db: Database,
  country: CountryCode,
  day: CalendarDate,
): Promise<DayFigures> {
  const slices = await slicesOf(db);
  for (const slice of slices) {
    const alone = await transaction(db, async (tx) => {
      await sql`delete from portfolio_loan
        where day = ${day} and country = ${country} and loan_id > ${slice.after} and loan_id <= ${slice.upTo}`.execute(
        tx,
      );
      await planForSlice(tx);
      return insertArrears(tx, country, day, slice);
    });
    await insertOneByOne(db, country, day, alone);
  }
  await countBrokenPromises(db, country, day);
  await addUp(db, country, day);
  if (dayOfMonth(addDays(day, 1)) === 1) await takeMonth(db, country, day, slices);
  await removeOlder(db, country, day);
  return figuresOf(db, country, day);
}

/** Inserts the loans that need more than sums, computed one by one. */
async function insertOneByOne(
  db: Database,
  country: CountryCode,
  day: CalendarDate,
  ids: readonly number[],
): Promise<void> {
  const rules = loanClassesOf(country, day);
  for (let start = 0; start < ids.length; start += page) {
    const some = ids.slice(start, start + page);
    const writtenOff = await writtenOffOn(db, day, some);
    const rows = (await loansById(db, some)).flatMap(({ id, conditions, payments }) => {
      const standing = loanStanding(conditions, payments, day);
      if (standing.isSettled) return [];
      const { overdue, outstanding, daysLate } = standing;
      return [
        {
          day,
          country,
          loan_id: id,
          days_late: daysLate,
          principal: outstanding.principal,
          overdue,
          is_written_off: writtenOff.has(id),
          class: loanClass(conditions, payments, day, rules),
        },
      ];
    });
    if (rows.length > 0) await db.insertInto('portfolio_loan').values(rows).execute();
  }
}

/** Counts the promises of each late loan that were broken by the day: the third factor of the order of Cobranzas. */
async function countBrokenPromises(db: Database, country: CountryCode, day: CalendarDate): Promise<void> {
  await sql`
    update portfolio_loan p set broken_promises = broken.count from (
      select m.loan_id, count(*)::int as count from promise m
      where m.country = ${country} and m.until <= ${day} and m.amount > (
        select coalesce(sum(y.amount), 0) from payment y left join payment_reversal v on v.payment_id = y.id
        where y.loan_id = m.loan_id and v.payment_id is null and y.value_date between m.made_on and m.until)
      group by m.loan_id) broken
    where p.day = ${day} and p.loan_id = broken.loan_id and p.country = ${country} and p.days_late > 0`.execute(
    db,
  );
}

/** Sums the loans by range of days late and by class, and those written off. */
function addUp(db: Database, country: CountryCode, day: CalendarDate): Promise<void> {
  return transaction(db, async (tx) => {
    await sql`delete from portfolio_day where country = ${country} and day = ${day}`.execute(tx);
    for (const [index, from] of RANGE_STARTS.entries())
      await addUpRange(tx, { country, day, from, below: RANGE_STARTS[index + 1] });
    await addUpRange(tx, { country, day, from: WRITTEN_OFF, below: undefined });
    await addUpClasses(tx, country, day);
  });
}

async function addUpRange(
  tx: Tx,
  {
    country,
    day,
    from,
    below,
  }: {
    readonly country: CountryCode;
    readonly day: CalendarDate;
    readonly from: number;
    readonly below: number | undefined;
  },
): Promise<void> {
  // A range without loans gets a row of zeros, which shows that it was computed.
  await sql`
    insert into portfolio_day (country, day, late_from, loans, principal, overdue)
    select ${country}, ${day}::date, ${from}::int, count(*)::int, coalesce(sum(principal), 0)::bigint,
      coalesce(sum(overdue), 0)::bigint
    from portfolio_loan where country = ${country} and day = ${day} and days_late >= ${from}
      and is_written_off = ${from === WRITTEN_OFF}
      and ${below === undefined ? sql`true` : sql`days_late < ${below}`}
  `.execute(tx);
}

/** Sums the loans by class; those written off are in none, as they are in no range. */
async function addUpClasses(tx: Tx, country: CountryCode, day: CalendarDate): Promise<void> {
  await sql`delete from portfolio_class where country = ${country} and day = ${day}`.execute(tx);
  await sql`
    insert into portfolio_class (country, day, class, loans, principal, overdue)
    select ${country}, ${day}::date, each.class, coalesce(loans, 0), coalesce(principal, 0), coalesce(overdue, 0)
    from generate_series(1, 5) each (class) left join (
      select class, count(*)::int as loans, sum(principal)::bigint as principal, sum(overdue)::bigint as overdue
      from portfolio_loan where country = ${country} and day = ${day} and not is_written_off group by class
    ) summed on summed.class = each.class`.execute(tx);
}

/** Deletes loan rows except for the last closed day and each month's last day. */
async function removeOlder(db: Database, country: CountryCode, day: CalendarDate): Promise<void> {
  const { rows } = await sql<{ day: CalendarDate }>`
    select distinct day from portfolio_day
    where country = ${country} and day < ${day} and day >= ${addDays(day, -45)}`.execute(db);
  for (const old of rows) {
    if (dayOfMonth(addDays(old.day, 1)) === 1) continue;
    for (let removed = removedAtOnce; removed === removedAtOnce;) {
      const { numAffectedRows } = await sql`
        delete from portfolio_loan where day = ${old.day} and loan_id in (
          select loan_id from portfolio_loan where country = ${country} and day = ${old.day} limit ${removedAtOnce}
        )`.execute(db);
      removed = Number(numAffectedRows ?? 0);
    }
  }
}

async function figuresOf(db: Database, country: CountryCode, day: CalendarDate): Promise<DayFigures> {
  const { rows } = await sql<{ loans: number; late: number }>`
    select coalesce(sum(loans), 0)::int as loans, coalesce(sum(loans) filter (where late_from > 0), 0)::int as late
    from portfolio_day where country = ${country} and day = ${day} and late_from >= 0
  `.execute(db);
  return { ...rows[0] };
}
