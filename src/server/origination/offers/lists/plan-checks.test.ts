import { expect, test } from 'vitest';
import { uruguayanPriceList } from '../../../../countries/uy/server.ts';
import { calendarDate } from '../../../../domain/calendar-date.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import { planFindings } from './plan-checks.ts';

const TODAY = calendarDate('2026-05-15');
const of = (instalmentCounts: number[], annualEffectiveRate: string): PriceList => {
  const { membership, no_membership } = uruguayanPriceList.variants;
  return {
    ...uruguayanPriceList,
    minAmount: 3_000,
    maxAmount: 3_000,
    segments: [],
    variants: {
      membership: { ...membership, instalmentCounts },
      no_membership: { ...no_membership, instalmentCounts },
    },
    legalCeiling: { annualEffectiveRate, counts: 'all-charges' },
  };
};

test.each([
  [[1, 12], 'los planes de 1 cuota superan'],
  [[1, 2, 12], 'los planes de 1, 2 cuotas superan'],
])('of %j it says which plans are left out', (counts, words) => {
  expect(planFindings(of(counts, '5'), TODAY)[0]!.text).toContain(words);
});
