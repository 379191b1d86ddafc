import { expect, test } from 'vitest';
import { rowsOf } from './apart.ts';

test('a printed table becomes one line', () => {
  const text = [
    '┌─────────┬─────────────┬───────┬───────┐',
    '│ (index) │ way         │ all   │ wrong │',
    '├─────────┼─────────────┼───────┼───────┤',
    "│ 0       │ 'direct'    │ 10000 │ 0     │",
    "│ 1       │ 'PgBouncer' │ 99999 │ 0     │",
    '└─────────┴─────────────┴───────┴───────┘',
  ].join('\n');
  expect(rowsOf(text)).toBe('way direct, all 10000, wrong 0; way PgBouncer, all 99999, wrong 0');
});

test('output that is not a table is returned unchanged', () => {
  expect(rowsOf('PgBouncer did not start')).toBe('PgBouncer did not start');
});
