import { createHash } from 'node:crypto';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import { shippedVersion } from '../../../countries/decision-rules.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import { parseRules } from '../../../contract/staff/decision-rules.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { DecisionRule } from '../../../domain/credit-decision.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database, Queryable } from '../../platform/database.ts';

export interface StoredRules {
  readonly id: number;
  readonly rules: readonly DecisionRule[];
}

/** Loads the first version of each country; an existing one stays unchanged. */
export async function seedDecisionRules({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Promise<void> {
  for (const country of COUNTRIES) {
    const { name, rules } = shippedVersion(country);
    await db
      .insertInto('decision_rules')
      .values({
        country,
        name,
        // As old as the first price list: no day with prices is without rules.
        valid_from: SERVER_ENTRIES[country].priceList.validFrom,
        data: JSON.stringify(rules),
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.columns(['country', 'name']).doNothing())
      .execute();
  }
}

/** Cache without expiry: rows are immutable, and there are few of them. */
const parsedOf = new WeakMap<Database, Map<number, readonly DecisionRule[]>>();

/** Rules of a version by row id. @throws if the row does not exist or is not valid */
export async function rulesById(db: Database, id: number, on: Queryable = db): Promise<StoredRules> {
  const parsed = parsedOf.get(db) ?? new Map<number, readonly DecisionRule[]>();
  parsedOf.set(db, parsed);
  const known = parsed.get(id);
  if (known) return { id, rules: known };
  const row = await on
    .selectFrom('decision_rules')
    .select('data')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rules = parseRules(row.data);
  parsed.set(id, rules);
  return { id, rules };
}

interface RulesInForce {
  readonly id: number;
  readonly challenger: { readonly id: number; readonly share: number } | undefined;
}

/** Versions that decide on a local date: the newest for everybody, and the newest challenger. */
export async function rulesInForce(
  db: Queryable,
  country: CountryCode,
  day: CalendarDate,
  without = 0,
): Promise<RulesInForce | undefined> {
  const rows = await db
    .selectFrom('decision_rules as r')
    .leftJoin('decision_rules_end as e', 'e.rules_id', 'r.id')
    .select(['r.id', 'r.share'])
    .where('r.country', '=', country)
    .where('r.valid_from', '<=', day)
    .where('r.id', '<>', without)
    .where((eb) => eb.or([eb('e.ends_on', 'is', null), eb('e.ends_on', '>', day)]))
    .orderBy('r.valid_from', 'desc')
    .orderBy('r.id', 'desc')
    .execute();
  const main = rows.find(({ share }) => share === 100);
  return main && { id: main.id, challenger: rows.find(({ share }) => share < 100) };
}

/**
 * Version that decides about a person: the challenger for its share of the documents. @throws if the country
 * has none, which is an installation error
 */
export async function rulesFor(
  db: Database,
  { country, documentNumber }: { readonly country: CountryCode; readonly documentNumber: string },
  day: CalendarDate,
): Promise<StoredRules> {
  const inForce = await rulesInForce(db, country, day);
  if (!inForce) throw new Error(`${country} has no credit rules on ${day}`);
  const { challenger } = inForce;
  const isChallenged = challenger !== undefined && placeOf(country, documentNumber) < challenger.share;
  return rulesById(db, isChallenged ? challenger.id : inForce.id);
}

/** Place of a document from 0 to 99, the same whenever its person applies. */
export function placeOf(country: CountryCode, documentNumber: string): number {
  const digest = createHash('sha256').update(`credit-rules ${country} ${documentNumber}`).digest();
  return digest.readUInt32BE(0) % 100;
}
