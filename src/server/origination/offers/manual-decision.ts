import { refusalReason } from '../../../countries/decision-rules.ts';
import type { DecisionFacts, FiredRule } from '../../../domain/credit-decision.ts';
import { fromUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { priceListById } from './price-lists.ts';
import { insertDecision, insertOffer } from './queries.ts';

export interface ManualDecision {
  /** Decision that was left to a person. */
  readonly decisionId: number;
  readonly leadId: number | undefined;
  readonly customerId: number | undefined;
  /** Currency units; null for a refusal. */
  readonly maxAmount: number | null;
  readonly rule: 'manual-lower' | 'manual-override' | 'manual-refused';
  readonly decidedBy: number;
}

/**
 * Stores a person's decision about an exception: facts, trace, version and price list are those of the
 * decision that was left to them. @returns id of the new decision
 */
export async function storeManualDecision(
  tx: Tx,
  { db, clock, random }: Pick<Dependencies, 'clock' | 'random'> & { readonly db: Database },
  { decisionId, leadId, customerId, maxAmount, rule, decidedBy }: ManualDecision,
): Promise<number> {
  const now = clock.now();
  const before = await tx
    .selectFrom('decision as d')
    .innerJoin('offer as o', 'o.decision_id', 'd.id')
    .select(['d.country', 'd.inputs', 'd.rules_id', 'd.facts', 'd.trace', 'o.price_list_id'])
    .where('d.id', '=', decisionId)
    .executeTakeFirstOrThrow();
  if (before.rules_id === null) throw new Error(`decision ${decisionId} was not made by rules`);
  const list = await priceListById(db, before.price_list_id, tx);
  const who = { leadId, customerId };
  const id = await insertDecision(tx, {
    country: before.country,
    ...who,
    inputs: before.inputs as Readonly<Record<string, unknown>>,
    rule,
    outcome: {
      approved: maxAmount !== null,
      segment: null,
      maxAmount,
      priceList: list.version,
      ...(maxAmount === null ? refusalReason([], rule) : {}),
    },
    rulesId: before.rules_id,
    facts: before.facts as unknown as DecisionFacts,
    trace: before.trace as unknown as readonly FiredRule[],
    decidedBy,
    at: now,
  });
  await insertOffer(tx, {
    hash: random.token(),
    country: before.country,
    ...who,
    decisionId: id,
    priceListId: before.price_list_id,
    segment: '',
    minAmount: maxAmount === null ? null : fromUnits(list.minAmount),
    maxAmount: maxAmount === null ? null : fromUnits(maxAmount),
    createdAt: now,
    expiresAt: after(now, list.offerLifetimeDays, 'days'),
  });
  return id;
}
