import { OLDEST_RULES, refusalReason, type RefusalReason } from '../../../countries/decision-rules.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { DecisionFacts, FiredRule } from '../../../domain/credit-decision.ts';
import { type Centavos, centavos } from '../../../domain/money.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { prepared } from '../../platform/statements.ts';

export interface StoredOffer {
  readonly id: number;
  readonly hash: string;
  readonly priceListId: number;
  /** Centavos; both null for a rejection. */
  readonly minAmount: Centavos | null;
  readonly maxAmount: Centavos | null;
  readonly expiresAt: Date;
}

/** True while a decision, an offer or a rejection, is valid. */
export function isLive(offer: StoredOffer, now: Date): boolean {
  return offer.expiresAt > now;
}

const columns = ['id', 'hash', 'price_list_id', 'min_amount', 'max_amount', 'expires_at'] as const;

interface OfferRow {
  readonly id: number;
  readonly hash: string;
  readonly price_list_id: number;
  readonly min_amount: number | null;
  readonly max_amount: number | null;
  readonly expires_at: Date;
}

function stored(row: OfferRow | undefined): StoredOffer | undefined {
  return (
    row && {
      id: row.id,
      hash: row.hash,
      priceListId: row.price_list_id,
      minAmount: row.min_amount === null ? null : centavos(row.min_amount),
      maxAmount: row.max_amount === null ? null : centavos(row.max_amount),
      expiresAt: row.expires_at,
    }
  );
}

/** Newest offer of a customer: only the last decision counts. */
export async function newestOfferOfCustomer(
  db: Queryable,
  customerId: number,
): Promise<StoredOffer | undefined> {
  const row = await db
    .selectFrom('offer')
    .select(columns)
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return stored(row);
}

export async function newestOfferOfLead(db: Queryable, leadId: number): Promise<StoredOffer | undefined> {
  const row = await db
    .selectFrom('offer')
    .select(columns)
    .where('lead_id', '=', leadId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return stored(row);
}

const ofCustomer = prepared((db, hash: string, customerId: number, country: CountryCode) =>
  db
    .selectFrom('offer')
    .select(columns)
    .where('hash', '=', hash)
    .where('customer_id', '=', customerId)
    .where('country', '=', country),
);

/** Offer by the hash in an option id, if it is this customer's in this country. */
export async function offerOfCustomer(
  db: Queryable,
  who: { readonly customerId: number; readonly country: CountryCode; readonly hash: string },
): Promise<StoredOffer | undefined> {
  const [row] = await ofCustomer.run(db, who.hash, who.customerId, who.country);
  return stored(row);
}

export interface StoredOutcome {
  readonly approved?: boolean;
  readonly priceList?: string;
  /** Reason for leaving it to a person; absent otherwise. */
  readonly review?: string;
  /** Sentences for the borrower; absent in decisions made before rules had versions. */
  readonly reason?: string;
  readonly correct?: string;
}

/** The decision that an offer or rejection came from. */
export async function decisionOf(db: Queryable, offerId: number) {
  const { rule, facts, outcome } = await db
    .selectFrom('offer')
    .innerJoin('decision', 'decision.id', 'offer.decision_id')
    .select(['decision.rule', 'decision.facts', 'decision.outcome'])
    .where('offer.id', '=', offerId)
    .executeTakeFirstOrThrow();
  return {
    rule,
    bureau: (facts as { readonly bureau?: string } | null)?.bureau,
    outcome: outcome as StoredOutcome,
  };
}

interface DecisionInputs {
  readonly age?: number;
  readonly bureau?: { readonly standing?: string } | null;
}

/** Sentence and place to correct the data that a refused person reads; rules before versions had no own ones. */
export const refusalToRead = (rule: string, outcome: StoredOutcome): RefusalReason => ({
  ...refusalReason(OLDEST_RULES, rule),
  ...outcome,
});

/** The same as one text; '' while a person decides. */
export function refusalSentence(rule: string, outcome: StoredOutcome): string {
  if (outcome.review !== undefined) return '';
  const { reason, correct } = refusalToRead(rule, outcome);
  return [reason, correct].filter(Boolean).join(' ');
}

/** The last decision about a customer: its offer or refusal, with the facts that it was made by. */
export async function lastDecisionOf(db: Queryable, customerId: number) {
  const row = await db
    .selectFrom('offer')
    .innerJoin('decision', 'decision.id', 'offer.decision_id')
    .innerJoin('price_list', 'price_list.id', 'offer.price_list_id')
    .select(['offer.min_amount', 'offer.max_amount', 'offer.expires_at', 'decision.at', 'decision.rule'])
    .select(['decision.inputs', 'decision.outcome', 'price_list.version'])
    .where('offer.customer_id', '=', customerId)
    .orderBy('offer.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { age, bureau } = row.inputs as DecisionInputs;
  return {
    rule: row.rule,
    at: row.at,
    expiresAt: row.expires_at,
    minAmount: row.min_amount === null ? null : centavos(row.min_amount),
    maxAmount: row.max_amount === null ? null : centavos(row.max_amount),
    age: age ?? null,
    standing: bureau?.standing ?? '',
    priceList: row.version,
    told: refusalSentence(row.rule, row.outcome as StoredOutcome),
  };
}

interface NewOffer {
  readonly hash: string;
  readonly country: CountryCode;
  readonly leadId?: number | undefined;
  readonly customerId?: number | undefined;
  readonly decisionId: number;
  readonly priceListId: number;
  readonly segment: string;
  readonly minAmount: Centavos | null;
  readonly maxAmount: Centavos | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertOffer(tx: Tx, offer: NewOffer): Promise<void> {
  await tx
    .insertInto('offer')
    .values({
      hash: offer.hash,
      country: offer.country,
      lead_id: offer.leadId ?? null,
      customer_id: offer.customerId ?? null,
      decision_id: offer.decisionId,
      price_list_id: offer.priceListId,
      segment: offer.segment,
      min_amount: offer.minAmount,
      max_amount: offer.maxAmount,
      created_at: offer.createdAt,
      expires_at: offer.expiresAt,
    })
    .execute();
}

interface NewDecision {
  readonly country: CountryCode;
  readonly leadId?: number | undefined;
  readonly customerId?: number | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly rule: string;
  readonly outcome: Readonly<Record<string, unknown>>;
  readonly rulesId: number;
  readonly facts: DecisionFacts;
  readonly trace: readonly FiredRule[];
  /** Employee who decided; absent for the rules. */
  readonly decidedBy?: number | undefined;
  readonly at: Date;
}

/** Appends to the decision log. */
export async function insertDecision(tx: Tx, decision: NewDecision): Promise<number> {
  const { id } = await tx
    .insertInto('decision')
    .values({
      country: decision.country,
      lead_id: decision.leadId ?? null,
      customer_id: decision.customerId ?? null,
      inputs: JSON.stringify(decision.inputs),
      rule: decision.rule,
      outcome: JSON.stringify(decision.outcome),
      rules_id: decision.rulesId,
      facts: JSON.stringify(decision.facts),
      trace: JSON.stringify(decision.trace),
      decided_by: decision.decidedBy ?? null,
      at: decision.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
