import { calendarDate } from '../../calendar-date.ts';
import type { OracleTerms } from './terms.ts';

/**
 * Three instalments of 136,30 with even figures, so that results can be followed with a pencil. A day late costs 100
 * and 21 of tax: 10.000 × 3,65 / 365.
 * @param firstUntil last day on which the first can be paid without surcharge; its due date by default
 */
export function evenTerms(firstUntil = '2026-02-01'): OracleTerms {
  return {
    principal: 30_000n,
    rows: ['2026-02-01', '2026-03-01', '2026-04-01'].map((dueDate, index) => ({
      number: index + 1,
      dueDate: calendarDate(dueDate),
      payableUntil: calendarDate(index === 0 ? firstUntil : dueDate),
      principal: 10_000n,
      interest: 3000n,
      tax: 630n,
      fee: 0n,
      feeTax: 0n,
    })),
    from: calendarDate('2026-01-01'),
    taxRate: '0.21',
    defaultRate: '3.65',
    defaultTaxRate: '0.21',
    step: 1n,
    half: 'half-up',
  };
}
