import { z } from 'zod';
import { PAYMENT_DISPLAYS } from '../countries/payment-method.ts';
import { isEitherCard, tokenisedCard } from './cards.ts';
import { endpoint } from './endpoint.ts';
import { digits, done, hash, money, optionalText, text, typed } from './fields.ts';

const documentType = z.union([z.literal(1), z.literal('1')]);

/** Payment method (docs/product/payments.md#methods). */
const paymentMethod = z.object({
  slug: z.string(),
  name: z.string(),
  info: z.string(),
  css: z.string(),
  /** Path of the logo; '' if the logo is drawn in code. */
  logo: z.string(),
  /** Paid at once by card or wallet; otherwise by coupon or transfer. */
  on_line: z.boolean(),
  extra: z.string(),
  url: z.string(),
  bank: z
    .object({
      entity_name: z.string(),
      account_number: z.string(),
      cbu: z.string(),
      account_holder: z.string(),
      legal_number: z.string(),
    })
    .nullable(),
  /** Largest single payment; null without a limit. */
  max_amount: money.nullable(),
  display: z.array(z.enum(PAYMENT_DISPLAYS)),
});

/** Coupon: a requested payment of any kind and method (docs/product/payments.md#coupon). */
const coupon = z.object({
  hash: z.string(),
  coupon_hash: z.string(),
  /** Page where the payment continues: the coupon's or card's page, or the wallet's site. */
  coupon_url: z.string(),
  supplier_name: z.string(),
  supplier_slug: z.string(),
  logo: z.string(),
  /** Masked unless the caller is the owner; loan id and number are then omitted. */
  fullname: z.string(),
  loan_id: z.string(),
  loan_number: z.string(),
  document_number: z.string(),
  document_type: z.number(),
  /** DD-MM-YYYY */
  due_date: z.string(),
  amount: money,
  /** '' if the method has no scannable code. */
  barcode: z.string(),
  /** Reference to quote in a transfer. */
  reference: z.string(),
  state: z.enum(['open', 'charging', 'paid', 'rejected', 'deleted', 'expired', 'reversed']),
  bank: paymentMethod.shape.bank,
  /**
   * Purpose: selected instalments, early closure, prepayment, return of the principal, or the membership's
   * price.
   */
  purpose: z.enum(['instalments', 'settlement', 'fewer', 'smaller', 'withdrawal', 'membership', 'offer']),
  /** Kind of method; clients distinguish methods of one kind by their supplier. */
  kind: z.enum(['coupon', 'transfer', 'card', 'wallet']),
  /** Text about the payment by its method. */
  info: z.string(),
  extra: z.string(),
  /** Numbers of the instalments it pays. */
  installments: z.array(z.number()),
  /** Latest report of money received and its outcome; null without one. */
  report: z
    .object({
      outcome: z.enum(['exact', 'partial', 'excess', 'late', 'closed', 'double', 'reversed', 'refunded']),
      amount: money,
      /** Part of the money not needed for the purpose, added to customer credit. */
      credited: money,
    })
    .nullable(),
  /**
   * Address of its PDF; '' if there is nothing to print. The owner's address is signed and its PDF names the
   * person.
   */
  pdf_url: z.string(),
});

