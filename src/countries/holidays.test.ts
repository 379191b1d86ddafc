import { expect, test } from 'vitest';
import { holidayDifference, withDifference } from './holidays.ts';

const table = new Set(['2026-12-08', '2026-12-25']);

test('what is known beside a table is told as a text, and read from it', () => {
  const known = new Set(['2026-11-20', '2026-12-24', '2026-12-25']);
  const told = holidayDifference(table, known, '2026-12-01');
  expect(told).toBe('+2026-12-24,-2026-12-08');
  expect([...withDifference(table, told)].toSorted()).toEqual(['2026-12-24', '2026-12-25']);
  expect(holidayDifference(table, table, '2026-01-01')).toBe('');
});

test('a table of which nothing is told is the table', () => {
  expect(withDifference(table, '')).toBe(table);
  expect(withDifference(table)).toBe(table);
});
