import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { addDays, dayOfMonth, type CalendarDate } from '../../../domain/calendar-date.ts';
import { transaction, type Database } from '../../platform/database.ts';
import type { Slice } from './queries.ts';
import { RANGE_STARTS } from './service.ts';

interface Vintage {
  readonly origin: CalendarDate;
  readonly loans: number;
  readonly granted: number;
  readonly principal: number;
  readonly late_30: number;
  readonly late_90: number;
}

interface Roll {
  readonly late_from: number | null;
  readonly late_to: number | null;
  readonly loans: number;
  readonly principal: number;
}

const starts = [...RANGE_STARTS];
/** First day of a loan's range; null for a loan that is not in the snapshot. */
const rangeOf = (daysLate: string) =>
  sql`(${starts}::int[])[width_bucket(${sql.ref(daysLate)}, ${starts}::int[])]`;

/** Month-end additions: vintages, and roll rates since the last month-end. */
export async function takeMonth(
  db: Database,
  country: CountryCode,
  day: CalendarDate,
  slices: readonly Slice[],
): Promise<void> {
  const before = addDays(day, -dayOfMonth(day));
  const vintages = new Map<string, Vintage>();
  const rolls = new Map<string, Roll>();
  for (const slice of slices) {
    const [some, moved] = await Promise.all([
      vintagesOf(db, country, day, slice),
      rollsOf(db, country, [before, day], slice),
    ]);
    for (const each of some) {
      const so = vintages.get(each.origin);
      vintages.set(each.origin, so ? { ...added(so, each), origin: each.origin } : each);
    }
    for (const each of moved) {
      const key = `${each.late_from} ${each.late_to}`;
      const so = rolls.get(key);
      const { loans, principal } = each;
      rolls.set(key, so ? { ...so, loans: so.loans + loans, principal: so.principal + principal } : each);
    }
  }
  await transaction(db, async (tx) => {
    const of = { country, day };
    await sql`delete from portfolio_vintage where country = ${country} and day = ${day}`.execute(tx);
    await sql`delete from portfolio_roll where country = ${country} and day = ${day}`.execute(tx);
    if (vintages.size > 0)
      await tx
        .insertInto('portfolio_vintage')
        .values([...vintages.values()].map((each) => ({ ...of, ...each })))
        .execute();
    if (rolls.size > 0)
      await tx
        .insertInto('portfolio_roll')
        .values([...rolls.values()].map((each) => ({ ...of, ...each })))
        .execute();
  });
}

const added = (a: Vintage, b: Vintage) => ({
  loans: a.loans + b.loans,
  granted: a.granted + b.granted,
  principal: a.principal + b.principal,
  late_30: a.late_30 + b.late_30,
  late_90: a.late_90 + b.late_90,
});

/** Loans of a slice by month of origination, ended ones included. */
async function vintagesOf(
  db: Database,
  country: CountryCode,
  day: CalendarDate,
  { after, upTo }: Slice,
): Promise<readonly Vintage[]> {
  const { rows } = await sql<Vintage>`
    select date_trunc('month', l.interest_from)::date as origin, count(*)::int as loans,
      sum(l.principal)::bigint as granted, coalesce(sum(p.principal), 0)::bigint as principal,
      coalesce(sum(p.principal) filter (where p.days_late > 30), 0)::bigint as late_30,
      coalesce(sum(p.principal) filter (where p.days_late > 90), 0)::bigint as late_90
    from loan l left join portfolio_loan p on p.day = ${day} and p.loan_id = l.id
    where l.country = ${country} and l.id > ${after} and l.id <= ${upTo} and l.disbursed_at is not null
      and l.interest_from <= ${day}
    group by 1
  `.execute(db);
  return rows;
}

async function rollsOf(
  db: Database,
  country: CountryCode,
  [before, day]: readonly [CalendarDate, CalendarDate],
  { after, upTo }: Slice,
): Promise<readonly Roll[]> {
  const some = (on: CalendarDate) => sql`
    select loan_id, days_late, principal from portfolio_loan
    where day = ${on} and country = ${country} and loan_id > ${after} and loan_id <= ${upTo}`;
  const { rows } = await sql<Roll>`
    select ${rangeOf('b.days_late')} as late_from, ${rangeOf('n.days_late')} as late_to, count(*)::int as loans,
      sum(coalesce(b.principal, n.principal))::bigint as principal
    from (${some(before)}) b full join (${some(day)}) n on n.loan_id = b.loan_id
    group by 1, 2
  `.execute(db);
  return rows;
}