/** Requesting and making payments (docs/product/payments.md#request). */
export const payments = {
  'GET /api/v3/cashin/payment/availables': endpoint({
    summary: 'Payment methods of the country',
    access: 'public',
    response: z.object({ result: z.array(paymentMethod) }),
    failures: [],
  }),
  'POST /api/v3/payment': endpoint({
    summary: 'Ask to pay instalments; the server computes the total and refuses another one',
    access: 'optional',
    body: z.strictObject({
      document_type: documentType,
      document_number: digits,
      payment_method: text(40),
      installments: z
        // An empty list has its own error text, so the schema must not refuse it
        // (docs/product/payments.md#request).
        .array(z.strictObject({ id: hash, number: z.coerce.number<string | number>().int().min(1).max(120) }))
        .max(120),
      total: z.coerce.number<string | number>(),
    }),
    response: z.object({
      result: z.object({ url: z.string(), barcode: z.string(), hash: z.string() }),
    }),
    failures: [
      'not_found',
      'payment_total',
      'payment_instalment',
      'payment_credit',
      'payment_method',
      'payment_amount',
      'too_many',
      'challenge_required',
      'unavailable',
    ],
    idempotent: true,
  }),
  'GET /api/v3/coupon/{hash}': endpoint({
    summary: 'A payment that was asked for; masked for anybody but the owner',
    access: 'optional',
    params: z.object({ hash }),
    response: z.object({ result: coupon }),
    failures: ['not_found'],
  }),
  'GET /api/v3/coupon/{hash}/pdf': endpoint({
    summary: 'An open coupon, or the data of a transfer, as PDF; names the person only by a signed address',
    access: 'public',
    params: z.object({ hash }),
    query: z.object({ expires: text(20).optional(), signature: text(100).optional() }),
    response: 'binary',
    media: 'application/pdf',
    failures: ['not_found', 'payment_closed', 'too_many', 'unavailable'],
  }),
  'DELETE /api/v3/coupon/{hash}': endpoint({
    summary: 'Give up a payment: its instalments can be chosen again; what the owner opened, the owner only',
    access: 'optional',
    params: z.object({ hash }),
    query: z.object({ document_number: digits }),
    response: done,
    failures: ['not_found', 'payment_closed', 'payment_in_progress'],
    idempotent: true,
  }),
  'POST /api/v3/debit-payment': endpoint({
    summary:
      'Pay by debit card; number and security code go to the card gateway only, through us or by the browser',
    access: 'public',
    body: z
      .strictObject({
        card_type: z.literal('debit'),
        brand: text(20),
        number: typed(40).default(''),
        holder: typed(100),
        expiration_date: typed(10),
        cvv: typed(10).default(''),
        hash,
        ...tokenisedCard,
      })
      .superRefine(isEitherCard),
    response: z.object({
      result: z.object({
        document_number: z.string(),
        ingenico_cod: z.string(),
        ingenico_transaction: z.string(),
        amount: money,
        fullname: z.string(),
        /** DD-MM-YYYY */
        ingenico_date: z.string(),
      }),
    }),
    failures: [
      'not_found',
      'card_type',
      'card_declined',
      'payment_closed',
      'payment_in_progress',
      'too_many',
      'unavailable',
    ],
    idempotent: true,
  }),
  'POST /api/v3/online_payment': endpoint({
    summary: 'Where an online payment goes on',
    access: 'public',
    body: z.strictObject({ hash }),
    response: z.object({ url: z.string() }),
    failures: ['not_found', 'payment_closed'],
  }),
  'POST /api/v3/online_payment/uCoupon': endpoint({
    summary: 'Ask the provider how a payment stands',
    access: 'public',
    body: z.strictObject({ hash }),
    response: z.object({ result: z.object({ state: coupon.shape.state }) }),
    failures: ['not_found', 'too_many', 'unavailable'],
  }),
  'POST /api/v3/online_payment/dCoupon': endpoint({
    summary: 'Cancel an online payment; what the owner opened, the owner only',
    access: 'optional',
    body: z.strictObject({ hash }),
    response: done,
    failures: ['not_found', 'payment_closed', 'payment_in_progress'],
    idempotent: true,
  }),
  'POST /api/v3/payment/mercado-pago/callback': endpoint({
    summary: "The wallet's return page tells what it was told; it never settles a payment",
    access: 'public',
    query: z.object({
      payment_id: optionalText(100),
      status: optionalText(40),
      external_reference: optionalText(100),
      payment_type: optionalText(40),
      preference_id: optionalText(200),
      merchant_order_id: optionalText(100),
      collection_id: optionalText(100),
      collection_status: optionalText(40),
      site_id: optionalText(20),
      processing_mode: optionalText(40),
      merchant_account_id: optionalText(100),
    }),
    response: done,
    failures: [],
  }),
  'POST /api/v3/payment/mercado-pago/webhook': endpoint({
    summary: "The wallet's signed notification: the payment is looked up and counted once",
    access: 'public',
    query: z.object({
      'data.id': optionalText(100),
      type: optionalText(40),
      /** Older, unsigned notification format; it only triggers a lookup of the payment. */
      topic: optionalText(40),
      id: optionalText(100),
    }),
    body: z.looseObject({}),
    response: done,
    failures: ['signature'],
  }),
};
