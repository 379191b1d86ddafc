import { expect, test } from 'vitest';
import { derivedDefaultCeiling } from './default-interest.ts';
import { LAWS } from './laws.ts';

test('the ceiling of default rates follows from that of ordinary ones, cut and not rounded up', () => {
  const law = LAWS.UY.defaultInterest;
  if (law === null) throw new Error('Uruguay bounds default interest');
  expect(derivedDefaultCeiling(law, '1.2223')).toBe('1.4194');
  expect(derivedDefaultCeiling(law, '1.55')).toBe('1.8000');
  expect(derivedDefaultCeiling(law, '0')).toBe('0.0000');
});
