import { createHash } from 'node:crypto';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import { shippedVersion } from '../../../countries/decision-rules.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import { parseRules, type EditedRules } from '../../../contract/staff/decision-rules.ts';
import { formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { DecisionRule } from '../../../domain/credit-decision.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database, Queryable, Tx } from '../../platform/database.ts';
import { versionsById, versionsInForce, type ListKind } from '../versioned-lists/service.ts';

export { ownFacts, withBureau, type Person } from './facts.ts';

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

/** Rules of a version by row id. */
export const rulesById = versionsById('decision_rules', parseRules);

/** Credit rules, as a kind of versioned list (docs/console.md#reglas-de-crédito). */
export const decisionRules: ListKind<EditedRules, readonly DecisionRule[]> = {
  table: 'decision_rules',
  name: 'name',
  ref: 'rules_id',
  isShared: true,
  lock: 'decision-rules',
  draftSubject: 'rules-draft',
  subject: 'rules',
  fact: 'rules_name',
  byId: rulesById,
  editable: editableRules,
  calls: {
    copy: 'POST /api/staff/decision-rules/{id}/copy',
    end: 'POST /api/staff/decision-rules/{id}/end',
    discard: 'POST /api/staff/decision-drafts/{id}/discard',
  },
  failures: { name: 'rules_name', day: 'rules_day', only: 'rules_only', over: 'rules_over' },
  changedMeanwhile: (who, did) =>
    `${who} ${did} estas reglas mientras las mirabas. Actualizá la página y revisalas.`,
  afterEnd: async (_tx, _row, day) => ({ ends_on: formatDate(day) }),
};

/** Rules as the console edits them. */
export function editableRules(rules: readonly DecisionRule[]): EditedRules {
  return rules.map(({ when, ...each }) => ({
    ...each,
    when: when.map(({ fact, is, than }) => ({
      fact,
      is,
      than: typeof than === 'object' ? [than[0], than[1]] : than,
    })),
  }));
}

/** Versions that decide on a local date. */
export const rulesInForce = (db: Queryable, country: CountryCode, day: CalendarDate) =>
  versionsInForce(db, decisionRules, country, day);

/** True if a challenger of the country runs on the day or later. */
export async function hasChallenger(tx: Tx, country: CountryCode, day: CalendarDate): Promise<boolean> {
  const row = await tx
    .selectFrom('decision_rules as r')
    .leftJoin('decision_rules_end as e', 'e.rules_id', 'r.id')
    .select('r.id')
    .where('r.country', '=', country)
    .where('r.share', '<', 100)
    .where((eb) => eb.or([eb('e.ends_on', 'is', null), eb('e.ends_on', '>', day)]))
    .executeTakeFirst();
  return row !== undefined;
}

interface NewRules {
  readonly country: CountryCode;
  readonly name: string;
  readonly validFrom: CalendarDate;
  readonly share: number;
  readonly rules: EditedRules;
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly at: Date;
}

export async function insertRules(tx: Tx, given: NewRules): Promise<number> {
  const { id } = await tx
    .insertInto('decision_rules')
    .values({
      country: given.country,
      name: given.name,
      valid_from: given.validFrom,
      share: given.share,
      data: JSON.stringify(given.rules),
      asked_by: given.askedBy,
      approved_by: given.approvedBy,
      created_at: given.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
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
  const id = isChallenged ? challenger.id : inForce.id;
  return { id, rules: await rulesById(db, id) };
}

/** Place of a document from 0 to 99, the same whenever its person applies. */
export function placeOf(country: CountryCode, documentNumber: string): number {
  const digest = createHash('sha256').update(`credit-rules ${country} ${documentNumber}`).digest();
  return digest.readUInt32BE(0) % 100;
}
