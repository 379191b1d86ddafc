import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivedDefaultCeiling } from '../../../countries/law/default-interest.ts';
import { priceTerms, type PriceList } from '../../../countries/price-list.ts';
import { uruguayanPriceList } from '../../../countries/uy/server.ts';
import { addDays, addMonthsAnchored, dayOfMonth, daysBetween } from '../../../domain/calendar-date.ts';
import { centavos, fromUnits, roundingOf } from '../../../domain/money.ts';
import { pricePlan } from '../../../domain/pricing.ts';
import { defaultAnnualRate } from '../../../domain/standing/default-interest.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { anyPayments, paidOutOn } from '../../../domain/testing/any-loan.ts';
import { defaultInterestOf } from '../conditions.ts';
import { lawfulTerms } from './service.ts';
import { LAWS } from '../../../countries/law/laws.ts';
import { runs } from '../../../domain/testing/runs.ts';

const decimal = (points: number) => (points / 10_000).toFixed(4);

/** Price list of Uruguay at a TEA under a ceiling. */
const anyList = fc
  .record({ tea: fc.integer({ min: 1000, max: 20_000 }), ceiling: fc.integer({ min: 3000, max: 20_000 }) })
  .map(({ tea, ceiling }): PriceList => {
    const { variants } = uruguayanPriceList;
    const variant = { ...variants.no_membership, rate: { basis: 'tea', tea: decimal(tea) } as const };
    return {
      ...uruguayanPriceList,
      variants: { ...variants, no_membership: variant },
      legalCeiling: { annualEffectiveRate: decimal(ceiling), counts: 'interest' },
    };
  });

/** Agreed with the legal limits, or by a version without them. */
const anyUruguayan = fc
  .record({
    list: anyList,
    units: fc.integer({ min: 3, max: 25 }),
    count: fc.integer({ min: 1, max: 12 }),
    isOfBefore: fc.boolean(),
  })
  .map(({ list, units, count, isOfBefore }) => {
    const terms = priceTerms(list, 'no_membership', paidOutOn);
    const dates = { payoutDate: paidOutOn, firstDueDate: addMonthsAnchored(paidOutOn, 1, 10) };
    const { schedule } = pricePlan(terms, fromUnits(units * 1000), count, dates);
    const { taxRate, rate } = terms;
    const ordinary = String(list.legalCeiling?.annualEffectiveRate);
    const before = { annualRate: defaultAnnualRate(rate), taxRate };
    const defaultInterest = isOfBefore
      ? lawfulTerms('UY', before, { ordinary, entered: null })
      : defaultInterestOf(terms);
    return {
      ordinary,
      conditions: { schedule, taxRate, defaultInterest, rounding: roundingOf('UYU', 'half-up') },
    };
  });

test('on no day of any Uruguayan loan is more default interest charged than the ceiling allows', () => {
  const law = LAWS.UY.defaultInterest;
  if (law === null) throw new Error('Uruguay bounds default interest');
  let charged = 0;
  fc.assert(
    fc.property(
      anyUruguayan,
      anyPayments,
      fc.integer({ min: 0, max: 1500 }),
      ({ ordinary, conditions }, payments, days) => {
        const ceiling = Number(derivedDefaultCeiling(law, ordinary));
        const day = addDays(paidOutOn, days);
        const { instalments } = loanStanding(conditions, payments, day);
        for (const { dueDate, charged: asked } of instalments.filter(({ isShortfall }) => !isShortfall)) {
          const end = addMonthsAnchored(dueDate, law.endsAfterMonths, dayOfMonth(dueDate));
          const last = day < end ? day : end;
          const late = Math.max(0, daysBetween(dueDate, last));
          const most = asked.principal * ((1 + ceiling) ** (late / 365) - 1);
          // Rounding of half a centésimo.
          expect(asked.defaultInterest).toBeLessThanOrEqual(most + 0.5);
          charged += asked.defaultInterest;
        }
      },
    ),
    { numRuns: runs(1000) },
  );
  expect(centavos(charged)).toBeGreaterThan(0);
});
