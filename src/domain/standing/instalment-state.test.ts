import { describe, expect, it } from 'vitest';
import { calendarDate } from '../calendar-date.ts';
import {
  type InstalmentFacts,
  type InstalmentState,
  daysLate,
  instalmentState,
  isSelectable,
} from './instalment-state.ts';

describe('an instalment', () => {
  const payableUntil = calendarDate('2026-02-10');
  const open: InstalmentFacts = { payableUntil, settledOn: null, date: payableUntil, openPayment: null };
  const dayAfter = calendarDate('2026-02-11');

  it.each<[Partial<InstalmentFacts>, InstalmentState]>([
    [{}, 'pending'],
    [{ date: dayAfter }, 'delayed'],
    [{ date: dayAfter, openPayment: 'coupon' }, 'coupon'],
    [{ date: dayAfter, openPayment: 'online' }, 'online'],
    [{ openPayment: 'waiting' }, 'waiting'],
    [{ settledOn: payableUntil, date: dayAfter }, 'payed'],
    [{ settledOn: dayAfter, date: dayAfter }, 'late'],
    [{ settledOn: payableUntil, openPayment: 'coupon' }, 'payed'],
  ])('with %j is %s', (facts, state) => {
    expect(instalmentState({ ...open, ...facts })).toBe(state);
  });

  it('counts its days late until it is settled', () => {
    const asked = { payableUntil, date: calendarDate('2026-03-10') };
    expect(daysLate({ ...asked, settledOn: null })).toBe(28);
    expect(daysLate({ ...asked, settledOn: dayAfter })).toBe(1);
    expect(daysLate({ ...asked, settledOn: calendarDate('2026-02-01') })).toBe(0);
  });

  it('can be chosen for payment when pending or delayed', () => {
    const all: InstalmentState[] = ['pending', 'delayed', 'late', 'payed', 'coupon', 'online', 'waiting'];
    expect(all.filter(isSelectable)).toEqual(['pending', 'delayed']);
  });
});
