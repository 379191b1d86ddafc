import { describe, expect, test } from 'vitest';
import { chosenPlan, optionId, parseOptionId } from './option-id.ts';

const offerHash = 'a'.repeat(32);

test.each([
  [{ offerHash, amount: 5000, isMembership: false }, `${offerHash}.5000.n`],
  [{ offerHash, amount: 5000, isMembership: true, instalments: 12 }, `${offerHash}.5000.m.12`],
])('%j is written and read as %s', (option, text) => {
  expect(optionId(option)).toBe(text);
  expect(parseOptionId(text)).toEqual(option);
});

test.each([
  '',
  'abc',
  '..',
  `${offerHash}.0.n`,
  `${offerHash}.5000.x`,
  `${offerHash}.5000.n.100`,
  `${'a'.repeat(15)}.5000.n`,
])('%j is no id of an option', (text) => {
  expect(parseOptionId(text)).toBeUndefined();
});

describe('the plan of a confirmation', () => {
  const none = { maxId: '', instalments: undefined, isMembership: undefined };
  const selectedId = `${offerHash}.5000.m.12`;

  test('is the one of the id, unless variant or instalments are named', () => {
    const named = { offerHash, amount: 5000, isMembership: true, instalments: 12, maxAmount: undefined };
    expect(chosenPlan({ ...none, selectedId })).toEqual(named);
    expect(chosenPlan({ ...none, selectedId, isMembership: false, instalments: 3 })).toEqual({
      ...named,
      isMembership: false,
      instalments: 3,
    });
    expect(chosenPlan({ ...none, selectedId: `${offerHash}.5000.m` })).toEqual({
      ...named,
      instalments: undefined,
    });
  });

  test('carries the maximum of its offer, from either variant', () => {
    expect(chosenPlan({ ...none, selectedId, maxId: `${offerHash}.9000.n` })?.maxAmount).toBe(9000);
  });

  test.each([
    ['0', ''],
    [selectedId, 'nonsense'],
    [selectedId, `${'z'.repeat(32)}.5000.m`],
  ])('does not exist for %j and %j', (id, maxId) => {
    expect(chosenPlan({ ...none, selectedId: id, maxId })).toBeUndefined();
  });
});
