import { expect, test } from 'vitest';
import { HOLD_REASONS, HOLD_RULES, reasonsStopping, STOPPABLE, TOLD_REASONS } from './holds.ts';

test('each reason stops what it names, and nothing else', () => {
  expect(Object.fromEntries(STOPPABLE.map((what) => [what, reasonsStopping(what)]))).toEqual({
    login: ['fraud', 'deceased'],
    offers: ['fraud', 'deceased', 'court-order', 'compliance'],
    'pay-outs': ['fraud', 'deceased', 'court-order', 'dispute', 'compliance'],
    charges: ['fraud', 'deceased', 'court-order', 'dispute'],
    reminders: ['fraud', 'deceased', 'court-order', 'dispute'],
  });
});

test('only what concerns one loan stops nothing of the person', () => {
  for (const reason of HOLD_REASONS) {
    const { on, stops } = HOLD_RULES[reason];
    expect([reason, on === 'loan' && (stops.includes('login') || stops.includes('offers'))]).toEqual([
      reason,
      false,
    ]);
  }
});

test('a suspicion is not told to whom it is about', () => {
  expect(TOLD_REASONS).toEqual(['deceased', 'court-order', 'dispute']);
});
