import { expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar-date.ts';
import { classByDays } from '../../domain/standing/loan-class.ts';
import { loanClassesOf } from './loan-classes.ts';

it.each(['AR', 'UY'] as const)('%s: the class of a debtor follows the days late', (country) => {
  const rules = loanClassesOf(country, calendarDate('2026-11-27'));
  const days = [0, 31, 32, 90, 91, 180, 181, 365, 366];
  expect(days.map((late) => classByDays(late, rules))).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5]);
  expect(rules.rowsToCure).toEqual({ 2: 2, 3: 2, 4: 3, 5: 3 });
  // Days before the first figures follow them too.
  expect(loanClassesOf(country, calendarDate('2019-12-31'))).toBe(rules);
});
