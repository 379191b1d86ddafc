import { describe, expect, it } from 'vitest';
import { countOf, inReadingOrder, isDefault, lookOf, stateName } from './standing.ts';
import { instalment } from './testing/instalment.ts';

describe('instalment states', () => {
  it.each([
    ['pending', 0, 'Pendiente', 'pending'],
    ['delayed', 1, 'Demorada', 'late'],
    ['delayed', 30, 'Demorada', 'late'],
    ['delayed', 31, 'Default', 'default'],
    ['late', 31, 'Pagada con retraso', 'paid'],
    ['waiting', 0, 'Pagada', 'paid'],
    ['payed', 0, 'Pagada', 'paid'],
  ] as const)('%s, %i days late, is shown as %s', (state_name, days_late, name, look) => {
    const each = instalment(1, { state_name, days_late });
    expect(stateName(each)).toBe(name);
    expect(lookOf(each)).toBe(look);
  });

  it('calls nothing that was paid a default', () => {
    expect(isDefault(instalment(1, { state_name: 'late', days_late: 90, payed: true }))).toBe(false);
  });

  it('lists what is owed first, oldest first, then what was paid, newest first', () => {
    const rows = [
      instalment(1, { state_name: 'payed', payed: true }),
      instalment(2, { state_name: 'late', payed: true, days_late: 3 }),
      instalment(4),
      instalment(3, { state_name: 'delayed', days_late: 10 }),
    ];
    expect(inReadingOrder(rows).map(({ number }) => number)).toEqual([3, 4, 2, 1]);
  });

  it('counts the instalments only while none is numbered after the agreed ones', () => {
    const of = (...numbers: number[]) => countOf({ installments: numbers.map((each) => instalment(each)) });
    expect(of(1, 2, 3)).toBe(3);
    expect(of(4, 5, 6)).toBeUndefined();
    expect(of(1, 4, 5)).toBeUndefined();
  });
});
