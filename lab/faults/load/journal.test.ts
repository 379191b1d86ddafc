import { expect, test } from 'vitest';
import { compare, Journal, longestPause } from './journal.ts';

const acknowledged = (times: readonly number[]) => times.map((doneAt) => ({ doneAt }));

test('the longest pause is the longest time between two acknowledged writes', () => {
  expect(longestPause(acknowledged([100, 900, 300, 4_000, 4_100]), 0, 4_500)).toBe(3_100);
});

test('a pause at the end counts, and one at the beginning', () => {
  expect(longestPause(acknowledged([100]), 0, 5_000)).toBe(4_900);
  expect(longestPause(acknowledged([4_900]), 0, 5_000)).toBe(4_900);
  expect(longestPause([{}], 0, 5_000)).toBe(5_000);
});

function wishes() {
  const journal = new Journal();
  journal.acknowledge(journal.begin('loan', 1, 0), 'one', 10);
  journal.begin('loan', 2, 0);
  journal.acknowledge(journal.begin('payment', 1, 0), 'hash', 20);
  journal.begin('payment', 2, 0);
  return journal.wishes;
}

test('acknowledged operations exist once, others at most once', () => {
  const books = { loans: new Map([[1, ['one']]]), payments: new Map([[1, 1]]) };
  expect(compare(wishes(), books)).toEqual({ lost: [], doubled: [] });
  const more = {
    loans: new Map([...books.loans, [2, ['two']]]),
    payments: new Map([...books.payments, [2, 1]]),
  };
  expect(compare(wishes(), more)).toEqual({ lost: [], doubled: [] });
});

test('missing operations are lost', () => {
  const { lost } = compare(wishes(), { loans: new Map([[1, ['another']]]), payments: new Map() });
  expect(lost).toEqual(['loan 1 one', 'payment 1 hash']);
});

test('duplicated or unrequested operations are doubled', () => {
  const books = {
    loans: new Map([
      [1, ['one', 'two']],
      [7, ['seven']],
    ]),
    payments: new Map([
      [1, 2],
      [8, 1],
    ]),
  };
  expect(compare(wishes(), books).doubled).toEqual([
    'loan 1 one two',
    'loan 7 seven',
    'payment 1 ×2',
    'payment 8 ×1',
  ]);
});

test('forgotten operations are not reported as lost', () => {
  const journal = new Journal();
  journal.acknowledge(journal.begin('loan', 1, 0), 'one', 10);
  journal.forget(['loan 1 one']);
  expect(compare(journal.wishes, { loans: new Map(), payments: new Map() }).lost).toEqual([]);
});
