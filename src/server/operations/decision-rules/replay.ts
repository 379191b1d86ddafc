import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import {
  decideCredit,
  type DecisionFacts,
  type DecisionRule,
  type FiredRule,
  refusesUnasked,
} from '../../../domain/credit-decision.ts';
import { rulesById } from '../../origination/decision-rules/service.ts';
import { priceListById } from '../../origination/offers/service.ts';
import type { Database, Queryable } from '../../platform/database.ts';

interface StoredDecision {
  readonly id: number;
  readonly rule: string;
  readonly rules_id: number;
  readonly facts: DecisionFacts;
  readonly trace: readonly FiredRule[];
  readonly approved: boolean;
  readonly segment: string | null;
  readonly review: string | null;
  readonly price_list_id: number;
  readonly decided_by: number | null;
}

/** Columns of a stored decision `d` with its offer `o`. */
const columns = sql`d.id, d.rule, d.rules_id, d.facts, d.trace, d.decided_by, o.price_list_id,
  coalesce((d.outcome->>'approved')::boolean, false) as approved, d.outcome->>'segment' as segment,
  d.outcome->>'review' as review`;

export interface Replayed {
  readonly replayed: number;
  /** Ids of decisions that differ, up to a hundred. */
  readonly different: readonly number[];
}

/** Decisions read at once. */
const part = 1_000;
const mostListed = 100;

/** Decides all stored decisions again from their facts (docs/product/credit-decisions.md#trace). */
export async function replayDecisions(db: Database): Promise<Replayed> {
  const different: number[] = [];
  let [replayed, last] = [0, 0];
  for (;;) {
    const { rows } = await sql<StoredDecision>`
      select ${columns} from decision d join offer o on o.decision_id = d.id
      where d.rules_id is not null and d.id > ${last} order by d.id limit ${part}`.execute(db);
    for (const row of rows)
      if (!(await isSame(db, row)) && different.length < mostListed) different.push(row.id);
    replayed += rows.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < part) return { replayed, different };
  }
}

async function isSame(db: Database, row: StoredDecision): Promise<boolean> {
  const rules = await rulesById(db, row.rules_id);
  const { segments } = await priceListById(db, row.price_list_id);
  const again = decideCredit(rules, row.facts, segments);
  const sameTrace = isDeepStrictEqual(again.trace, row.trace);
  // The rules left the decision to a person.
  if (row.decided_by !== null) return sameTrace && again.outcome === 'review';
  return (
    sameTrace &&
    again.code === row.rule &&
    (again.outcome === 'accept') === row.approved &&
    (again.outcome === 'accept' ? again.segment.name : null) === row.segment &&
    (again.outcome === 'review' ? again.why : null) === row.review
  );
}

export interface EffectPart {
  readonly compared: number;
  readonly changed: number;
  readonly changes: readonly { readonly from: string; readonly to: string; readonly count: number }[];
  /** Id before which the next part begins; undefined after the last. */
  readonly next: number | undefined;
}

interface EffectAsked {
  readonly country: CountryCode;
  readonly rules: readonly DecisionRule[];
  readonly since: Date;
  readonly before: number | undefined;
  readonly most: number;
}

/**
 * Decides applicants again by other rules, newest first. A result is `refuse`, `review` or `accept` with its
 * segment; `unasked` if the bureau would have to be asked first.
 */
export async function effectOf(
  db: Database,
  { country, rules, since, before, most }: EffectAsked,
  on: Queryable = db,
): Promise<EffectPart> {
  const { rows } = await sql<StoredDecision>`
    select ${columns} from decision d join offer o on o.decision_id = d.id
    where d.country = ${country} and d.rules_id is not null and d.decided_by is null and d.at > ${since}
      and ${before === undefined ? sql`true` : sql`d.id < ${before}`}
    order by d.id desc limit ${most}`.execute(on);
  const counts = new Map<string, number>();
  let changed = 0;
  for (const row of rows) {
    const { segments } = await priceListById(db, row.price_list_id, on);
    const from = row.approved ? `accept ${row.segment}` : row.review === null ? 'refuse' : 'review';
    const to = resultOf(rules, row.facts, segments);
    if (from !== to) changed += 1;
    const key = `${from}>${to}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const changes = [...counts].map(([key, count]) => {
    const [from = '', to = ''] = key.split('>');
    return { from, to, count };
  });
  return { compared: rows.length, changed, changes, next: rows.length < most ? undefined : rows.at(-1)?.id };
}

function resultOf(
  rules: readonly DecisionRule[],
  facts: DecisionFacts,
  segments: Parameters<typeof decideCredit>[2],
): string {
  if (facts.bureau === 'not-asked' && !refusesUnasked(rules, facts)) return 'unasked';
  const again = decideCredit(rules, facts, segments);
  return again.outcome === 'accept' ? `accept ${again.segment.name}` : again.outcome;
}

/** Decisions since an instant, counted up to a bound. */
export async function decisionsSince(
  db: Queryable,
  country: CountryCode,
  since: Date,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from decision
      where country = ${country} and rules_id is not null and decided_by is null and at > ${since}
      limit ${most}) d`.execute(db);
  return rows[0]?.count ?? 0;
}
