import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BUREAU_WORDS,
  type Condition,
  decideCredit,
  type DecisionFacts,
  type DecisionRule,
  explainsItself,
  FACT_NAMES,
  FACTS,
  type FactName,
  refusesUnasked,
  RESULTS,
  smallestSegment,
  stabilityIndex,
} from './credit-decision.ts';
import { runs } from './testing/runs.ts';

const nothing = Object.fromEntries(FACT_NAMES.map((name) => [name, null])) as DecisionFacts;
const segments = [
  { name: 'none', maxAmount: 20_000 },
  { name: 'low', grade: 1, maxAmount: 50_000 },
  { name: 'high', grade: 5, maxAmount: 90_000 },
];

function rule(
  code: string,
  result: DecisionRule['result'],
  when: readonly Condition[],
  margin = 0,
): DecisionRule {
  return { code, result, when, margin, reason: '', correct: '' };
}

const adult = rule('age', 'refuse', [{ fact: 'age', is: 'outside', than: [18, 75] }], 1);
const everybody = rule('everybody', 'accept', []);

describe('the first rule that fires decides', () => {
  test.each([
    [17, 'review'],
    [16, 'refuse'],
    [18, 'accept'],
    [75, 'accept'],
    [76, 'review'],
    [77, 'refuse'],
  ])('at %d: %s', (age, outcome) => {
    const facts = { ...nothing, age, bureau: 'good', grade: 4 };
    expect(decideCredit([adult, everybody], facts, segments)).toMatchObject({ outcome });
  });

  test('says each rule that fired, with what it saw', () => {
    const late = rule('late', 'review', [{ fact: 'days_late', is: 'above', than: 5 }]);
    const facts = { ...nothing, age: 80, days_late: 9 };
    expect(decideCredit([late, adult, everybody], facts, segments)).toEqual({
      outcome: 'review',
      why: 'rule',
      code: 'late',
      trace: [
        { code: 'late', result: 'review', values: { days_late: 9 } },
        { code: 'age', result: 'refuse', values: { age: 80 } },
        { code: 'everybody', result: 'accept', values: {} },
      ],
    });
  });

  test('leaves an outage of the bureau to a person', () => {
    const outage = rule('away', 'review', [{ fact: 'bureau', is: 'equal', than: 'unavailable' }]);
    expect(decideCredit([outage], { ...nothing, bureau: 'unavailable' }, segments)).toMatchObject({
      outcome: 'review',
      why: 'outage',
    });
  });

  test('says no if none fires, or if no condition can hold', () => {
    expect(decideCredit([], nothing, segments)).toEqual({ outcome: 'refuse', code: 'no-rule', trace: [] });
    const below = rule('below', 'accept', [{ fact: 'grade', is: 'below', than: 3 }]);
    expect(decideCredit([below], nothing, segments).code).toBe('no-rule');
    const equal = rule('equal', 'accept', [{ fact: 'grade', is: 'equal', than: 3 }]);
    expect(decideCredit([equal], nothing, segments).code).toBe('no-rule');
  });
});

describe('an acceptance', () => {
  test.each([
    ['none', null, 'none'],
    ['good', 1, 'low'],
    ['good', 4, 'low'],
    ['good', 8, 'high'],
    ['good', 0, undefined],
    ['good', null, undefined],
    ['bad', 4, undefined],
  ])('with bureau %s and grade %s takes segment %s', (bureau, grade, name) => {
    const decision = decideCredit([everybody], { ...nothing, bureau, grade }, segments);
    expect(decision).toMatchObject(
      name === undefined
        ? { outcome: 'refuse', code: 'no-segment' }
        : { outcome: 'accept', segment: { name } },
    );
  });

  test('may be for the smallest segment', () => {
    const small = rule('small', 'accept-smallest', []);
    expect(decideCredit([small], nothing, segments)).toMatchObject({ segment: { name: 'none' } });
    expect(decideCredit([small], nothing, [])).toMatchObject({ outcome: 'refuse', code: 'no-segment' });
    expect(smallestSegment(segments.toReversed())?.name).toBe('none');
  });
});

test('the bureau is not asked about who is refused anyway', () => {
  const rules = [adult, rule('bad', 'refuse', [{ fact: 'bureau', is: 'equal', than: 'bad' }])];
  const asked = (age: number, given = rules) =>
    !refusesUnasked(given, { ...nothing, age, bureau: 'not-asked' });
  expect(asked(40)).toBe(true);
  expect(asked(10)).toBe(false);
  // A person decides, and reads the bureau's answer.
  expect(asked(17)).toBe(true);
  expect(asked(40, [everybody])).toBe(true);
  expect(asked(40, [rule('unasked', 'refuse', [{ fact: 'bureau', is: 'equal', than: 'not-asked' }])])).toBe(
    true,
  );
});

