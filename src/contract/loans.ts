import { z } from 'zod';
import { CONFIRMATION_FAILURES } from './confirmation-failures.ts';
import { endpoint } from './endpoint.ts';
import { creditRefund, delay, otherLoan } from './account-parts.ts';
import { attribution, digits, flag, hash, money, optionalText, rate } from './fields.ts';
import { ticketInShort } from './tickets.ts';
import { PHOTO_KINDS } from '../countries/identity-reasons.ts';

/** State of the identity review of a borrower's photos, as shown to the borrower. */
const identityStanding = z.object({
  state: z.enum(['review', 'photos', 'rejected']),
  /** Spanish reason for the rejection; '' otherwise. */
  sentence: z.string(),
  /** Photos that the borrower has to take again, each with its reason. */
  photos: z.array(z.object({ kind: z.enum(PHOTO_KINDS), sentence: z.string(), done: z.boolean() })),
});

/** Instalment. `due_date` is YYYY-MM-DD; the `_format` members are DD-MM-YYYY. */
export const instalment = z.object({
  id: z.string(),
  number: z.number(),
  /** Amount to pay: `missing` less `credit`; the amount paid once it is paid. */
  amount: money,
  due_date: z.string(),
  due_date_format: z.string(),
  /** Last day on which it can be paid without surcharge: the due date, or the next business day after it. */
  payable_until: z.string(),
  payable_until_format: z.string(),
  pay_date_format: z.string(),
  state_name: z.enum(['pending', 'delayed', 'late', 'waiting', 'payed', 'coupon', 'online']),
  /** Default interest including its tax, part of `amount`. */
  interest_acum_amount: money,
  days_late: z.number(),
  payed: z.boolean(),
  /** Amount paid so far, default interest included. Excludes prepayments while the instalment is owed. */
  paid: money,
  /** Part of `paid` covered by customer credit. */
  paid_with_credit: money,
  /** Unpaid amount, with default interest up to today; 0 once paid. */
  missing: money,
  /** Part of `missing` that customer credit pays on the due date. */
  credit: money,
  /** Removed from the plan by a prepayment. */
  advance: z.boolean(),
  /**
   * Not a real instalment: a credit refund to pay back, because its payment was reversed later. Due
   * immediately.
   */
  shortfall: z.boolean(),
  /**
   * Reversed payments of this instalment, oldest first; `date` is DD-MM-YYYY. Empty unless the caller is the
   * owner.
   */
  reversals: z.array(z.object({ amount: money, date: z.string() })),
  /**
   * Pending payment. In the states coupon, online and waiting it pays the instalment. A prepayment or a
   * withdrawal return only blocks other payments, so the state is the instalment's own.
   */
  payment: z.object({ hash: z.string(), method: z.string(), url: z.string() }).nullable(),
});

/**
 * A requested payment that is not paid yet. The hash opens its page, so this reveals no more than that page
 * does. For a payment requested by the owner, other callers see kind, state and instalments only; the rest is
 * '' and 0.
 */
export const openPayment = z.object({
  hash: z.string(),
  method: z.string(),
  supplier_name: z.string(),
  kind: z.enum(['coupon', 'transfer', 'card', 'wallet']),
  purpose: z.enum(['instalments', 'settlement', 'fewer', 'smaller', 'withdrawal', 'membership', 'offer']),
  /** `charging`: sent to the gateway, so the customer has nothing left to do. */
  state: z.enum(['open', 'charging']),
  amount: money,
  /** Last day on which the amount is valid, DD-MM-YYYY. */
  due_date: z.string(),
  /** Scannable code; '' if the method has none. */
  barcode: z.string(),
  /** Reference to quote in a transfer or at the till. */
  reference: z.string(),
  /** A stranger's request does not block the owner's payments. */
  opened_by: z.enum(['owner', 'stranger']),
  /** Numbers of the instalments it pays. */
  installments: z.array(z.number()),
  url: z.string(),
  /** Address of its PDF; '' if there is nothing to print. */
  pdf_url: z.string(),
});

/** Unpaid part of a membership's price, payable with `POST /api/v3/membership/payment`. */
const membershipDebt = z.object({
  /** Public id of the membership's loan. */
  loan_id: z.string(),
  amount: money,
  payment: z.object({ hash: z.string(), method: z.string(), url: z.string() }).nullable(),
});

/**
 * A withdrawal that took effect, so that the principal is due back, has been returned, or was never paid out.
 */
const loanWithdrawal = z.object({
  code: z.string(),
  state: z.enum(['return-due', 'returned', 'canceled']),
  /** Amount still to be returned. */
  amount: money,
  /** Part of the returned amount taken from the customer credit of another loan. */
  credit: money,
  /** Last day to return it, DD-MM-YYYY; '' if nothing has to be returned. */
  until: z.string(),
});

/** Instalments that remain after a prepayment. */
const planInForce = z.object({
  instalment_count: z.number(),
  /** Amount of the next instalment due; the last one may differ by the rounding remainder. */
  instalment: money,
  /** DD-MM-YYYY */
  last_due_date: z.string(),
  total: money,
  /** Total prepaid so far. */
  advanced: money,
});

const state = z.enum(['send', 'preapproved', 'approved', 'finished', 'canceled']);

/**
 * Loan. Account numbers and names are masked unless the caller is the owner
 * (docs/product/calls.md#public-by-hash).
 */
