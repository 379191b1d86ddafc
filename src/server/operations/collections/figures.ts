import { sql, type RawBuilder } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { ContactRefusal } from '../../../domain/contact-gate.ts';
import { centavos, toUnits } from '../../../domain/money.ts';
import { transaction, type Database, type Queryable } from '../../platform/database.ts';
import type { DailyJob, DayFigures } from '../../platform/work/daily.ts';
import { RANGE_STARTS, snapshotName } from '../portfolio/service.ts';

type Figures = OutputOf<'GET /api/staff/collections/figures'>;
type Figure = Figures['result'][number];

/** Periods that the console offers, in days. */
const PERIODS = [7, 30] as const;
type Days = (typeof PERIODS)[number];

/**
 * Daily job: counts contacts and promises of the last days as of the day that closed. Counting them takes
 * seconds among a million loans, too long for a page.
 */
export function collectionDays({ db }: { readonly db: Database }): DailyJob[] {
  return [
    {
      name: 'collection-figures',
      after: snapshotName,
      isRepeatable: true,
      run: ({ country, date }) => writeCollectionFigures(db, country, addDays(date, -1)),
    },
  ];
}

/** Replaces a country's figures with those as of a closed day. @returns how many */
export function writeCollectionFigures(
  db: Database,
  country: CountryCode,
  closed: CalendarDate,
): Promise<DayFigures> {
  return transaction(db, async (tx) => {
    await sql`delete from collection_figure where country = ${country}`.execute(tx);
    let figures = 0;
    for (const days of PERIODS) {
      const { numAffectedRows } = await countedInto({ country, closed, days }).execute(tx);
      figures += Number(numAffectedRows ?? 0);
    }
    return { figures };
  });
}

/** Range of days late on the day of the contact `t`, 0 to 4. */
const range = sql`width_bucket(t.days_late, array[1, 31, 61, 91])`;

interface Period {
  readonly country: CountryCode;
  readonly closed: CalendarDate;
  readonly days: Days;
}

/**
 * Statement that stores the figures of a period. Cured: customers with nothing overdue on these loans at the close.
 * Promises count by the person and range of their contact.
 */
function countedInto({ country, closed, days }: Period): RawBuilder<unknown> {
  const from = addDays(closed, 1 - days);
  const until = sql`${closed}::date`;
  return sql`
    insert into collection_figure (country, closed_on, days, staff_id, late_range, calls, mails, texts, customers, cured,
      promises, promised, kept, broken)
    select ${country}, ${closed}, ${days}, staff_id, range, sum(calls), sum(mails), sum(texts), sum(customers), sum(cured),
      sum(promises), sum(promised), sum(kept), sum(broken)
    from (
      select t.staff_id, ${range} as range, count(*) filter (where t.channel = 'call') as calls,
        count(*) filter (where t.channel = 'mail') as mails,
        count(*) filter (where t.channel in ('sms', 'whatsapp')) as texts,
        count(distinct t.customer_id) as customers,
        count(distinct t.customer_id) filter (where p.loan_id is null) as cured,
        0 as promises, 0 as promised, 0 as kept, 0 as broken
      from contact t left join portfolio_loan p on p.day = ${until} and p.loan_id = t.loan_id and p.days_late > 0
      where t.country = ${country} and t.day between ${from}::date and ${until} group by 1, 2
      union all
      select staff_id, range, 0, 0, 0, 0, 0, count(*), sum(amount), count(*) filter (where is_kept),
        count(*) filter (where not is_kept and until <= ${until})
      from (
        select m.staff_id, ${range} as range, m.amount, m.until,
          m.amount <= (select coalesce(sum(y.amount), 0) from payment y left join payment_reversal v on v.payment_id = y.id
            where y.loan_id = m.loan_id and v.payment_id is null
              and y.value_date between m.made_on and least(m.until, ${until})) as is_kept
        from promise m left join contact t on t.id = m.contact_id
        where m.country = ${country} and m.until >= ${from}::date and m.made_on between ${from}::date and ${until}) judged
      group by 1, 2
    ) counted group by staff_id, range`;
}

interface StoredFigure {
  readonly closed_on: CalendarDate;
  readonly person: string;
  readonly late_range: number | null;
  readonly calls: number;
  readonly mails: number;
  readonly texts: number;
  readonly customers: number;
  readonly cured: number;
  readonly promises: number;
  /** Centavos. */
  readonly promised: number;
  readonly kept: number;
  readonly broken: number;
}

/** Figures of the last days as of the last close, with the refusals of the contact gate until now. */
export async function collectionFigures(
  db: Queryable,
  {
    country,
    today,
    days,
  }: { readonly country: CountryCode; readonly today: CalendarDate; readonly days: Days },
): Promise<Figures> {
  const [{ rows }, refusals] = await Promise.all([
    sql<StoredFigure>`
      select f.closed_on, coalesce(m.name, '') as person, f.late_range, f.calls, f.mails, f.texts, f.customers, f.cured,
        f.promises, f.promised, f.kept, f.broken
      from collection_figure f left join staff_member m on m.id = f.staff_id
      where f.country = ${country} and f.days = ${days}`.execute(db),
    refusalsSince(db, country, addDays(today, 1 - days)),
  ]);
  return {
    closed_on: rows[0]?.closed_on ?? '',
    result: rows.map((row) => figureView(row, country)).toSorted(byPersonAndRange),
    refusals: [...refusals],
  };
}

const names = new Intl.Collator('es');

const byPersonAndRange = (a: Figure, b: Figure) =>
  names.compare(a.person, b.person) || (a.late_from ?? -1) - (b.late_from ?? -1);

const figureView = (
  { closed_on: _closedOn, late_range: index, promised, ...row }: StoredFigure,
  country: CountryCode,
): Figure => ({
  ...row,
  late_from: index === null ? null : (RANGE_STARTS[index] ?? null),
  currency: packOf(country).currency,
  promised: toUnits(centavos(promised)),
});

async function refusalsSince(db: Queryable, country: CountryCode, from: CalendarDate) {
  const { rows } = await sql<{ reason: ContactRefusal; by_staff: number; by_jobs: number }>`
    select reason, coalesce(sum(count) filter (where by_staff), 0)::int as by_staff,
      coalesce(sum(count) filter (where not by_staff), 0)::int as by_jobs
    from contact_refusal where country = ${country} and day >= ${from}::date group by reason order by 2 desc, 3 desc, 1`.execute(
    db,
  );
  return rows;
}
