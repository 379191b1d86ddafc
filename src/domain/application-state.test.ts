import { describe, expect, it } from 'vitest';
import {
  type Flow,
  type Verification,
  missingVerifications,
  nextStep,
  stepPosition,
} from './application-state.ts';

describe('an application', () => {
  // A §2.7 as data.
  const flow: Flow = [
    { step: 'identity', verifies: ['avatar', 'front-document', 'back-document'] },
    { step: 'address', verifies: ['address'] },
    { step: 'banking', verifies: ['banking'] },
    { step: 'card', verifies: ['card'] },
    { step: 'phone', verifies: ['contact-data'] },
  ];
  const everything = flow.flatMap(({ verifies }) => verifies);
  const without = (...missing: Verification[]) =>
    new Set(everything.filter((each) => !missing.includes(each)));

  it('starts with the offer while no proposal is selected', () => {
    expect(nextStep(new Set(everything), false, flow)).toBe('offer');
  });

  it.each([
    [['avatar'], 'identity'],
    [['front-document'], 'identity'],
    [['back-document', 'card'], 'identity'],
    [['address', 'contact-data'], 'address'],
    [['banking'], 'banking'],
    [['card', 'contact-data'], 'card'],
    [['contact-data'], 'phone'],
    [[], 'review'],
  ] as const)('with %j unverified goes on with %s', (missing, step) => {
    expect(nextStep(without(...missing), true, flow)).toBe(step);
    expect(missingVerifications(without(...missing), flow)).toEqual(missing);
  });

  it('knows the place of each step', () => {
    expect(stepPosition('offer', flow)).toEqual({ at: 0, of: 5 });
    expect(stepPosition('banking', flow)).toEqual({ at: 3, of: 5 });
    expect(stepPosition('review', flow)).toEqual({ at: 6, of: 5 });
  });
});
