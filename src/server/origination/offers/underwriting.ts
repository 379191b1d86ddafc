import { fromUnits } from '../../../domain/money.ts';
import {
  type CreditDecision,
  decideCredit,
  type DecisionFacts,
  refusesUnasked,
} from '../../../domain/credit-decision.ts';
import { refusalReason } from '../../../countries/decision-rules.ts';
import type { Segment } from '../../../countries/price-list.ts';
import { cuitsOfDni, parseDni } from '../../../countries/identifiers/cuit.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { readSetting } from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { BureauReport } from '../../integrations/bureau/port.ts';
import { after } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { ownFacts, rulesFor, withBureau, type Person, type StoredRules } from '../decision-rules/service.ts';
import { endWaiting, lockApplicant, openException } from '../exceptions/service.ts';
import { currentPriceList, type StoredPriceList } from './price-lists.ts';
import { insertDecision, insertOffer } from './queries.ts';

export interface Underwriting {
  readonly person: Person;
  readonly decision: CreditDecision;
  readonly facts: DecisionFacts;
  readonly report: BureauReport | undefined;
  readonly rules: StoredRules;
  readonly priceList: StoredPriceList;
  /** Local date of the decision. */
  readonly today: string;
  /** Segment that sets the maximum amount; undefined for a rejection. */
  readonly segment: Segment | undefined;
}

/** True if the decision waits because the bureau could not be asked. */
export const isOutage = ({ decision }: Pick<Underwriting, 'decision'>): boolean =>
  decision.outcome === 'review' && decision.why === 'outage';

/**
 * Queries the bureau and decides by the rules in force. Call it before the transaction that stores the
 * decision, because it calls a provider. The bureau is not queried about a person refused anyway: there is no
 * need to disclose their number.
 */
export async function underwrite(
  { db, clock, ports, log }: Pick<Dependencies, 'db' | 'clock' | 'ports' | 'log'>,
  person: Person,
): Promise<Underwriting> {
  const { country } = person;
  const now = clock.now();
  const today = localDate(now, country);
  const [priceList, rules, own] = await Promise.all([
    currentPriceList(db, country, today),
    rulesFor(db, person, today),
    ownFacts(db, person, { today, now }),
  ]);
  let report: BureauReport | undefined;
  let facts = own;
  if (!refusesUnasked(rules.rules, own)) {
    try {
      report = await ports.bureau.report({
        country,
        documentNumber: person.documentNumber,
        legalNumbers: legalNumbers(person),
      });
    } catch (error) {
      log.warn({ err: error, country }, 'the credit bureau could not be queried');
    }
    facts = withBureau(own, report);
  }
  const decision = decideCredit(rules.rules, facts, priceList.list.segments);
  const segment = decision.outcome === 'accept' ? decision.segment : undefined;
  return { person, decision, facts, report, rules, priceList, today, segment };
}

function legalNumbers({ country, documentNumber }: Person): readonly string[] {
  const dni = parseDni(documentNumber);
  return packOf(country).hasLegalNumber && dni.ok ? cuitsOfDni(dni.value) : [];
}

/**
 * Stores the decision with the resulting offer or rejection. One that is left to a person opens an exception,
 * and reads as a rejection that waits.
 */
export async function storeUnderwriting(
  tx: Tx,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  underwriting: Underwriting,
  who: { readonly leadId?: number; readonly customerId?: number },
): Promise<void> {
  const { person, decision, facts, report, rules, priceList, today, segment } = underwriting;
  const { country } = person;
  await lockApplicant(tx, person);
  const now = clock.now();
  const { list } = priceList;
  const isReview = decision.outcome === 'review';
  const decisionId = await insertDecision(tx, {
    country,
    ...who,
    inputs: { today, age: facts.age, bureau: report ?? null },
    rule: decision.code,
    outcome: {
      approved: segment !== undefined,
      segment: segment?.name ?? null,
      maxAmount: segment?.maxAmount ?? null,
      priceList: list.version,
      ...(isReview ? { review: decision.why } : {}),
      ...(decision.outcome === 'refuse' ? refusalReason(rules.rules, decision.code) : {}),
    },
    rulesId: rules.id,
    facts,
    trace: decision.trace,
    at: now,
  });
  const days = isReview ? Number(await readSetting(tx, country, 'exception-days')) : list.offerLifetimeDays;
  const expiresAt = after(now, days, 'days');
  await insertOffer(tx, {
    hash: random.token(),
    country,
    ...who,
    decisionId,
    priceListId: priceList.id,
    segment: segment?.name ?? '',
    minAmount: segment ? fromUnits(list.minAmount) : null,
    maxAmount: segment ? fromUnits(segment.maxAmount) : null,
    createdAt: now,
    expiresAt,
  });
  await endWaiting(tx, who, isReview ? 'replaced' : 'answered', now);
  if (decision.outcome === 'review')
    await openException(tx, { country, decisionId, ...who, why: decision.why, at: now, expiresAt });
}
