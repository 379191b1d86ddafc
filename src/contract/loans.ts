import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { attribution, digits, flag, hash, money, optionalText, rate } from './fields.ts';

/** Instalment (B §3). `due_date` YYYY-MM-DD, the `_format` members DD-MM-YYYY. */
export const instalment = z.object({
  id: z.string(),
  number: z.number(),
  /** What is owed today: the unpaid part with its default interest; once paid, what was paid. */
  amount: money,
  due_date: z.string(),
  due_date_format: z.string(),
  pay_date_format: z.string(),
  state_name: z.enum(['pending', 'delayed', 'late', 'waiting', 'payed', 'coupon', 'online']),
  /** Default interest with its tax, part of `amount`. */
  interest_acum_amount: money,
  days_late: z.number(),
  payed: z.boolean(),
  /** The payment under way for it, in the states coupon, online and waiting. */
  payment: z.object({ hash: z.string(), method: z.string(), url: z.string() }).nullable(),
});

const state = z.enum(['send', 'preapproved', 'approved', 'finished', 'canceled']);

/** Loan (B §3). Account numbers and names are masked for anybody but the owner (product decisions §2). */
export const loan = z.object({
  id: z.string(),
  state_slug: state,
  installments: z.array(instalment),
  amount: money,
  amount_delivery: money,
  installment_count: z.number(),
  payment: money,
  interest_rate: rate,
  cft: rate,
  final_amount: money,
  start_date: z.string(),
  delivery_type: z.string(),
  bank: z.object({ bank: z.string(), cbu: z.string() }).nullable(),
  pod: z.object({ name: z.string(), address: z.string(), city: z.string() }).nullable(),
  original_interest_rate: rate,
  original_cft: rate,
  original_final_amount: money,
  was_created_in_membership: z.boolean(),
  has_cancel_from_the_client: z.boolean(),
  files: z.object({
    transference_receipt: z.object({ url: z.string() }).nullable(),
    /** Contract and promissory note: a short-lived address, and the SHA-256 of the file. */
    loan_docket: z.object({ url: z.string(), sha256: z.string() }).nullable(),
  }),
  /** The legal figures, fractions. */
  tna: rate,
  tea: rate,
  cftna: rate,
  cftea: rate,
  cftea_dated: rate,
  created_at: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});

/** Transfer receipt (B §3). `delivery_date` DD-MM-YYYY. */
const receipt = z.object({
  code: z.string(),
  amount: money,
  delivery_date: z.string(),
  name: z.string(),
  cbu: z.string(),
  cuit: z.string(),
  /** Short-lived address of the same as a file. */
  pdf_url: z.string(),
});

/** Checking account (B §3): what an account-status query shows. */
const checkingAccount = z.object({
  status: z.string(),
  hash: z.string(),
  legal: z.string(),
  filters: z.object({ document_type: z.number(), document_number: z.string() }),
  documentType: z.number(),
  documentNumber: z.string(),
  debtfree: z.boolean(),
  debtFreeStatus: z.boolean(),
  canCancel: z.boolean(),
  loanId: z.string().nullable(),
  /** Owed today and the next due date (DD-MM-YYYY), for the head of the screen. */
  total: money,
  next_due_date: z.string(),
  installments: z.array(instalment),
  tickets: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      subject: z.string(),
      status: z.string(),
      created_at: z.string(),
      updated_at: z.string(),
    }),
  ),
  profile: z
    .object({
      first_name: z.string(),
      last_name: z.string(),
      referral_link: z.string(),
      document_number: z.string(),
    })
    .nullable(),
});

/** A §7 and B §7: confirming a loan and looking at it. */
export const loans = {
  'POST /api/v3/finish-new': endpoint({
    summary: 'Confirm the loan: acceptance of terms and promissory note',
    access: 'customer',
    body: z.strictObject({
      deliveryPoint: optionalText(40),
      accountNumber: optionalText(60),
      ...attribution,
      creditStructure: z.strictObject({
        selectedId: z.union([z.string().max(200), z.number()]).transform(String),
        maxId: z
          .union([z.string().max(200), z.number(), z.null()])
          .optional()
          .transform((value) => (value === null || value === undefined ? '' : String(value))),
        installmentsQuantity: z.coerce.number<string | number>().int().min(1).max(120),
      }),
      isMembershipIncluded: flag.optional(),
    }),
    response: z.object({ result: z.object({ id: z.string() }) }),
    failures: [
      'offer_none',
      'offer_expired',
      'offer_unknown',
      'amount_too_low',
      'amount_too_high',
      'amount_step',
      'instalments_unknown',
      'active_loan',
      'verification_missing',
      'account_unknown',
      'delivery_type',
      'delivery_point',
      'fresh_login_required',
    ],
    idempotent: true,
  }),
  'GET /api/v3/loan-new/{id}': endpoint({
    summary: 'A loan with its instalments; masked for anybody but the owner',
    access: 'optional',
    params: z.object({ id: hash }),
    response: z.object({ result: loan }),
    failures: ['not_found'],
  }),
  'GET /api/loan': endpoint({
    summary: "The customer's loans, newest first",
    access: 'customer',
    response: z.object({ result: z.array(loan) }),
    failures: [],
  }),
  'GET /api/v3/transference-receipt/{id}': endpoint({
    summary: 'Receipt of the pay-out, once confirmed',
    access: 'customer',
    params: z.object({ id: hash }),
    response: z.object({ result: receipt }),
    failures: ['not_found'],
  }),
  'GET /api/v3/transference-receipt/{id}/pdf': endpoint({
    summary: 'The same as a PDF: to the owner, or by the short-lived signed address',
    access: 'optional',
    params: z.object({ id: hash }),
    query: z.object({
      expires: z.string().max(20).optional(),
      signature: z.string().max(100).optional(),
    }),
    response: 'binary',
    failures: ['not_found'],
  }),
  'POST /api/v3/balance': endpoint({
    summary: 'Account status by document: masked unless it is one’s own',
    access: 'optional',
    body: z.strictObject({
      document_type: z.union([z.literal(1), z.literal('1')]).optional(),
      document_number: digits,
      ...attribution,
    }),
    response: z.object({ model: checkingAccount }),
    failures: ['too_many', 'challenge_required'],
  }),
};
