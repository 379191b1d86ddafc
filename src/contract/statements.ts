import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { currency, hash, money, signature } from './fields.ts';

/** One line of a statement. Exactly one of `charge` and `credit` is above zero, or none for a mere notice. */
const movement = z.object({
  /** The day on which it counts, DD-MM-YYYY. */
  date: z.string(),
  kind: z.enum(['disbursement', 'notice', 'charge', 'default-interest', 'payment', 'discount', 'reversal']),
  concept: z.string(),
  /** Purpose or payment method. */
  detail: z.string(),
  charge: money,
  credit: money,
  /** Capital still owed after this line, less the customer's money in favour. */
  balance: money,
});

/** Statement of a loan: every movement of its ledger, and its standing today. */
const statement = z.object({
  loan_id: z.string(),
  /** The number by which people name the loan. */
  loan_number: z.string(),
  full_name: z.string(),
  document_number: z.string(),
  currency,
  /** DD-MM-YYYY. */
  date: z.string(),
  state_slug: z.string(),
  principal: money,
  movements: z.array(movement),
  /** The last balance; with the rest it adds up to the debt if the loan runs to its end. */
  closing: z.object({
    balance: money,
    /** Interest, charges and taxes of the instalments still to be paid. */
    to_come: money,
    /** Default interest with its tax, up to the date. */
    default_interest: money,
    outstanding: money,
    /** Part of that due already. */
    due: money,
    /**
     * Amount that closes the loan on the date; while a payment for that or a return is under way, its amount.
     */
    payoff: money,
    /** Last day of that amount, DD-MM-YYYY; '' where it is today's. */
    payoff_until: z.string(),
    /** The amount is to be given back after a withdrawal. */
    is_return: z.boolean(),
    /** Price of the membership that is due: part of the balance, not of the loan (decision 0031). */
    membership: money,
    /** Paid in excess. */
    in_favour: money,
    /** Part of `balance`: refunded money in favour that was missing afterwards. */
    shortfall: money,
  }),
  /** Short-lived addresses of the files. */
  files: z.object({ pdf: z.string(), csv: z.string() }),
});

/** The account's statement as page, PDF and CSV; to the owner only. */
export const statements = {
  'GET /api/v3/statement/{id}': endpoint({
    summary: "Every movement of one of the customer's loans, with running balance",
    access: 'customer',
    params: z.object({ id: hash }),
    response: z.object({ result: statement }),
    failures: ['not_found'],
  }),
  'GET /api/v3/statement/{id}/pdf': endpoint({
    summary: 'The same as PDF: to the owner, or by the short-lived signed address',
    access: 'optional',
    params: z.object({ id: hash }),
    query: signature,
    response: 'binary',
    media: 'application/pdf',
    failures: ['not_found'],
  }),
  'GET /api/v3/statement/{id}/csv': endpoint({
    summary: 'The same as CSV: semicolons, UTF-8 with BOM, safe to open in a spreadsheet',
    access: 'optional',
    params: z.object({ id: hash }),
    query: signature,
    response: 'binary',
    media: 'text/csv',
    failures: ['not_found'],
  }),
};
