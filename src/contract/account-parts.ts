import { z } from 'zod';

/** Refund of customer credit to the customer's own bank account, as shown to the customer. */
export const creditRefund = z.object({
  amount: z.number(),
  /** Last four characters of the account number. */
  account: z.string(),
  state: z.enum(['on-its-way', 'completed', 'failed']),
  /** DD-MM-YYYY. */
  date: z.string(),
});

/** Cost of leaving overdue instalments unpaid; counts those without a pending payment. */
export const delay = z.object({
  /** Amount owed today on these instalments. */
  overdue: z.number(),
  /** Increase of `overdue` from today to tomorrow. */
  next_day: z.number(),
  /** Day on which the oldest one becomes more than 30 days late, DD-MM-YYYY; '' if it already is. */
  default_on: z.string(),
  /** Last day on which a payment requested today keeps its amount, DD-MM-YYYY. */
  held_until: z.string(),
});

/** Another active loan of the same customer. */
export const otherLoan = z.object({
  loan_id: z.string(),
  /** Principal and request date (DD-MM-YYYY): the loan's label in lists. */
  amount: z.number(),
  date: z.string(),
  status: z.enum(['debtfree', 'delayed', 'pending']),
  total: z.number(),
  /** Amount owed on all instalments, including future ones. */
  outstanding: z.number(),
  next_due_date: z.string(),
  next_payable_until: z.string(),
});
