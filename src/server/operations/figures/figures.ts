import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate, localInstant } from '../../../countries/local-time.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { transaction, type Database, type Queryable } from '../../platform/database.ts';
import type { DailyJob, DayFigures } from '../../platform/work/daily.ts';
import type { Day } from '../../platform/work/daily.ts';

/** Figure of a day: count and, for money, sum in centavos. */
interface DayFigure {
  readonly figure: string;
  readonly part: string;
  readonly count: number;
  readonly amount: number;
}

export const boundsOf = ({ country, date }: Day): readonly [Date, Date] => [
  localInstant(date, 0, country),
  localInstant(addDays(date, 1), 0, country),
];

/**
 * Figures of a day from the ledger and the application tables. Money in is the movement of the collections
 * account, so its parts add up to the ledger's; money out is the amount that left the bank for loans.
 */
async function figuresOfDay(db: Queryable, day: Day): Promise<readonly DayFigure[]> {
  const [from, to] = boundsOf(day);
  const { country } = day;
  const { rows } = await sql<DayFigure>`
    select 'money-in' as figure, case t.kind when 'payment-received' then coalesce(p.source, t.kind) else t.kind end as part,
      count(*)::int as count, sum(e.amount)::bigint as amount
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account = 'collections'
      left join payment p on p.id = t.payment_id
    where t.country = ${country} and t.at >= ${from} and t.at < ${to} group by 2
    union all
    select 'pay-out', d.rail, count(*)::int, sum(-e.amount)::bigint
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account = 'bank'
      join payout d on d.loan_id = t.loan_id
    where t.kind = 'disbursement-confirmed' and t.country = ${country} and t.at >= ${from} and t.at < ${to} group by 2
    union all
    select 'application', 'sign-up', count(*)::int, 0 from lead
    where country = ${country} and created_at >= ${from} and created_at < ${to}
    union all
    select 'application', 'account', count(*)::int, 0 from customer
    where country = ${country} and created_at >= ${from} and created_at < ${to}
    union all
    select 'application', 'confirmed', count(*)::int, coalesce(sum(principal), 0)::bigint from loan
    where country = ${country} and created_at >= ${from} and created_at < ${to}
    union all
    select 'decision', case when outcome ? 'review' then 'reviewed'
        when (outcome->>'approved')::boolean then 'approved' else 'refused' end, count(*)::int, 0
    from decision where country = ${country} and at >= ${from} and at < ${to} group by 2
    order by 1, 2
  `.execute(db);
  return rows;
}

const figuresName = 'day-figures';

/** Days written by the first run. */
const firstDays = 31;

/** Daily job: stores the figures of the days closed since the last run. */
export function figureDays({ db }: { readonly db: Database }): DailyJob[] {
  return [{ name: figuresName, run: ({ country, date }) => writeFigures(db, country, date) }];
}

async function writeFigures(db: Database, country: CountryCode, today: CalendarDate): Promise<DayFigures> {
  const last = await db
    .selectFrom('day_figure')
    .select((eb) => eb.fn.max('day').as('day'))
    .where('country', '=', country)
    .executeTakeFirst();
  const first = addDays(today, -firstDays);
  const next = last?.day ? addDays(last.day, 1) : first;
  let figures = 0;
  for (let date = next < first ? first : next; date < today; date = addDays(date, 1))
    figures += await writeDay(db, { country, date });
  return { figures };
}

/** @returns number of figures of the day */
async function writeDay(db: Database, day: Day): Promise<number> {
  const found = await figuresOfDay(db, day);
  return transaction(db, async (tx) => {
    await tx
      .insertInto('day_figure')
      .values(found.map((each) => ({ country: day.country, day: day.date, ...each })))
      .onConflict((on) => on.columns(['country', 'day', 'figure', 'part']).doNothing())
      .execute();
    return found.length;
  });
}

interface DatedFigure extends DayFigure {
  readonly day: CalendarDate;
}

/** Figures between two days; today so far, and the last two days if not stored yet, are computed now. */
export async function figuresBetween(
  db: Queryable,
  country: CountryCode,
  [from, to]: readonly [CalendarDate, CalendarDate],
  now: Date,
): Promise<readonly DatedFigure[]> {
  const today = localDate(now, country);
  const rows = await db
    .selectFrom('day_figure')
    .select(['day', 'figure', 'part', 'count', 'amount'])
    .where('country', '=', country)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
  const written = rows.map((row) => ({ ...row, day: row.day }));
  const last = written.at(-1)?.day;
  // The daily job has a day or two to run; older missing days are not computed on demand.
  const open = [addDays(today, -2), addDays(today, -1), today].filter(
    (day) => day >= from && day <= to && (last === undefined || day > last),
  );
  const counted = await Promise.all(
    open.map(async (date) =>
      (await figuresOfDay(db, { country, date })).map((each) => ({ ...each, day: date })),
    ),
  );
  return [...written, ...counted.flat()];
}

/** Payments that came in; money that was identified later came in once, under another part. */
export function countIn(figures: readonly DayFigure[]): number {
  return figures
    .filter(({ figure, part, amount }) => figure === 'money-in' && (amount > 0 || part === 'payment-moved'))
    .reduce((total, { part, count }) => total + (part === 'payment-moved' ? -count : count), 0);
}
