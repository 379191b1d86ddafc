import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { beforeRow, country, currency, day, rowId } from './fields.ts';
import { amount, bankReference, because, byId, moneyTraits, stale, target } from './money-fields.ts';

export const MATCH_REASONS = ['reference', 'receipt', 'amount', 'customer_says'] as const;
export const RETURN_REASONS = ['not-ours', 'payer_asks', 'repeated'] as const;
export const MANUAL_REASONS = ['receipt', 'network-late', 'error'] as const;
export const REVERSAL_REASONS = ['charged-back', 'network', 'refunded'] as const;
export const MONEY_AGES = ['1', '3', '7', '30'] as const;
/** Reasons why money could not be matched to a loan. */
const UNMATCHED_KINDS = ['no-reference', 'unknown-reference', 'loan-takes-none', 'short'] as const;

const pot = z.object({
  /** Ledger balance and sum of the list, which must be equal. */
  ledger: z.number(),
  listed: z.number(),
  count: z.number(),
});

const unmatched = z.object({
  id: z.string(),
  country,
  currency,
  source: z.string(),
  report_id: z.string(),
  /** Payment reference, if it is one of ours; '' otherwise. */
  reference: z.string(),
  /** Payer's text, with personal numbers masked. */
  text: z.string(),
  /** Negative for money that was paid out twice. */
  amount: z.number(),
  paid_on: z.string(),
  reported_at: z.string(),
  kind: z.enum(UNMATCHED_KINDS),
  version: z.number(),
  /** Requester of an action that awaits a second person. */
  asked_by: z.string(),
});

const suggestion = target.extend({
  why: z.array(z.enum(['reference', 'document', 'amount', 'name'])),
});

/** Incoming money (docs/console.md#dinero-que-entra). */
export const staffMoney = {
  'GET /api/staff/money/totals': endpoint({
    summary: 'What the suspense accounts hold, by country: in the ledger and in the lists',
    access: 'staff',
    permission: 'money.read',
    response: z.object({
      result: z.array(
        z.object({ country, currency, unidentified: pot, credit: pot, on_its_way: z.number() }),
      ),
    }),
    failures: [],
  }),
  'GET /api/staff/money/unmatched': endpoint({
    summary: 'Money that led to no loan, oldest first, by country, network, age and amount',
    access: 'staff',
    permission: 'money.read',
    query: z.object({
      country: country.optional(),
      source: z.string().max(40).optional(),
      age: z.enum(MONEY_AGES).optional(),
      amount: z.coerce.number().positive().max(1_000_000_000).optional(),
      /** Cursor: last row of the previous page. */
      from: beforeRow,
    }),
    response: z.object({ result: z.array(unmatched), sources: z.array(z.string()), next: z.string() }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/money/proposals': endpoint({
    summary:
      'Unmatched money of which reference or document name exactly one loan, to be booked after a look',
    access: 'staff',
    permission: 'money.read',
    persons: 'listed',
    query: z.object({ country: country.optional() }),
    response: z.object({
      result: z.array(unmatched.extend({ suggestion, customer: z.string() })),
    }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/money/loans/find': endpoint({
    summary: 'Loans by number, or by name, document, contact or a number of their customers; recorded',
    access: 'staff',
    permission: 'money.read',
    persons: 'opened',
    daily: { everybody: 600 },
    /** All of the person's countries without one. */
    body: z.strictObject({ country: country.optional(), text: z.string().max(200) }),
    response: z.object({
      result: z.array(target),
      /** There are more than are shown. */
      more: z.boolean(),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/money/unmatched/{id}': endpoint({
    summary: 'One of these, with the loans that it may be for',
    access: 'staff',
    permission: 'money.read',
    persons: 'opened',
    params: byId,
    response: z.object({ result: unmatched.extend({ suggestions: z.array(suggestion) }) }),
    failures: ['not_found'],
  }),
  'GET /api/staff/money/loans/{id}': endpoint({
    summary: 'A loan as who books money on it sees it; recorded',
    access: 'staff',
    permission: 'money.read',
    persons: 'opened',
    params: byId,
    response: z.object({ result: target }),
    failures: ['not_found'],
  }),
  'POST /api/staff/money/unmatched/{id}/match': endpoint({
    ...moneyTraits,
    summary: 'Book money on the loan that it is for, as its report would have; a second person from a limit',
    approvalFromLimit: true,
    reasons: MATCH_REASONS,
    params: byId,
    body: z.strictObject({
      loan: rowId,
      /** Payment request to pay; without one the oldest instalments are paid. */
      request: rowId.optional(),
      /** Version of the loan's ledger (`books`) that the person saw. */
      books: z.number().int().min(0),
      ...because(MATCH_REASONS),
    }),
    failures: [...stale, 'money_loan', 'money_short'],
  }),
  'POST /api/staff/money/unmatched/{id}/return': endpoint({
    ...moneyTraits,
    summary: 'Note that money that is for no loan was transferred back to its payer',
    reasons: RETURN_REASONS,
    params: byId,
    body: z.strictObject({ bank_reference: bankReference, file: rowId, ...because(RETURN_REASONS) }),
    failures: [...stale, 'evidence_missing', 'reference_used', 'money_short'],
  }),
  'GET /api/staff/money/payments': endpoint({
    summary: 'Reports of payments, newest first, or those of a reference',
    access: 'staff',
    permission: 'money.read',
    persons: 'listed',
    query: z.object({
      country: country.optional(),
      /** Reference of ours, or the network's own number. */
      reference: z.string().max(60).optional(),
      before: beforeRow,
    }),
    response: z.object({
      result: z.array(
        z.object({
          id: z.string(),
          country,
          currency,
          source: z.string(),
          report_id: z.string(),
          reference: z.string(),
          amount: z.number(),
          paid_on: z.string(),
          reported_at: z.string(),
          outcome: z.string(),
          loan: z.string(),
          customer: z.string(),
          person: z.string(),
          books: z.number(),
          handled_by: z.string(),
          files: z.array(z.string()),
          /** The payment counts, so it can be reversed. */
          counts: z.boolean(),
        }),
      ),
      next: z.string(),
    }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/money/payments': endpoint({
    ...moneyTraits,
    summary:
      'Book a payment that no network has reported, with its receipt; the number of the bank counts once',
    reasons: MANUAL_REASONS,
    body: z.strictObject({
      country,
      loan: rowId,
      request: rowId.optional(),
      /** Network or bank that received the money. */
      source: z.string().max(40),
      bank_reference: bankReference,
      amount,
      paid_on: day,
      file: rowId,
      ...because(MANUAL_REASONS),
    }),
    failures: [...stale, 'evidence_missing', 'reference_used', 'money_loan', 'money_source', 'money_day'],
  }),
  'POST /api/staff/money/payments/{id}/reverse': endpoint({
    ...moneyTraits,
    summary: 'Take a payment back that its network or the payer took back',
    reasons: REVERSAL_REASONS,
    params: byId,
    body: z.strictObject({ file: rowId, ...because(REVERSAL_REASONS) }),
    failures: [...stale, 'evidence_missing'],
  }),
};
