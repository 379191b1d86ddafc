import { expect, test } from 'vitest';
import { ACTION_GROUPS } from './action-groups.ts';
import { ACTION_NAMES } from './texts.ts';

test('every audited call belongs to one subject', () => {
  const grouped = Object.values(ACTION_GROUPS).flatMap((names) => Object.keys(names));
  expect(grouped.toSorted()).toEqual(Object.keys(ACTION_NAMES).toSorted());
  expect(Object.values(ACTION_GROUPS).filter((names) => Object.keys(names).length === 0)).toEqual([]);
  expect(ACTION_GROUPS.Cobranzas).toHaveProperty('POST /api/staff/customers/{id}/collection/call');
});
