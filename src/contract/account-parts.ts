import { z } from 'zod';

/** A transfer of money in favour to the customer's own account, as its owner sees it. */
export const creditRefund = z.object({
  amount: z.number(),
  /** The last four characters. */
  account: z.string(),
  state: z.enum(['on-its-way', 'completed', 'failed']),
  /** DD-MM-YYYY. */
  date: z.string(),
});

/** Cost of overdue instalments without a payment under way. */
export const delay = z.object({
  /** Amount they owe today. */
  overdue: z.number(),
  /** Growth of that amount until tomorrow. */
  next_day: z.number(),
  /** Day on which the oldest is more than 30 days late, DD-MM-YYYY; '' once it is. */
  default_on: z.string(),
  /** Until when a payment asked for today keeps its amount, DD-MM-YYYY. */
  held_until: z.string(),
});

/** Another loan of the customer's that is in force. */
export const otherLoan = z.object({
  loan_id: z.string(),
  /** Principal and request date (DD-MM-YYYY): the loan's label in lists. */
  amount: z.number(),
  date: z.string(),
  status: z.enum(['debtfree', 'delayed', 'pending']),
  /** Owed today. */
  total: z.number(),
  /** Owed of all instalments. */
  outstanding: z.number(),
  next_due_date: z.string(),
  next_payable_until: z.string(),
});
