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

/** What overdue instalments that are not being paid cost. */
export const delay = z.object({
  /** What they owe today. */
  overdue: z.number(),
  /** By how much that grows until tomorrow. */
  next_day: z.number(),
  /** Day on which the oldest is more than 30 days late, DD-MM-YYYY; '' once it is. */
  default_on: z.string(),
  /** Until when a payment asked for today keeps its amount, DD-MM-YYYY. */
  held_until: z.string(),
});
