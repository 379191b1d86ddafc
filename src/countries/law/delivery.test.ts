import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar-date.ts';
import { datesMoveTo, datesMoved, datesWillMove } from '../moved-dates.ts';
import { daysMoved, deliveryTermsOf, onTimeUntil, undeliveredCanceledOn } from './delivery.ts';

const none = new Set<string>();
/** A Thursday. */
const confirmed = calendarDate('2026-11-26');

describe('the delivery of a loan', () => {
  it('keeps the agreed dates for three business days, and moves them by the days of delay afterwards', () => {
    expect(onTimeUntil('AR', confirmed, none)).toBe('2026-12-01');
    expect(daysMoved('AR', confirmed, calendarDate('2026-12-01'), none)).toBe(0);
    expect(daysMoved('UY', confirmed, calendarDate('2026-12-02'), none)).toBe(6);
  });

  it('is given up on the tenth day', () => {
    expect(undeliveredCanceledOn('UY', confirmed)).toBe('2026-12-06');
  });

  it('follows the first terms for loans of before', () => {
    expect(deliveryTermsOf('AR', calendarDate('2019-12-31'))).toBe(deliveryTermsOf('AR', confirmed));
  });

  it('that moves dates is said with the first one, and how to cancel while that can be', () => {
    const first = '01-01-2027';
    expect(datesMoveTo(first, true)).toMatch(/la primera vence el 01-01-2027\. Si ya no lo querés/);
    expect(datesMoveTo(first, false)).not.toContain('cancelarlo');
    expect(datesWillMove(true)).toContain('podés cancelarlo');
    expect(datesWillMove(false)).not.toContain('cancelarlo');
    expect(datesMoved(6, first)).toContain('se corrieron 6 días');
  });
});
