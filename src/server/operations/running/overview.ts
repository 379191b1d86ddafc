import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database } from '../../platform/database.ts';
import type { DailyJob } from '../../platform/work/daily.ts';
import { lastEnds } from '../../platform/work/day-runs.ts';
import { failedWork } from '../../platform/work/failed-work.ts';
import { payoutHeld } from '../../loans/payout-desk/service.ts';
import { CHECKS } from './checks.ts';
import { daysPage, runView } from './days.ts';
import type { Work } from './failed.ts';

type Overview = OutputOf<'GET /api/staff/operation'>;
type Waiting = Overview['messages'][number];

/** Counting limit; beyond it a person only needs to know that there are many. */
const mostCounted = 1_000;

interface Counted {
  readonly country: CountryCode;
  readonly kind: string;
  readonly count: number;
  readonly oldest_at: Date;
}

const shown = (rows: readonly Counted[]): Waiting[] =>
  rows.map((row) => ({ ...row, oldest_at: row.oldest_at.toISOString() }));

/** Waiting and failed work in the person's countries. */
export async function overview(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  work: Work & { readonly daily: readonly DailyJob[] },
  countries: readonly CountryCode[],
): Promise<Overview> {
  const [failed, differences, contradictions, orders, messages, charges, payouts, days, checks] =
    await Promise.all([
      failedWork(db, work, { countries, limit: mostCounted }),
      openDifferences(db, countries),
      openContradictions(db, countries),
      openOrders(db, countries),
      messagesWaiting(db, countries),
      chargesWaiting(db, countries),
      payoutsWaiting(db, countries),
      daysPage({ db, clock }, work.daily, countries, { wrong: '1' }),
      // A check without a country ran in one of them.
      lastEnds(db, CHECKS, COUNTRIES),
    ]);
  return {
    at: clock.now().toISOString(),
    failed: failed.length,
    differences,
    contradictions,
    order_contradictions: orders,
    messages: shown(messages),
    charges: shown(charges),
    pay_outs: shown(payouts),
    days: days.result.length,
    checks: checks
      .filter(({ job, country }) => job === 'seal-check' || countries.includes(country))
      .map(runView),
  };
}

async function openDifferences(db: Database, countries: readonly CountryCode[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from reconciliation_difference
      where closed_at is null and country = any(${[...countries]}::text[]) limit ${mostCounted}
    ) d`.execute(db);
  return rows[0]?.count ?? 0;
}

async function openContradictions(db: Database, countries: readonly CountryCode[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct loan_id)::int as count from (
      select loan_id from loan_contradiction
      where closed_at is null and country = any(${[...countries]}::text[]) limit ${mostCounted}
    ) d`.execute(db);
  return rows[0]?.count ?? 0;
}

async function openOrders(db: Database, countries: readonly CountryCode[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from order_contradiction
      where truth is null and country = any(${[...countries]}::text[]) limit ${mostCounted}
    ) d`.execute(db);
  return rows[0]?.count ?? 0;
}

async function messagesWaiting(db: Database, countries: readonly CountryCode[]): Promise<readonly Counted[]> {
  const { rows } = await sql<Counted>`
    select country, channel as kind, count(*)::int as count, min(due_at) as oldest_at
    from (
      select country, channel, due_at from message
      where due_at is not null and state <> 'sent' and country = any(${[...countries]}::text[])
      limit ${mostCounted * 10}
    ) m group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

async function chargesWaiting(db: Database, countries: readonly CountryCode[]): Promise<readonly Counted[]> {
  const { rows } = await sql<Counted>`
    select country, purpose as kind, count(*)::int as count, min(created_at) as oldest_at
    from card_charge where state = 'sent' and country = any(${[...countries]}::text[])
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

async function payoutsWaiting(db: Database, countries: readonly CountryCode[]): Promise<readonly Counted[]> {
  const { rows } = await sql<Counted>`
    select country, kind, count(*)::int as count, min(created_at) as oldest_at from (
      select l.country, case when d.state = 'planned' and ${payoutHeld} then 'held' else d.state end as kind, d.created_at
      from payout d join loan l on l.id = d.loan_id where d.state in ('planned', 'sent', 'unknown')
      union all
      select country, 'refund', created_at from credit_refund where state in ('planned', 'sent', 'unknown')
    ) sent where country = any(${[...countries]}::text[])
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
