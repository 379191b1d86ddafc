import { describe, expect, it } from 'vitest';
import { defaultAnnualRate, defaultInterest } from './default-interest.ts';
import { fromUnits, roundingOf } from '../money.ts';

describe('default interest', () => {
  it('is at most one and a half times the nominal rate', () => {
    expect(defaultAnnualRate({ basis: 'fixed', tna: '2.60', basisDays: '28.5' })).toBe('3.9000000000');
    expect(defaultAnnualRate({ basis: 'monthly', tna: '2.60' }, '1')).toBe('2.6000000000');
  });

  it('is cut, not rounded up, where the rate is no decimal number', () => {
    // 12 · (1,70^(1/12) − 1) · 1,5 = 0,81380255315…
    expect(defaultAnnualRate({ basis: 'tea', tea: '0.70' })).toBe('0.8138025531');
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