export const loan = z.object({
  id: z.string(),
  /** Loan number on documents and in the console; '' unless the caller is the owner. */
  number: z.string(),
  state_slug: state,
  installments: z.array(instalment),
  amount: money,
  amount_delivery: money,
  installment_count: z.number(),
  payment: money,
  interest_rate: rate,
  cft: rate,
  final_amount: money,
  /** Customer credit held now; 0 unless the caller is the owner. */
  credit: money,
  start_date: z.string(),
  /** Last day on which the first instalment can be paid without surcharge, DD-MM-YYYY. */
  start_payable_until: z.string(),
  delivery_type: z.string(),
  bank: z.object({ bank: z.string(), cbu: z.string() }).nullable(),
  pod: z.object({ name: z.string(), address: z.string(), city: z.string() }).nullable(),
  original_interest_rate: rate,
  original_cft: rate,
  original_final_amount: money,
  was_created_in_membership: z.boolean(),
  /**
   * Day on which the loan changed to the plan without membership, DD-MM-YYYY; rate, instalments and totals
   * are recomputed from the start. '' while the agreed plan applies.
   */
  plan_changed_on: z.string(),
  has_cancel_from_the_client: z.boolean(),
  files: z.object({
    transference_receipt: z.object({ url: z.string() }).nullable(),
    /** Contract and promissory note: a short-lived address, and the file's SHA-256. */
    loan_docket: z.object({ url: z.string(), sha256: z.string() }).nullable(),
  }),
  /** Legal rates, as fractions. `cftea` uses the real dates; `cftea_dated` repeats it for older pages. */
  tna: rate,
  tea: rate,
  cftna: rate,
  cftea: rate,
  cftea_dated: rate,
  /** `cftea` including the membership's price, as agreed; 0 without a membership. */
  cftea_with_membership: rate,
  created_at: z.string(),
  /**
   * Expected or actual arrival of the money, DD-MM-YYYY. Null once canceled and during an identity review;
   * `date` is '' while the payout waits.
   */
  arrival: z
    .object({
      date: z.string(),
      state: z.enum(['expected', 'late', 'arrived', 'waiting']),
      sentence: z.string(),
    })
    .nullable(),
  /** Canceled because the payout failed; the borrower may confirm again with another account. */
  payout_failed: z.boolean(),
  /** Canceled because the payout did not leave in time. */
  not_delivered: z.boolean(),
  /**
   * Automatic debits and reminders are paused; the borrower can still pay. False unless the caller is the
   * owner.
   */
  paused: z.boolean(),
  /**
   * Review of the photos before the payout; shown to the owner only. Null without a review and once approved.
   */
  identity: identityStanding.nullable(),
  /** Membership price agreed with the loan, charged once; 0 without a membership. */
  membership_price: money,
  first_name: z.string(),
  last_name: z.string(),
  /** Shown to the owner only; null without a withdrawal. */
  withdrawal: loanWithdrawal.nullable(),
  /** Null unless part of the loan was prepaid and some instalments remain. */
  plan_in_force: planInForce.nullable(),
});

/** Account status (docs/product/borrowers-area.md#account-status). */
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
  /** Day of the figures, YYYY-MM-DD. */
  date: z.string(),
  /** Amount owed today and next due date (DD-MM-YYYY), for the screen's header. */
  total: money,
  next_due_date: z.string(),
  /** Last day on which the next instalment can be paid without surcharge, DD-MM-YYYY; '' if there is none. */
  next_payable_until: z.string(),
  /** Customer credit held now; it pays each instalment on its due date, see `installments[].credit`. */
  credit: money,
  /** Credit refunds to pay back, because their payment was reversed later; part of `installments`. */
  shortfall: money,
  /** Shown to the owner: membership debts that can be paid separately, newest first. */
  membership_debts: z.array(membershipDebt),
  /**
   * Shown to the owner: other active loans, after a chargeback reopened some. Pass `loan_id` to select one.
   */
  other_loans: z.array(otherLoan),
  /** Latest refund of customer credit: pending, or from the last 30 days. */
  credit_refund: creditRefund.nullable(),
  installments: z.array(instalment),
  /** Pending payments, in the order of their instalments. */
  open_payments: z.array(openPayment),
  /** Shown to an owner with principal to return; no other payment is then possible. */
  withdrawal: loanWithdrawal.nullable(),
  /** Shown to the owner: automatic debits and reminders are paused. */
  paused: z.boolean(),
  /** Shown to the owner of a loan that waits for a review of the photos. */
  identity: identityStanding.nullable(),
  /** Cost of overdue instalments without a pending payment; null without any. */
  delay: delay.nullable(),
  tickets: z.array(ticketInShort),
  profile: z
    .object({
      first_name: z.string(),
      last_name: z.string(),
      referral_link: z.string(),
      document_number: z.string(),
    })
    .nullable(),
});

/** Confirming and showing loans (docs/product/calls.md#loans). */
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
      /**
       * The plan's `membership_price` as shown to the borrower; confirmation is refused if it has changed.
       */
      membershipPrice: z.number().nonnegative().optional(),
    }),
    response: z.object({ result: z.object({ id: z.string() }) }),
    failures: CONFIRMATION_FAILURES,
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
  'POST /api/v3/balance': endpoint({
    summary: 'Account status by document: masked unless it is one’s own',
    access: 'optional',
    body: z.strictObject({
      /** 1 is the country's main document, the only one accounts are registered with. */
      document_type: z.coerce.number<string | number>().int().min(1).max(99).default(1),
      document_number: digits,
      /** Selects one of the owner's active loans; without it, the one with the largest debt is shown. */
      loan_id: optionalText(40),
      ...attribution,
    }),
    response: z.object({ model: checkingAccount }),
    failures: ['too_many', 'challenge_required'],
  }),
};
