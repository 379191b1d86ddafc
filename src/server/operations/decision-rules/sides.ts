import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import { localInstant } from '../../../countries/local-time.ts';
import { rulesInForce } from '../../origination/decision-rules/service.ts';
import type { VersionRow } from '../../origination/versioned-lists/service.ts';
import type { Queryable } from '../../platform/database.ts';

type Side = OutputOf<'GET /api/staff/decision-rules/{id}'>['result']['sides'][number];

/** Days late a loan must exceed to count as late. */
const lateDays = 30;

/**
 * A challenger and the version that decides about everybody else, in figures since the challenger's first
 * day; none for other versions.
 */
export async function sidesOf(db: Queryable, row: VersionRow): Promise<readonly Side[]> {
  if (row.share === 100) return [];
  const main = await rulesInForce(db, row.country, row.valid_from);
  if (!main) return [];
  const since = localInstant(row.valid_from, 0, row.country);
  const { rows } = await sql<Omit<Side, 'id'> & { readonly id: number }>`
    select r.id, r.name, r.share::int as share,
      count(d.id)::int as decisions,
      count(*) filter (where (d.outcome->>'approved')::boolean)::int as accepted,
      count(*) filter (where not (d.outcome->>'approved')::boolean and not d.outcome ? 'review')::int as refused,
      count(*) filter (where d.outcome ? 'review')::int as reviewed,
      count(l.id)::int as loans,
      count(*) filter (where p.days_late > ${lateDays})::int as late
    from decision_rules r
    left join decision d on d.rules_id = r.id and d.country = ${row.country} and d.at >= ${since}
      and d.decided_by is null
    left join offer o on o.decision_id = d.id
    left join loan l on l.offer_id = o.id and l.state <> 'canceled'
    left join portfolio_loan p on p.loan_id = l.id and p.country = ${row.country}
      and p.day = (select max(day) from portfolio_loan where country = ${row.country})
    where r.id in (${row.id}, ${main.id})
    group by r.id, r.name, r.share order by r.share desc
  `.execute(db);
  return rows.map(({ id, ...side }) => ({ ...side, id: String(id) }));
}
