import { expect, test } from 'vitest';
import { lateNote, type Loan } from './texts.ts';

const late = (interests: readonly number[]) =>
  interests.map((interest): Loan['instalments'][number] => ({
    number: 1,
    due_date: '27-12-2026',
    payable_until: '28-12-2026',
    state: 'delayed',
    amount: 2000,
    default_interest: interest,
    paid: 0,
    missing: 2000,
    days_late: 184,
    paid_on: '',
  }));

test('surcharges are added up by the cent, however their numbers add up', () => {
  // 0.1 + 0.2 is no amount.
  expect(lateNote({ currency: 'UYU', instalments: late([0.1, 0.2]) })).toBe(
    '184 días de atraso, con $0,30 de recargo',
  );
});
