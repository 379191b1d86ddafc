import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hash, money, text } from './fields.ts';
import { openPayment } from './loans.ts';

/** Purpose of a payment requested here; `fewer` and `smaller` are prepayments. */
const earlyPaymentKind = z.enum(['settlement', 'fewer', 'smaller', 'withdrawal']);

/** The charge for paying early, with the rule that bounds it. The product charges none in both countries. */
const fee = z.object({
  amount: money,
  /** Spanish sentence that can be shown. */
  text: z.string(),
});

/** An instalment of the plan as it would be. */
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
  /** On the interest. */
  tax: money,
  /** Charges with their tax. */
  charges: money,
  amount: money,
});

/** Plan after today's payment. */
const plan = z.object({
  instalment_count: z.number(),
  /** The constant instalment; the last may differ by a rest. */
  instalment: money,
  /** DD-MM-YYYY */
  last_due_date: z.string(),
  /** Sum of the instalments. */
  total: money,
  /** Reduction of the total to pay compared with no prepayment. */
  saved: money,
  instalments: z.array(plannedInstalment),
});

/** Parts that have to be paid today before anything lowers the debt. */
const today = {
  /** Debt of instalments due today or earlier, default interest included. */
  overdue: money,
  /** Default interest within `overdue`, with its tax. */
  default_interest: money,
  /** Interest of the current period up to today, excluding `overdue`. */
  accrued_interest: money,
  /** On `accrued_interest`. */
  tax: money,
};

/** Validity of the figures: a payment by then (DD-MM-YYYY) settles exactly these amounts. */
const validity = { priced_on: z.string(), valid_until: z.string() };

/**
 * Closing a loan early and paying ahead (product: 'Early settlement and prepayment'). A loan that is not paid out,
 * finished or canceled is a `not_found`, as is another person's.
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
        /** Capital of the instalments that are not due yet. */
        principal: money,
        fee,
        /** Membership debt that cannot be charged: part of `total`. */
        membership: money,
        /**
         * Amount that closes the loan: overdue + accrued_interest + tax + principal + fee + membership, less
         * `credit`.
         */
        total: money,
        /** Cost of letting the loan run to its end. */
        outstanding: money,
        /** Money in favour used for it, already deducted from `total`. */
        credit: money,
        /** Money in favour that closing would leave. */
        credit_left: money,
        /** Refunded money in favour, after its payment was reversed: part of `total`. */
        shortfall: money,
        /** Interest, tax and charges that were paid for days to come: `total` is less by them. */
        paid_ahead: money,
        /** Savings by closing: unpaid interest, its tax and charges of going on. */
        saved: money,
        /** Amounts that can be paid ahead; null when there is nothing between today's dues and the total. */
        prepayment: z.object({ min: money, max: money }).nullable(),
        /** The withdrawal that was asked for: paying `amount` by `until` (DD-MM-YYYY) undoes the loan. */
        withdrawal: z
          .object({
            code: z.string(),
            amount: money,
            /** Money in favour of another loan that `amount` is less by already. */
            credit: money,
            until: z.string(),
          })
          .nullable(),
        /** While the right to withdraw lasts and is not used: what would be given back, without interest. */
        right_to_withdraw: z.object({ amount: money, until: z.string() }).nullable(),
        /** A payment under way bars another one: it has to be paid or given up first. */
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
        /** Reduction of the capital: `amount` less today's parts. */
        principal: money,
        /** The plan as it is, without paying ahead: `saved` is 0. */
        current: plan,
        /** Fewer instalments, none above the present one; null when the amount drops no instalment. */
        fewer: plan.nullable(),
        /** As many instalments as now, each smaller. */
        smaller: plan,
      }),
    }),
    /** `prepayment_amount`: with `fields.amount`, a sentence that names the bounds. */
    failures: ['not_found', 'prepayment_amount'],
  }),
  'POST /api/v3/loan/{id}/settlement': endpoint({
    summary: 'Ask to close the loan, to pay ahead or to give the money back; answers as asking to pay does',
    access: 'customer',
    params: z.object({ id: hash }),
    body: z.strictObject({
      kind: earlyPaymentKind,
      payment_method: text(40),
      /** As quoted; 0 closes the loan with money in favour alone, by any method. Another amount than today's is refused (`payment_total`). */
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
      'unavailable',
    ],
    idempotent: true,
  }),
};
