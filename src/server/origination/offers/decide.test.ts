import { describe, expect, test } from 'vitest';
import { argentinePriceList } from '../../../countries/ar/server.ts';
import { shippedVersion } from '../../../countries/decision-rules.ts';
import { uruguayanPriceList } from '../../../countries/uy/server.ts';
import { ageOn, calendarDate } from '../../../domain/calendar-date.ts';
import {
  type CreditDecision,
  decideCredit,
  type DecisionFacts,
  FACT_NAMES,
  refusesUnasked,
} from '../../../domain/credit-decision.ts';
import { fromUnits } from '../../../domain/money.ts';
import type { BureauReport } from '../../integrations/bureau/port.ts';
import { withBureau } from '../decision-rules/service.ts';
import { pricedPlans } from './pricing.ts';

const today = calendarDate('2026-11-21');
const { rules } = shippedVersion('AR');
const nothing = Object.fromEntries(FACT_NAMES.map((name) => [name, null])) as DecisionFacts;
const bornOn = (birthdate: string): DecisionFacts => ({
  ...nothing,
  age: ageOn(calendarDate(birthdate), today),
  bureau: 'not-asked',
});
const adult = bornOn('1990-05-17');

function report(standing: BureauReport['standing'], grade?: number): BureauReport {
  return { source: 'test', standing, ...(grade === undefined ? {} : { grade }), facts: {} };
}

function decisionOn(answer: BureauReport | undefined, list = argentinePriceList): CreditDecision {
  return decideCredit(rules, withBureau(adult, answer), list.segments);
}

describe('the decision', () => {
  test.each([
    ['2008-11-22', 'age'],
    ['2008-11-21', 'bureau-good'],
    // The last day of being 75.
    ['1950-11-22', 'bureau-good'],
    ['1950-11-21', 'age'],
  ])('of somebody born on %s is by %s', (birthdate, code) => {
    const facts = withBureau(bornOn(birthdate), report('good', 8));
    const decision = decideCredit(rules, facts, argentinePriceList.segments);
    expect(decision).toMatchObject({ code, outcome: code === 'age' ? 'refuse' : 'accept' });
    expect(refusesUnasked(rules, bornOn(birthdate))).toBe(code === 'age');
  });

  test('follows the bureau', () => {
    expect(decisionOn(report('bad'))).toMatchObject({ outcome: 'refuse', code: 'bureau-bad' });
    expect(decisionOn(report('none'))).toMatchObject({
      code: 'bureau-none',
      segment: { name: 'sin-registro' },
    });
    expect(decisionOn(report('good'))).toMatchObject({ code: 'bureau-good', segment: { name: 'bueno-1' } });
    const maximums = [1, 2, 3, 4, 5, 6, 7, 8].map((grade) => {
      const decision = decisionOn(report('good', grade));
      return decision.outcome === 'accept' ? decision.segment.maxAmount : 0;
    });
    expect(maximums).toEqual([...new Set(maximums)].toSorted((a, b) => a - b));
  });

  test('offers nothing where the list has no segment for the person', () => {
    const list = { ...argentinePriceList, segments: argentinePriceList.segments.slice(5) };
    expect(decisionOn(report('none'), list)).toMatchObject({ outcome: 'refuse', code: 'no-segment' });
    expect(decisionOn(report('good', 1), list)).toMatchObject({ outcome: 'refuse', code: 'no-segment' });
  });

  test('is left to a person while the bureau is away', () => {
    expect(decisionOn(undefined)).toMatchObject({ outcome: 'review', why: 'outage' });
  });
});

describe('the legal ceiling', () => {
  const amount = fromUnits(10_000);

  test('keeps plans above it from being offered', () => {
    const lowered = {
      ...uruguayanPriceList,
      legalCeiling: { annualEffectiveRate: '1.00', counts: 'interest' as const },
    };
    expect(pricedPlans(lowered, amount, today).membership.plans).toHaveLength(12);
    expect(pricedPlans(lowered, amount, today).no_membership.plans).toEqual([]);
  });

  test('may count every charge', () => {
    const strict = {
      ...uruguayanPriceList,
      legalCeiling: { annualEffectiveRate: '1.2223', counts: 'all-charges' as const },
    };
    expect(pricedPlans(strict, amount, today).no_membership.plans).toEqual([]);
    expect(pricedPlans(uruguayanPriceList, amount, today).no_membership.plans).toHaveLength(12);
  });
});

test.each([
  ['2026-01-31', '2026-02-28', '2026-03-31'],
  ['2028-01-31', '2028-02-29', '2028-03-31'],
  ['2026-12-15', '2027-01-15', '2027-02-15'],
])('a loan of %s is first due on %s, then on %s', (date, first, second) => {
  const [, two] = pricedPlans(argentinePriceList, fromUnits(10_000), calendarDate(date)).no_membership.plans;
  expect(two?.schedule.rows.map(({ dueDate }) => dueDate)).toEqual([first, second]);
});
