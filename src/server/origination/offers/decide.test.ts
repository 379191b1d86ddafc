import { describe, expect, test } from 'vitest';
import { argentinePriceList } from '../../../countries/ar/server.ts';
import { uruguayanPriceList } from '../../../countries/uy/server.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { fromUnits } from '../../../domain/money.ts';
import type { BureauReport } from '../../integrations/bureau/port.ts';
import { decide, decisionInputs } from './underwriting.ts';
import { pricedPlans } from './pricing.ts';

const today = calendarDate('2026-11-21');
const adult = { birthdate: calendarDate('1990-05-17'), today };

function report(standing: BureauReport['standing'], grade?: number): BureauReport {
  return { source: 'test', standing, ...(grade === undefined ? {} : { grade }), facts: {} };
}

function decisionOn(answer: BureauReport) {
  return decide(adult, answer, argentinePriceList);
}

describe('the decision', () => {
  test.each([
    ['2008-11-22', 'age'],
    ['2008-11-21', 'bureau-good'],
    // The last day of being 75.
    ['1950-11-22', 'bureau-good'],
    ['1950-11-21', 'age'],
  ])('of somebody born on %s is by %s', (birthdate, rule) => {
    const decision = decide(
      { birthdate: calendarDate(birthdate), today },
      report('good', 8),
      argentinePriceList,
    );
    expect(decision.rule).toBe(rule);
    expect(decision.segment === undefined).toBe(rule === 'age');
  });

  test('follows the bureau', () => {
    expect(decisionOn(report('bad'))).toEqual({ rule: 'bureau-bad', segment: undefined });
    expect(decisionOn(report('none'))).toMatchObject({
      rule: 'bureau-none',
      segment: { name: 'sin-registro' },
    });
    expect(decisionOn(report('good'))).toMatchObject({ rule: 'bureau-good', segment: { name: 'bueno-1' } });
    const maximums = [1, 2, 3, 4, 5, 6, 7, 8].map(
      (grade) => decisionOn(report('good', grade)).segment?.maxAmount ?? 0,
    );
    expect(maximums).toEqual([...new Set(maximums)].toSorted((a, b) => a - b));
  });

  test('offers nothing where the list has no segment for the person', () => {
    const list = { ...argentinePriceList, segments: argentinePriceList.segments.slice(5) };
    expect(decide(adult, report('none'), list)).toEqual({ rule: 'no-segment', segment: undefined });
    expect(decide(adult, report('good', 1), list)).toEqual({ rule: 'no-segment', segment: undefined });
  });

  test('is never made without asking, but for the age', () => {
    expect(() => decide(adult, undefined, argentinePriceList)).toThrow('bureau report');
    expect(decisionInputs({ ...adult, birthdate: calendarDate('2015-01-01') }, undefined)).toEqual({
      today,
      age: 11,
      bureau: null,
    });
  });
});

describe('the legal ceiling', () => {
  const amount = fromUnits(10_000);

  test('keeps plans above it from being offered', () => {
    const lowered = {
      ...uruguayanPriceList,
      legalCeiling: { annualEffectiveRate: '1.00', counts: 'interest' as const },
    };
    expect(pricedPlans(lowered, amount, today).membership).toHaveLength(12);
    expect(pricedPlans(lowered, amount, today).no_membership).toEqual([]);
  });

  test('may count every charge', () => {
    const strict = {
      ...uruguayanPriceList,
      legalCeiling: { annualEffectiveRate: '1.2223', counts: 'all-charges' as const },
    };
    expect(pricedPlans(strict, amount, today).no_membership).toEqual([]);
    expect(pricedPlans(uruguayanPriceList, amount, today).no_membership).toHaveLength(12);
  });
});

test.each([
  ['2026-01-31', '2026-02-28', '2026-03-31'],
  ['2028-01-31', '2028-02-29', '2028-03-31'],
  ['2026-12-15', '2027-01-15', '2027-02-15'],
])('a loan of %s is first due on %s, then on %s', (date, first, second) => {
  const [, two] = pricedPlans(argentinePriceList, fromUnits(10_000), calendarDate(date)).no_membership;
  expect(two?.schedule.rows.map(({ dueDate }) => dueDate)).toEqual([first, second]);
});
