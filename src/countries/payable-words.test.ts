import { expect, test } from 'vitest';
import { calendarDate } from '../domain/calendar-date.ts';
import { dueWords } from './law/payable-until.ts';
import { untilSentence, untilWords, weekdayDate } from './payable-words.ts';

test('a last day after the due date is named with its weekday', () => {
  const day = { due: '12-12-2026', until: '14-12-2026' };
  expect(weekdayDate(calendarDate('2026-12-13'))).toBe('domingo 13-12-2026');
  expect(untilWords(day)).toBe('hasta el lunes 14-12-2026 sin recargo');
  expect(untilSentence(day)).toBe('Podés pagarla hasta el lunes 14-12-2026 sin recargo.');
});

test('a due date that is the last day needs no words, nor does one whose last day is not known', () => {
  expect(untilSentence({ due: '14-12-2026', until: '14-12-2026' })).toBe('');
  expect(untilWords({ due: '12-12-2026', until: '' })).toBe('');
});

test('a due date in words names a later last day', () => {
  const day = calendarDate('2026-12-05');
  expect(dueWords('AR', day, new Set())).toBe('05-12-2026 (hasta el lunes 07-12-2026 sin recargo)');
  expect(dueWords('UY', calendarDate('2026-12-07'), new Set())).toBe('07-12-2026');
});
