import { describe, expect, test } from 'vitest';
import type { Plan, PlanOptions } from '../../plan.ts';
import { defaultCount, flagOf, listedPlans, planOf } from './shown-plans.ts';

const plan = (installmentsQuantity: number, moreProfitable = false) =>
  ({ installmentsQuantity, moreProfitable }) as Plan;

function optionsOf(membership: Plan[], without: Plan[]): PlanOptions {
  const variant = (plans: Plan[]) => ({
    id: 'offer.1000.n',
    max_id: 'offer.9000.n',
    start_date: '21-12-2026',
    plans,
  });
  return { membership: variant(membership), no_membership: variant(without) };
}

const flagged = [plan(12, true), plan(9), plan(6, true), plan(3), plan(2, true), plan(1)];
const ascending = [1, 2, 3, 6, 9, 12].map((count) => plan(count));
const options = optionsOf(flagged, ascending);
const counts = (plans: readonly Plan[]) => plans.map(({ installmentsQuantity }) => installmentsQuantity);

describe('the listed plans', () => {
  test('are those flagged, in the order of their own variant', () => {
    expect(counts(listedPlans(options, 'membership', 12))).toEqual([12, 6, 2]);
    expect(counts(listedPlans(options, 'no_membership', 12))).toEqual([2, 6, 12]);
  });

  test('hold the chosen one too', () => {
    expect(counts(listedPlans(options, 'membership', 3))).toEqual([12, 6, 3, 2]);
  });

  test('are the first, the middle and the last where nothing is flagged', () => {
    expect(counts(listedPlans(optionsOf([], ascending), 'no_membership', null))).toEqual([1, 3, 12]);
  });

  test('of a single plan are that one', () => {
    expect(counts(listedPlans(optionsOf([], [plan(1)]), 'no_membership', null))).toEqual([1]);
  });
});

test('each flag says what the plan is better at', () => {
  expect(flagged.map((each) => flagOf(each, flagged))).toEqual(['first', null, 'middle', null, 'last', null]);
});

test('the longest plan is marked before anything was chosen', () => {
  expect(defaultCount(options, 'no_membership')).toBe(12);
  expect(defaultCount(optionsOf([], []), 'membership')).toBeNull();
  expect(planOf(options, 'membership', 7)).toBeUndefined();
});
