import { sql } from 'kysely';
import type { ExceptionCard } from '../../../contract/staff/exceptions.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import {
  type DecisionFacts,
  FACT_NAMES,
  type FiredRule,
  smallestSegment,
} from '../../../domain/credit-decision.ts';
import type { PriceList } from '../../../countries/price-list.ts';
import { rulesInForce } from '../../origination/decision-rules/service.ts';
import { priceListById } from '../../origination/offers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { exceptionColumns, exceptionJoins, exceptionView, type ExceptionRow } from './list.ts';

interface CardRow extends ExceptionRow {
  readonly version: number;
  readonly claimed_by: number | null;
  readonly claimed_until: Date | null;
  readonly facts: DecisionFacts;
  readonly trace: readonly FiredRule[];
  readonly rules_id: number;
  readonly rules_name: string;
  readonly rules_share: number;
  readonly price_list_id: number;
}

/** Most that one person approves, and most that two do, in currency units. */
export function limitsOf(list: PriceList): { readonly lower: number; readonly override: number } {
  return {
    lower: smallestSegment(list.segments)?.maxAmount ?? 0,
    override: Math.max(0, ...list.segments.map(({ maxAmount }) => maxAmount)),
  };
}

/** All data for deciding on an exception. @param staffId the reader */
export async function exceptionCard(
  on: Queryable,
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  id: number,
  staffId: number,
): Promise<ExceptionCard | undefined> {
  const now = clock.now();
  const { rows } = await sql<CardRow>`
    select ${exceptionColumns(now)}, x.version, x.claimed_by, x.claimed_until, e.facts, e.trace, e.rules_id,
      r.name as rules_name, r.share as rules_share, o.price_list_id
    from credit_exception x ${exceptionJoins}
    join decision e on e.id = x.decision_id join decision_rules r on r.id = e.rules_id
    join offer o on o.decision_id = e.id
    where x.id = ${id}`.execute(on);
  const [row] = rows;
  if (!row) return undefined;
  const list = await priceListById(db, row.price_list_id, on);
  const limits = limitsOf(list);
  const isClaimed = row.claimed_until !== null && row.claimed_until > now;
  return {
    ...exceptionView(row),
    version: row.version,
    currency: packOf(row.country).currency,
    facts: FACT_NAMES.map((fact) => ({ fact, value: row.facts[fact] })),
    trace: row.trace.map(({ code, result, values }) => ({
      code,
      result,
      values: Object.entries(values).map(([fact, value]) => ({ fact, value })),
    })),
    rules: row.rules_name,
    newer_rules: await newerRules(on, row, now),
    price_list: list.version,
    min_amount: list.minAmount,
    step: list.step,
    lower_max: limits.lower,
    override_max: limits.override,
    neighbours: await neighboursOf(on, row, now),
    is_taken: isClaimed && row.claimed_by !== staffId,
  };
}

/** Name of the version that decides now about the same people; '' if it is the exception's own. */
async function newerRules(db: Queryable, row: CardRow, now: Date): Promise<string> {
  const inForce = await rulesInForce(db, row.country, localDate(now, row.country));
  const current = row.rules_share < 100 ? inForce?.challenger?.id : inForce?.id;
  if (current === undefined || current === row.rules_id) return '';
  const { name } = await db
    .selectFrom('decision_rules')
    .select('name')
    .where('id', '=', current)
    .executeTakeFirstOrThrow();
  return name;
}

/** Years of age, days back, and decisions read at most; fewer people say nothing and could be recognised. */
const near = { years: 5, days: 730, most: 2_000, least: 5 } as const;
/** Days late a loan must exceed to count as late. */
const lateDays = 30;

/** Payments of people decided alike: the same bureau result and grade, and nearly the same age. */
async function neighboursOf(
  db: Queryable,
  { country, facts }: Pick<CardRow, 'country' | 'facts'>,
  now: Date,
): Promise<ExceptionCard['neighbours']> {
  const { rows } = await sql<NonNullable<ExceptionCard['neighbours']>>`
    with near as (
      select o.id as offer_id from decision d join offer o on o.decision_id = d.id
      where d.country = ${country} and d.at > ${after(now, -near.days, 'days')}
        and d.facts->>'bureau' = ${facts.bureau}
        and (d.facts->>'grade')::numeric is not distinct from ${facts.grade}::numeric
        and abs((d.facts->>'age')::numeric - ${facts.age}::numeric) <= ${near.years}
        and (d.outcome->>'approved')::boolean
      order by d.id desc limit ${near.most})
    select count(distinct l.customer_id)::int as people, count(*)::int as loans,
      count(*) filter (where l.state = 'finished')::int as finished,
      count(*) filter (where p.days_late > ${lateDays})::int as late,
      count(*) filter (where exists (select from loan_write_off w where w.loan_id = l.id
        and not exists (select from loan_write_off_undone u where u.write_off_id = w.id)))::int as written_off
    from near n join loan l on l.offer_id = n.offer_id and l.state in ('approved', 'finished')
    left join portfolio_loan p on p.loan_id = l.id and p.country = ${country}
      and p.day = (select max(day) from portfolio_loan where country = ${country})
  `.execute(db);
  const [found] = rows;
  return found && found.people >= near.least ? found : null;
}
