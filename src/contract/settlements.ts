import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hash, money, rowId, text } from './fields.ts';
import { openPayment } from './loans.ts';

/** Purpose of a payment requested here; `fewer` and `smaller` are prepayments. */
const earlyPaymentKind = z.enum(['settlement', 'fewer', 'smaller', 'withdrawal', 'offer']);

/**
 * Charge for paying early, with the legal rule that limits it. The product charges none in either country.
 */
const fee = z.object({
  amount: money,
  /** Spanish sentence for display. */
  text: z.string(),
});

const plannedInstalment = z.object({
  number: z.number(),
  /** YYYY-MM-DD */
  due_date: z.string(),
  /** DD-MM-YYYY */
  due_date_format: z.string(),
  /** Last day on which it can be paid without surcharge, DD-MM-YYYY. */
  payable_until_format: z.string(),
  principal: money,
  interest: money,
  /** Tax on the interest. */
  tax: money,
  /** Charges including their tax. */
  charges: money,
  amount: money,
});

/** Plan that results from paying today. */
const plan = z.object({
  instalment_count: z.number(),
  /** Constant instalment; the last one may differ by the rounding remainder. */
  instalment: money,
  /** DD-MM-YYYY */
  last_due_date: z.string(),
  total: money,
  /** Reduction of the total compared with paying no prepayment. */
  saved: money,
  instalments: z.array(plannedInstalment),
});

/** Parts that have to be paid today before a payment reduces the principal. */
const today = {
  /** Debt of instalments due today or earlier, including default interest. */
  overdue: money,
  /** Default interest within `overdue`, including its tax. */
  default_interest: money,
  /** Interest of the current period up to today, not included in `overdue`. */
  accrued_interest: money,
  /** Tax on `accrued_interest`. */
  tax: money,
};

/** Validity of the figures: a payment by `valid_until` (DD-MM-YYYY) settles exactly these amounts. */
const validity = { priced_on: z.string(), valid_until: z.string() };

/**
 * Early closure and prepayment (product: 'Early settlement and prepayment'). Answers `not_found` for a loan
 * that is not paid out, is finished or canceled, or belongs to another person.
 */
export const settlements = {
  'GET /api/v3/loan/{id}/settlement': endpoint({
    summary: 'What it costs today to close the loan, and between which amounts it can be paid ahead',
    access: 'customer',
    params: z.object({ id: hash }),
    response: z.object({
      result: z.object({
        ...validity,
        ...today,
        /** Principal of the instalments not due yet. */
        principal: money,
        fee,
        /** Membership debt that cannot be charged; part of `total`. */
        membership: money,
        /**
         * Amount that closes the loan: overdue + accrued_interest + tax + principal + fee + membership, less
         * `credit`.
         */
        total: money,
        /** Cost of letting the loan run to its end. */
        outstanding: money,
        /** Customer credit used, already deducted from `total`. */
        credit: money,
        /** Customer credit that remains after closing. */
        credit_left: money,
        /** Credit refunds to pay back, because their payment was reversed later; part of `total`. */
        shortfall: money,
        /** Interest, tax and charges already paid for future days; deducted from `total`. */
        paid_ahead: money,
        /** Saving by closing: the unpaid interest, tax and charges of letting the loan run. */
        saved: money,
        /** Range of a prepayment; null if nothing lies between today's dues and the total. */
        prepayment: z.object({ min: money, max: money }).nullable(),
        /** Requested withdrawal: paying `amount` by `until` (DD-MM-YYYY) cancels the loan. */
        withdrawal: z
          .object({
            code: z.string(),
            amount: money,
            /** Credit of another loan, already deducted from `amount`. */
            credit: money,
            until: z.string(),
          })
          .nullable(),
        /** Amount to return without interest, while the right to withdraw lasts and has not been used. */
        right_to_withdraw: z.object({ amount: money, until: z.string() }).nullable(),
        /** Pending payment. It blocks a new one until it is paid or cancelled. */
        open_payment: openPayment.nullable(),
      }),
    }),
    failures: ['not_found'],
  }),
  'GET /api/v3/loan/{id}/prepayment': endpoint({
    summary: 'Paying an amount ahead: fewer instalments and a smaller instalment side by side',
    access: 'customer',
    params: z.object({ id: hash }),
    query: z.object({ amount: z.string().max(20) }),
    response: z.object({
      result: z.object({
        ...validity,
        ...today,
        amount: money,
        fee,
        /** Reduction of the principal: `amount` less today's parts. */
        principal: money,
        /** Plan without a prepayment: `saved` is 0. */
        current: plan,
        /**
         * Plan with fewer instalments, none above the current amount; null if the payment is too small to
         * remove one.
         */
        fewer: plan.nullable(),
        /** Plan with the same number of instalments, each smaller. */
        smaller: plan,
      }),
    }),
    /** `prepayment_amount` comes with `fields.amount`, a sentence that names the bounds. */
    failures: ['not_found', 'prepayment_amount'],
  }),
  'POST /api/v3/loan/{id}/settlement': endpoint({
    summary: 'Ask to close the loan, to pay ahead or to give the money back; answers as asking to pay does',
    access: 'customer',
    params: z.object({ id: hash }),
    body: z.strictObject({
      kind: earlyPaymentKind,
      /** Settlement offer of the kind `offer`; `total` is what remains of it. */
      offer: rowId.optional(),
      payment_method: text(40),
      /**
       * Total as quoted; refused with `payment_total` if today's differs. At 0, customer credit alone closes
       * the loan, with any method.
       */
      total: z.coerce.number<string | number>(),
    }),
    response: z.object({
      result: z.object({ url: z.string(), barcode: z.string(), hash: z.string() }),
    }),
    failures: [
      'not_found',
      'payment_total',
      'payment_instalment',
      'payment_method',
      'payment_amount',
      'prepayment_amount',
      'settlement_over',
      'unavailable',
    ],
    idempotent: true,
  }),
};
