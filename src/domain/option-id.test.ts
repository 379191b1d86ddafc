import { expect, test } from 'vitest';
import { optionId, parseOptionId } from './option-id.ts';

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
