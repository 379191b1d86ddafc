import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutToCeiling,
  defaultAnnualRate,
  defaultEffectiveRate,
  defaultInterest,
} from './default-interest.ts';
import { fromUnits, roundingOf } from '../money.ts';
import { runs } from '../testing/runs.ts';

describe('default interest', () => {
  it('is at most one and a half times the nominal rate', () => {
    expect(defaultAnnualRate({ basis: 'fixed', tna: '2.60', basisDays: '28.5' })).toBe('3.9000000000');
    expect(defaultAnnualRate({ basis: 'monthly', tna: '2.60' })).toBe('3.9000000000');
  });

  it('of a TEA is at most one and a half times the effective rate, cut and not rounded up', () => {
    // 365 · (2,05^(1/365) − 1) = 0,71854613827…
    expect(defaultAnnualRate({ basis: 'tea', tea: '0.70' })).toBe('0.7185461382');
    expect(defaultAnnualRate({ basis: 'tea', tea: '1.17' })).toBe('1.0148256153');
    for (const tea of ['0', '0.3', '0.70', '1.17', '4']) {
      const annual = defaultAnnualRate({ basis: 'tea', tea });
      expect(defaultEffectiveRate(annual)).toBeCloseTo(1.5 * Number(tea), 8);
      expect(defaultEffectiveRate(annual)).toBeLessThanOrEqual(1.5 * Number(tea) + 1e-10);
      expect(Number(annual)).toBeLessThanOrEqual(1.5 * 12 * Math.expm1(Math.log1p(Number(tea)) / 12));
    }
  });

  it('is never above the ceiling of the day, whatever the rate is counted by', () => {
    // 365 · (2,4194^(1/365) − 1) = 0,88458976339…
    expect(defaultAnnualRate({ basis: 'tea', tea: '1.17' }, '1.4194')).toBe('0.8845897633');
    expect(defaultAnnualRate({ basis: 'tea', tea: '0.90' }, '1.4194')).toBe(
      defaultAnnualRate({ basis: 'tea', tea: '0.90' }),
    );
    expect(defaultAnnualRate({ basis: 'fixed', tna: '2.60', basisDays: '28.5' }, '1.4194')).toBe(
      cutToCeiling('9', '1.4194'),
    );
    expect(cutToCeiling('0.5', '1.4194')).toBe('0.5');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 40_000 }), (rate, most) => {
        const tea = (rate / 10_000).toFixed(4);
        const ceiling = (most / 10_000).toFixed(4);
        const annual = defaultAnnualRate({ basis: 'tea', tea }, ceiling);
        expect(defaultEffectiveRate(annual)).toBeLessThanOrEqual(Math.min(1.5 * rate, most) / 10_000 + 1e-9);
        expect(defaultEffectiveRate(annual)).toBeCloseTo(Math.min(1.5 * rate, most) / 10_000, 7);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is capital · rate · days / 365, with tax', () => {
    const centavoDays = BigInt(fromUnits(10_000)) * 45n;
    const terms = { annualRate: '3.90', taxRate: '0.21' };
    expect(defaultInterest(centavoDays, terms, roundingOf('ARS', 'half-up'))).toEqual({
      net: fromUnits('4808.22'),
      tax: fromUnits('1009.73'),
    });
    expect(defaultInterest(0n, terms, roundingOf('ARS', 'half-up'))).toEqual({ net: 0, tax: 0 });
  });
});
