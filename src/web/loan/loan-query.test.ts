import { describe, expect, it } from 'vitest';
import { nextLookMs } from './loan-query.ts';

describe('looking at a loan again', () => {
  it('asks often, then less often, and stops after a while', () => {
    expect(nextLookMs('send', 1)).toBe(2_000);
    expect(nextLookMs('preapproved', 29)).toBe(2_000);
    expect(nextLookMs('preapproved', 30)).toBe(20_000);
    expect(nextLookMs('send', 119)).toBe(20_000);
    expect(nextLookMs('send', 120)).toBe(false);
  });

  it('stops where nothing changes by itself any more', () => {
    for (const state of ['approved', 'finished', 'canceled', undefined] as const)
      expect(nextLookMs(state, 1)).toBe(false);
  });
});
