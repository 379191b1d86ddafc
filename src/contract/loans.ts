import { z } from 'zod';
import { CONFIRMATION_FAILURES } from './confirmation-failures.ts';
import { endpoint } from './endpoint.ts';
import { creditRefund, delay, otherLoan } from './account-parts.ts';
import { attribution, digits, flag, hash, money, optionalText, rate } from './fields.ts';
import { ticketInShort } from './tickets.ts';
import { PHOTO_KINDS } from '../countries/identity-reasons.ts';

/** State of the identity review of a borrower's photos, as shown to them. */
const identityStanding = z.object({
  state: z.enum(['review', 'photos', 'rejected']),
  /** Reason for the rejection; '' otherwise. */
  sentence: z.string(),
  /** The photos that were asked for again, and why each. */
  photos: z.array(z.object({ kind: z.enum(PHOTO_KINDS), sentence: z.string(), done: z.boolean() })),
});

/** Instalment. `due_date` YYYY-MM-DD, the `_format` members DD-MM-YYYY. */
export const instalment = z.object({
  id: z.string(),
  number: z.number(),
  /** Amount to pay for it: `missing` less `credit`; once paid, the amount paid. */
  amount: money,
  due_date: z.string(),
  due_date_format: z.string(),
  /** Last day on which it can be paid without surcharge: the due date, or the next business day after it. */
  payable_until: z.string(),
  payable_until_format: z.string(),
  pay_date_format: z.string(),
  state_name: z.enum(['pending', 'delayed', 'late', 'waiting', 'payed', 'coupon', 'online']),
  /** Default interest with its tax, part of `amount`. */
  interest_acum_amount: money,
  days_late: z.number(),
  payed: z.boolean(),
  /** Paid so far, default interest included; while it is owed, without amounts paid ahead. */
  paid: money,
  /** Part of `paid` covered by money in favour. */
  paid_with_credit: money,
  /** Unpaid amount, with default interest up to today; 0 once paid. */
  missing: money,
  /** Part of `missing` that money in favour pays on the due date. */
  credit: money,
  /** A prepayment has taken it out of the plan. */
  advance: z.boolean(),
  /** Not an instalment: refunded money in favour, after its payment was reversed. Due at once. */
  shortfall: z.boolean(),
  /** Payments of it that were taken back, oldest first; `date` is DD-MM-YYYY. Empty for anybody but the owner. */
  reversals: z.array(z.object({ amount: money, date: z.string() })),
  /**
   * The payment under way for it. In the states coupon, online and waiting it pays the instalment; a prepayment or
   * a return only bars other payments, so the state is that of the instalment itself.
   */
  payment: z.object({ hash: z.string(), method: z.string(), url: z.string() }).nullable(),
});

/**
 * A requested payment that is not paid yet. The hash opens its page, so this reveals no more than that page.
 * For a payment opened by the owner, others see kind, state and instalments only; the rest is '' and 0.
 */
export const openPayment = z.object({
  hash: z.string(),
  /** Slug and name of the method. */
  method: z.string(),
  supplier_name: z.string(),
  kind: z.enum(['coupon', 'transfer', 'card', 'wallet']),
  purpose: z.enum(['instalments', 'settlement', 'fewer', 'smaller', 'withdrawal', 'membership']),
  /** `charging`: the gateway has it, nothing is left to do. */
  state: z.enum(['open', 'charging']),
  amount: money,
  /** Last day on which the amount holds, DD-MM-YYYY. */
  due_date: z.string(),
  /** Scannable code; '' where there is none. */
  barcode: z.string(),
  /** Reference to give with a transfer or at the till. */
  reference: z.string(),
  /** A stranger's bars no payment of the owner's. */
  opened_by: z.enum(['owner', 'stranger']),
  /** Numbers of the instalments that it is for. */
  installments: z.array(z.number()),
  /** Page on which the payment continues. */
  url: z.string(),
  /** Its PDF; '' when there is nothing to print. */
  pdf_url: z.string(),
});

/** Unpaid part of a membership's price: `POST /api/v3/membership/payment` asks to pay it. */
const membershipDebt = z.object({
  /** The public id of its loan. */
  loan_id: z.string(),
  amount: money,
  /** A payment under way that pays it. */
  payment: z.object({ hash: z.string(), method: z.string(), url: z.string() }).nullable(),
});

/** A withdrawal that took effect: its money is waited for, has come back, or never went out. */
const loanWithdrawal = z.object({
  code: z.string(),
  state: z.enum(['return-due', 'returned', 'canceled']),
  /** Still to come back. */
  amount: money,
  /** Part of the returned amount that was money in favour of another loan. */
  credit: money,
  /** Last day for it, DD-MM-YYYY; '' where nothing has to come back. */
  until: z.string(),
});

