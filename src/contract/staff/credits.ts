import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { beforeRow, country, rowId } from './fields.ts';
import { amount, because, byId, moneyTraits, stale } from './money-fields.ts';

export const REFUND_REASONS = ['customer_asks', 'erasure', 'loan_over'] as const;
export const REFUND_STATES = ['planned', 'sent', 'unknown', 'completed', 'failed'] as const;

/** Money of customers that no instalment needs yet, and its way back (docs/console.md#devolver-saldo-a-favor). */
export const staffCredits = {
  'GET /api/staff/money/credits': endpoint({
    summary: 'Loans that hold money of their customers, newest first',
    access: 'staff',
    permission: 'money.read',
    query: z.object({ country: country.optional(), before: beforeRow }),
    response: z.object({
      result: z.array(
        z.object({
          loan: z.string(),
          public_id: z.string(),
          country,
          currency: z.string(),
          state: z.string(),
          customer: z.string(),
          person: z.string(),
          amount: z.number(),
          since: z.string(),
          /** How the money came that was not needed; '' for what is given back of a membership. */
          outcome: z.string(),
          books: z.number(),
          asked_by: z.string(),
        }),
      ),
      next: z.string(),
    }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/money/credits/{id}/refund': endpoint({
    ...moneyTraits,
    summary: "Transfer money in favour of a loan to its customer's own account",
    reasons: REFUND_REASONS,
    params: byId,
    body: z.strictObject({ amount, account: rowId, ...because(REFUND_REASONS) }),
    failures: [...stale, 'refund_too_much', 'refund_payment_open', 'refund_under_way', 'refund_account'],
  }),
  'GET /api/staff/money/refunds': endpoint({
    summary: 'Transfers of money in favour, newest first',
    access: 'staff',
    permission: 'money.read',
    query: z.object({
      country: country.optional(),
      state: z.enum(REFUND_STATES).optional(),
      before: beforeRow,
    }),
    response: z.object({
      result: z.array(
        z.object({
          id: z.string(),
          country,
          currency: z.string(),
          loan: z.string(),
          customer: z.string(),
          person: z.string(),
          amount: z.number(),
          account: z.string(),
          reference: z.string(),
          state: z.enum(REFUND_STATES),
          tries: z.number(),
          receipt: z.string(),
          failure: z.string(),
          requested_by: z.string(),
          approved_by: z.string(),
          created_at: z.string(),
          changed_at: z.string(),
        }),
      ),
      next: z.string(),
    }),
    failures: ['country_forbidden'],
  }),
};
