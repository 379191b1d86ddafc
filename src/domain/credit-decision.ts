/** Facts that a credit decision may read, by kind (docs/product/credit-decisions.md#facts). */
export const FACTS = {
  age: 'number',
  bureau: 'word',
  grade: 'number',
  situation: 'number',
  lenders: 'number',
  finished_loans: 'number',
  open_loans: 'number',
  days_late: 'number',
  phone_shared: 'number',
  document_signups: 'number',
} as const;

export type FactName = keyof typeof FACTS;
export type FactValue = number | string | null;
/** A fact that is not known is null. */
export type DecisionFacts = Readonly<Record<FactName, FactValue>>;

export const FACT_NAMES = Object.keys(FACTS) as readonly FactName[];
/** Results of the bureau, and the two reasons for having none. */
export const BUREAU_WORDS = ['good', 'bad', 'none', 'unavailable', 'not-asked'] as const;
/** Facts that come from the bureau. */
const BUREAU_FACTS: ReadonlySet<FactName> = new Set(['bureau', 'grade', 'situation', 'lenders']);
/**
 * Facts about other people, which a stranger can cause. A rule on them never explains itself to the borrower, and never
 * refuses by itself.
 */
const SECRET_FACTS: ReadonlySet<FactName> = new Set(['phone_shared', 'document_signups']);

export const OPERATORS = ['below', 'above', 'equal', 'outside'] as const;

export type Condition =
  | { readonly fact: FactName; readonly is: 'below' | 'above'; readonly than: number }
  | { readonly fact: FactName; readonly is: 'equal'; readonly than: number | string }
  /** Below the first number or above the second. */
  | { readonly fact: FactName; readonly is: 'outside'; readonly than: readonly [number, number] };

export const RESULTS = ['accept', 'accept-smallest', 'refuse', 'review'] as const;
export type RuleResult = (typeof RESULTS)[number];

export interface DecisionRule {
  readonly code: string;
  /** All must hold. */
  readonly when: readonly Condition[];
  readonly result: RuleResult;
  /** Kindness, in the unit of the rule's numbers, that turns a refusal into a review; 0 for none. */
  readonly margin: number;
  /** Sentences for the borrower: the reason, and where to correct the data; '' for none. */
  readonly reason: string;
  readonly correct: string;
}

/** Price list's part that a decision reads: maximum amounts by the bureau's grade. */
export interface DecisionSegment {
  readonly name: string;
  /** Absent for people without a record. */
  readonly grade?: number;
  readonly maxAmount: number;
}

export interface FiredRule {
  readonly code: string;
  readonly result: RuleResult;
  /** Facts of its conditions, as it saw them. */
  readonly values: Readonly<Partial<Record<FactName, FactValue>>>;
}

export type ReviewReason = 'outage' | 'near-miss' | 'rule';

export type CreditDecision = { readonly trace: readonly FiredRule[]; readonly code: string } & (
  | { readonly outcome: 'accept'; readonly segment: DecisionSegment }
  | { readonly outcome: 'refuse' }
  | { readonly outcome: 'review'; readonly why: ReviewReason }
);

/** Code of a refusal because the price list has no segment for the person. */
export const NO_SEGMENT = 'no-segment';
/** Code of a refusal because no rule fired. */
export const NO_RULE = 'no-rule';

/** Decides from facts, rules and segments alone (docs/product/credit-decisions.md#versions). */
export function decideCredit(
  rules: readonly DecisionRule[],
  facts: DecisionFacts,
  segments: readonly DecisionSegment[],
): CreditDecision {
  const fired = rules.filter((rule) => fires(rule, facts, 0));
  const trace = fired.map(({ code, result, when }) => ({
    code,
    result,
    values: Object.fromEntries(when.map(({ fact }) => [fact, facts[fact]])),
  }));
  const [rule] = fired;
  if (!rule) return { outcome: 'refuse', code: NO_RULE, trace };
  const { code } = rule;
  if (rule.result === 'refuse')
    return isNearMiss(rule, facts)
      ? { outcome: 'review', why: 'near-miss', code, trace }
      : { outcome: 'refuse', code, trace };
  if (rule.result === 'review')
    return { outcome: 'review', why: facts.bureau === 'unavailable' ? 'outage' : 'rule', code, trace };
  const segment = rule.result === 'accept' ? segmentFor(segments, facts) : smallestSegment(segments);
  return segment
    ? { outcome: 'accept', segment, code, trace }
    : { outcome: 'refuse', code: NO_SEGMENT, trace };
}

/** True if a rule on other facts than the bureau's refuses, so that the bureau need not be asked. */
export function refusesUnasked(rules: readonly DecisionRule[], facts: DecisionFacts): boolean {
  const rule = rules.find((each) => fires(each, facts, 0));
  return (
    rule?.result === 'refuse' &&
    !rule.when.some(({ fact }) => BUREAU_FACTS.has(fact)) &&
    !isNearMiss(rule, facts)
  );
}

/** True for a fact that a stranger can cause. */
export const isOfOthers = (fact: FactName): boolean => SECRET_FACTS.has(fact);

/** True if the rule's own sentence may be shown to the borrower. */
export const explainsItself = ({ when }: Pick<DecisionRule, 'when'>): boolean =>
  !when.some(({ fact }) => isOfOthers(fact));

/** A refusal that would not happen if each of its numbers were kinder by the margin. */
function isNearMiss(rule: DecisionRule, facts: DecisionFacts): boolean {
  return rule.margin > 0 && !fires(rule, facts, rule.margin);
}

const fires = ({ when }: DecisionRule, facts: DecisionFacts, margin: number): boolean =>
  when.every((condition) => holds(condition, facts[condition.fact], margin));

function holds(condition: Condition, value: FactValue, margin: number): boolean {
  if (condition.is === 'equal') return value !== null && value === condition.than;
  if (typeof value !== 'number') return false;
  switch (condition.is) {
    case 'below':
      return value < condition.than - margin;
    case 'above':
      return value > condition.than + margin;
    case 'outside':
      return value < condition.than[0] - margin || value > condition.than[1] + margin;
  }
}

/** Segment by the bureau's record; a grade between two segments takes the lower. */
function segmentFor(
  segments: readonly DecisionSegment[],
  { bureau, grade }: DecisionFacts,
): DecisionSegment | undefined {
  if (bureau === 'none') return segments.find((each) => each.grade === undefined);
  if (bureau !== 'good' || typeof grade !== 'number') return undefined;
  return segments.findLast((each) => each.grade !== undefined && each.grade <= grade);
}

/** Segment with the lowest maximum; undefined in a list without segments. */
export function smallestSegment(segments: readonly DecisionSegment[]): DecisionSegment | undefined {
  return segments.toSorted((a, b) => a.maxAmount - b.maxAmount)[0];
}

/**
 * Population stability index of two distributions, given as counts by the same groups: below 0.1 nothing
 * moved, above 0.25 much did. An empty group counts as half a person.
 */
export function stabilityIndex(before: readonly number[], now: readonly number[]): number {
  return before.reduce((sum, _, index) => {
    const [was, is] = [shareAt(before, index), shareAt(now, index)];
    return sum + (is - was) * Math.log(is / was);
  }, 0);
}

const leastCount = 0.5;

function shareAt(counts: readonly number[], index: number): number {
  const whole = counts.reduce((sum, count) => sum + Math.max(count, leastCount), 0);
  return Math.max(counts[index] ?? 0, leastCount) / whole;
}