/** The instalments that are left after paying ahead. */
const planInForce = z.object({
  instalment_count: z.number(),
  /** The next instalment to fall due; the last may differ by a rest. */
  instalment: money,
  /** DD-MM-YYYY */
  last_due_date: z.string(),
  /** Sum of the amounts left to pay. */
  total: money,
  /** Paid ahead in all. */
  advanced: money,
});

const state = z.enum(['send', 'preapproved', 'approved', 'finished', 'canceled']);

/**
 * Loan. Account numbers and names are masked for anybody but the owner
 * (docs/product/calls.md#public-by-hash).
 */
export const loan = z.object({
  id: z.string(),
  /** The number by which people name it, on papers and to the staff; '' for anybody but the owner. */
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
  /** Money in favour that is held now; 0 for anybody but the owner. */
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
   * The day on which the loan went over to the plan without membership, DD-MM-YYYY: rate, instalments and totals are
   * that plan's from the beginning. '' while it follows the agreed one.
   */
  plan_changed_on: z.string(),
  has_cancel_from_the_client: z.boolean(),
  files: z.object({
    transference_receipt: z.object({ url: z.string() }).nullable(),
    /** Contract and promissory note: a short-lived address, and the SHA-256 of the file. */
    loan_docket: z.object({ url: z.string(), sha256: z.string() }).nullable(),
  }),
  /** The legal figures, fractions; `cftea` counts the real dates, and `cftea_dated` repeats it for older pages. */
  tna: rate,
  tea: rate,
  cftna: rate,
  cftea: rate,
  cftea_dated: rate,
  /** `cftea` with the membership's price counted in, as agreed; 0 without the membership. */
  cftea_with_membership: rate,
  created_at: z.string(),
  /** When the money arrives or arrived, DD-MM-YYYY; null once canceled and during an identity review, `date` '' while it waits. */
  arrival: z
    .object({
      date: z.string(),
      state: z.enum(['expected', 'late', 'arrived', 'waiting']),
      sentence: z.string(),
    })
    .nullable(),
  /** It was canceled because its money could not be sent: with another account it may be confirmed again. */
  payout_failed: z.boolean(),
  /** It was canceled because its money did not leave in time. */
  not_delivered: z.boolean(),
  /** Automatic debits and reminders of it are paused; paying stays possible. False for anybody but the owner. */
  paused: z.boolean(),
  /**
   * Review of the photos before the money goes out; owner only, null where there is no review and once
   * approved.
   */
  identity: identityStanding.nullable(),
  /** Price of the membership agreed with the loan, charged once; 0 without one. */
  membership_price: money,
  first_name: z.string(),
  last_name: z.string(),
  /** For the owner only; null without one. */
  withdrawal: loanWithdrawal.nullable(),
  /** null unless something was paid ahead and something is left to pay. */
  plan_in_force: planInForce.nullable(),
});

/** Checking account (docs/product/borrowers-area.md#account-status): what an account-status query shows. */
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
  /** Owed today and the next due date (DD-MM-YYYY), for the head of the screen. */
  total: money,
  next_due_date: z.string(),
  /** Last day on which the next instalment can be paid without surcharge, DD-MM-YYYY; '' where there is none. */
  next_payable_until: z.string(),
  /** Money in favour that is held now: it pays each instalment on its due date, see `installments[].credit`. */
  credit: money,
  /** Refunded money in favour, after its payment was reversed: part of `installments`. */
  shortfall: money,
  /** For the owner: membership debts that can be paid apart, the newest first. */
  membership_debts: z.array(membershipDebt),
  /** For the owner: other loans in force, after a charge-back that reopened some. `loan_id` of the request shows one. */
  other_loans: z.array(otherLoan),
  /** The last transfer of money in favour back to its owner: under way, or of the last 30 days. */
  credit_refund: creditRefund.nullable(),
  installments: z.array(instalment),
  /** Payments under way, in the order of their instalments. */
  open_payments: z.array(openPayment),
  /** For an owner obliged to return the money: then the only payment possible. */
  withdrawal: loanWithdrawal.nullable(),
  /** For the owner: automatic debits and reminders of the loan are paused. */
  paused: z.boolean(),
  /** For the owner of a loan that waits for a review of the photos. */
  identity: identityStanding.nullable(),
  /** Delay of overdue instalments without a payment under way; null when there are none. */
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

/** Confirming a loan and looking at it (docs/product/calls.md#loans). */
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
      /** The plan's `membership_price` as it was shown: with another one nothing is confirmed. */
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
      /** 1: the country's main document, the only one that accounts are kept by. */
      document_type: z.coerce.number<string | number>().int().min(1).max(99).default(1),
      document_number: digits,
      /** The owner's loan in force to be shown, where there are several; without it the one that owes most. */
      loan_id: optionalText(40),
      ...attribution,
    }),
    response: z.object({ model: checkingAccount }),
    failures: ['too_many', 'challenge_required'],
  }),
};
