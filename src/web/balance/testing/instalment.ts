import type { Instalment } from '../balance-query.ts';

/** A pending instalment of 100 pesos, changed as a test needs it. */
export function instalment(number: number, change: Partial<Instalment> = {}): Instalment {
  return {
    id: `x-${number}`,
    number,
    amount: 100,
    due_date: '2026-11-21',
    due_date_format: '21-11-2026',
    payable_until: '2026-11-21',
    payable_until_format: '21-11-2026',
    pay_date_format: '',
    state_name: 'pending',
    interest_acum_amount: 0,
    days_late: 0,
    payed: false,
    paid: 0,
    paid_with_credit: 0,
    missing: 100,
    credit: 0,
    reversals: [],
    advance: false,
    shortfall: false,
    payment: null,
    ...change,
  };
}