test('a rule on other people does not explain itself', () => {
  expect(explainsItself(adult)).toBe(true);
  expect(explainsItself(rule('shared', 'refuse', [{ fact: 'phone_shared', is: 'above', than: 3 }]))).toBe(
    false,
  );
});

describe('the population stability index', () => {
  test('is zero for the same shares and grows with the difference', () => {
    expect(stabilityIndex([10, 20, 30], [100, 200, 300])).toBeCloseTo(0, 10);
    expect(stabilityIndex([50, 50], [60, 40])).toBeCloseTo(0.1 * Math.log(1.2) - 0.1 * Math.log(0.8), 10);
    expect(stabilityIndex([50, 50, 0], [0, 50, 50])).toBeGreaterThan(1);
    expect(stabilityIndex([], [])).toBe(0);
    expect(stabilityIndex([10, 10], [10])).toBeGreaterThan(0);
  });
});

const numbers = FACT_NAMES.filter((name) => FACTS[name] === 'number');
const number = fc.integer({ min: -5, max: 100 });
const factName = fc.constantFrom<FactName>(...numbers);
const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ fact: factName, is: fc.constantFrom('below' as const, 'above' as const), than: number }),
  fc.record({
    fact: fc.constant('bureau' as const),
    is: fc.constant('equal' as const),
    than: fc.constantFrom(...BUREAU_WORDS),
  }),
  fc.record({ fact: factName, is: fc.constant('outside' as const), than: fc.tuple(number, number) }),
);
const anyRule: fc.Arbitrary<DecisionRule> = fc.record({
  code: fc.stringMatching(/^[a-z]{1,8}$/),
  when: fc.array(anyCondition, { maxLength: 3 }),
  result: fc.constantFrom(...RESULTS),
  margin: fc.integer({ min: 0, max: 5 }),
  reason: fc.constant(''),
  correct: fc.constant(''),
});
const anyFacts: fc.Arbitrary<DecisionFacts> = fc.record({
  ...(Object.fromEntries(numbers.map((name) => [name, fc.option(number)])) as Record<
    FactName,
    fc.Arbitrary<number | null>
  >),
  bureau: fc.option(fc.constantFrom(...BUREAU_WORDS)),
});

/** Applications decided again from their stored form (docs/product/credit-decisions.md#trace). */
const APPLICATIONS = 10_000;

describe('properties', () => {
  test(`${APPLICATIONS} applications are decided again from what was stored, all equally`, () => {
    let count = 0;
    fc.assert(
      fc.property(
        fc.array(anyRule, { maxLength: 6 }),
        fc.array(anyFacts, { minLength: 20, maxLength: 20 }),
        (rules, all) => {
          const stored = JSON.parse(JSON.stringify({ rules, all, segments })) as {
            rules: DecisionRule[];
            all: DecisionFacts[];
            segments: typeof segments;
          };
          for (const [index, facts] of all.entries()) {
            const again = decideCredit(stored.rules, stored.all[index] ?? nothing, stored.segments);
            expect(again).toEqual(decideCredit(rules, facts, segments));
            count += 1;
          }
        },
      ),
      { numRuns: runs(APPLICATIONS / 20) },
    );
    expect(count).toBeGreaterThanOrEqual(APPLICATIONS);
  });

  test('a margin only turns refusals into reviews', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 6 }), anyFacts, (rules, facts) => {
        const strict = decideCredit(
          rules.map((each) => ({ ...each, margin: 0 })),
          facts,
          segments,
        );
        const kind = decideCredit(rules, facts, segments);
        const isNear = kind.outcome === 'review' && kind.why === 'near-miss';
        expect(isNear ? strict.outcome : kind).toEqual(isNear ? 'refuse' : strict);
      }),
      { numRuns: runs(100) },
    );
  });

  test('who is refused unasked is refused whatever the bureau says, unless an earlier rule reads it', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 6 }), anyFacts, (rules, facts) => {
        if (!refusesUnasked(rules, facts)) return;
        expect(decideCredit(rules, facts, segments).outcome).toBe('refuse');
      }),
      { numRuns: runs(100) },
    );
  });
});
