import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { DailyJob } from '../../platform/work/daily.ts';
import { after } from '../../platform/clock.ts';
import { ensureSeries } from './issue.ts';

/** Creates the series of each country, and counts what contradicts (docs/product/invoices.md#checks). */
export function invoiceDays(deps: Dependencies): DailyJob[] {
  return [
    {
      name: 'invoices',
      isRepeatable: true,
      async run({ country }) {
        await ensureSeries(deps, country);
        return invoiceChecks(deps, country);
      },
    },
  ];
}

/** Days of bookings that a check looks at; older ones were looked at before, and the database keeps them. */
const checkedDays = 3;

/** Counts documents with amounts that differ from their points, and tax points without a document. */
async function invoiceChecks({ db, clock }: Pick<Dependencies, 'db' | 'clock'>, country: string) {
  const since = after(clock.now(), -checkedDays, 'days');
  const { rows } = await sql<{ documents: number; broken: number }>`
    with checked as (
      select i.net * d.sign = coalesce(sum(t.base), 0) and i.tax * d.sign = coalesce(sum(t.tax), 0) as is_right
      from invoice i cross join lateral (select case i.kind when 'invoice' then 1 else -1 end as sign) d
        left join invoice_point p on p.invoice_id = i.id left join tax_points t on t.id = p.tax_point_id
      where i.country = ${country} and i.changed_at > ${since} group by i.id, d.sign)
    select (select count(*)::int from checked) as documents,
      (select count(*)::int from checked where not is_right)
      + (select count(*)::int from tax_points t where t.country = ${country} and t.booked_at > ${since}
          and not exists (select from invoice_point p where p.tax_point_id = t.id)) as broken`.execute(db);
  return rows[0] ?? { documents: 0, broken: 0 };
}
