import { expect, test } from 'vitest';
import { isWhole } from './cluster.ts';

const leader = { name: 'a', role: 'leader', state: 'running', timeline: 2 };
const standby = { name: 'b', role: 'sync_standby', state: 'streaming', timeline: 2, lag: 0 };
const other = { name: 'c', role: 'replica', state: 'running', timeline: 2, lag: 0 };

test('a cluster is whole with a primary and two standbys that follow it, one of them waited for', () => {
  expect(isWhole([leader, standby, other])).toBe(true);
});

test.each([
  ['one is missing', [leader, standby]],
  ['there is no synchronous standby', [leader, { ...standby, role: 'replica' }, other]],
  ['one follows an earlier primary', [leader, standby, { ...other, timeline: 1 }]],
  ['one is behind', [leader, standby, { ...other, lag: 5_000_000 }]],
  ['one is starting', [leader, standby, { ...other, state: 'starting' }]],
  ['there is no primary', [standby, other]],
])('it is not when %s', (_why, members) => {
  expect(isWhole(members)).toBe(false);
});
