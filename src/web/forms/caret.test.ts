import { expect, it } from 'vitest';
import { maskBirthdate } from '../../countries/fields/masks.ts';
import { caretAfterMask, significantBefore } from './text-field.tsx';
import { optionsMatching } from './options-matching.ts';

/** Types `raw` with the caret at `caret` and says where it stands afterwards. */
const after = (raw: string, caret: number) => {
  const masked = maskBirthdate(raw);
  return `${masked.slice(0, caretAfterMask(masked, significantBefore(raw, caret)))}|`;
};

it('stays behind the same digits when a mask puts separators in', () => {
  expect(after('3102', 4)).toBe('31-02|');
  expect(after('31021990', 8)).toBe('31-02-1990|');
  expect(after('31-02-1990', 1)).toBe('3|');
  expect(after('317-02-199', 3)).toBe('31-7|');
  expect(after('', 0)).toBe('|');
});

it('finds options without regard to accents and case, beginnings first', () => {
  const options = ['San Martín', 'Martínez', 'Córdoba'].map((label) => ({ value: label, label }));
  expect(optionsMatching(options, 'marti').map(({ label }) => label)).toEqual(['Martínez', 'San Martín']);
  expect(optionsMatching(options, 'CORDO')).toHaveLength(1);
  expect(optionsMatching(options, ' ')).toHaveLength(3);
});
