import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { currency, hash, money, signature } from './fields.ts';

/** One line of a statement. Either `charge` or `credit` is above zero; a mere notice has neither. */
const movement = z.object({
  /** Value date, DD-MM-YYYY. */
  date: z.string(),
  kind: z.enum(['disbursement', 'notice', 'charge', 'default-interest', 'payment', 'discount', 'reversal']),
  concept: z.string(),
  /** Purpose or payment method. */
  detail: z.string(),
  charge: money,
  credit: money,
  /** Principal still owed after this line, less customer credit. */
  balance: money,
});

/** Statement of a loan: every movement of its ledger, and its standing today. */
const statement = z.object({
  loan_id: z.string(),
  /** Loan number on documents and in the console. */
  loan_number: z.string(),
  full_name: z.string(),
  document_number: z.string(),
  currency,
  /** DD-MM-YYYY. */
  date: z.string(),
  state_slug: z.string(),
  principal: money,
  movements: z.array(movement),
  /** Closing figures: the last balance plus the other parts gives the debt if the loan runs to its end. */
  closing: z.object({
    balance: money,
    /** Interest, charges and taxes of the instalments still to be paid. */
    to_come: money,
    /** Default interest including its tax, up to the date. */
    default_interest: money,
    outstanding: money,
    /** Part of `outstanding` that is already due. */
    due: money,
    /**
     * Amount that closes the loan on the date; while a payment for that, or a return after a withdrawal, is
     * pending, its amount.
     */
    payoff: money,
    /** Last day of that amount, DD-MM-YYYY; '' if it applies today only. */
    payoff_until: z.string(),
    /** True if the amount is the return due after a withdrawal. */
    is_return: z.boolean(),
    /** Membership price due: part of the balance, but not of the loan (decision 0031). */
    membership: money,
    /** Customer credit. */
    in_favour: money,
    /** Part of `balance`: credit refunds to pay back, because their payment was reversed later. */
    shortfall: money,
  }),
  /** Short-lived addresses of the files. */
  files: z.object({ pdf: z.string(), csv: z.string() }),
});

/** Loan statement as a page, PDF and CSV, for the owner only. */
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
