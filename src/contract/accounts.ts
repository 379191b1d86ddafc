import { z } from 'zod';
import { isEitherCard, tokenisedCard } from './cards.ts';
import { drafts } from './drafts.ts';
import { endpoint } from './endpoint.ts';
import { attribution, digits, done, flag, hash, optionalText, text } from './fields.ts';
import { session } from './sessions.ts';

const address = z.object({
  country_id: z.number(),
  province_id: z.number(),
  province: z.string(),
  city_id: z.number(),
  city: z.string(),
  street: z.string(),
  street_number: z.string(),
  floor: z.string(),
  office: z.string(),
  zipcode: z.string(),
  state: z.string(),
});

const contacts = z.object({ cellphone: z.string(), cellphone_prefix: z.string(), email_address: z.string() });

/** Bank account. `accountNumber` is the CBU, CVU or alias in Argentina. */
const bankAccount = z.object({
  bankId: z.string(),
  bankName: z.string(),
  accountNumber: z.string(),
  cbu: z.string(),
  holderIdentityNumber: z.string(),
  bank: z.string(),
  account_holder: z.string(),
  legal_number: z.string(),
});
const accountList = z.object({ model: z.array(bankAccount), messages: z.array(z.string()) });

/**
 * Disclosed data of a stored card: brand, last four, holder and expiry (docs/product/payments.md#card-data).
 */
const card = z.object({
  card_type: z.string(),
  brand: z.string(),
  number: z.string(),
  holder: z.string(),
  expiration_date: z.string(),
});

/**
 * User profile (docs/product/signup-and-login.md#profile). Flags are 0 or 1, with 2 for started:
 * docs/product/application.md#marks.
 */
const profile = z.object({
  email_address: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  cellphone: z.string(),
  cellphone_prefix: z.string(),
  birthdate: z.string(),
  gender: z.string(),
  hash: z.string(),
  loans: z.number(),
  avatar: z.string().nullable(),
  has_membership_enabled: z.boolean(),
  address: address.nullable(),
  contacts: contacts.nullable(),
  banks: z.array(bankAccount),
  cards: z.array(card),
  delivery_type: z.string().nullable(),
  /** Id of the pickup point for the delivery type 'pdv', or ''. */
  delivery_point: z.string(),
  /** Latest choice on any device: the id of an offer's variant or plan, or ''. */
  selected_option: z.string(),
  drafts,
  account_information: z.object({
    document_number: z.string(),
    legal_number: z.string(),
    front_document_image: z.string().nullable(),
    front_document_thumb: z.string().nullable(),
    back_document_image: z.string().nullable(),
    back_document_thumb: z.string().nullable(),
    /** Comparison of the barcode on the document's photo with the typed data; null until it has been read. */
    document_check: z
      .object({
        outcome: z.enum(['match', 'mismatch', 'unreadable', 'unsupported']),
        fields: z.array(z.string()).optional(),
      })
      .nullable(),
  }),
  credit_rating: z.object({
    address_verified: z.number(),
    avatar_verified: z.number(),
    front_document_verified: z.number(),
    back_document_verified: z.number(),
    banking_verified: z.number(),
    credit_cart_verified: z.number(),
    credit_card_verified: z.number(),
    contact_data_verified: z.number(),
    personal_reference: z.number(),
    /** Id of the active loan, or null. */
    active_loan: z.string().nullable(),
    /** 1 when an offer is available. */
    check_offer: z.number(),
  }),
});

/** Optional text. A missing or null value stays as it is instead of becoming ''. */
const givenText = (max: number) => z.union([z.string().max(max), z.number(), z.null()]).optional();

const uploadResponse = z.object({ model: z.object({ url: z.string(), thumb: z.string() }) });
/** 15 MiB: larger than any phone's photo, small enough to be safe to decode (docs/security.md#photos). */
const maxImageBytes = 15 * 1024 * 1024;

/** The account and the application's steps (docs/product/application.md). */
export const accounts = {
  'POST /api/v3/account': endpoint({
    summary: 'Create the account of a lead',
    access: 'public',
    body: z.strictObject({
      email: text(200),
      hash,
      option: optionalText(200),
      terms: flag.optional(),
      ...attribution,
    }),
    response: session.extend({ messages: z.array(z.string()) }),
    failures: ['user_exists', 'not_found', 'too_many'],
    idempotent: true,
  }),
  'GET /api/v3/account-new': endpoint({
    summary: "The customer's profile",
    access: 'customer',
    response: z.object({ result: profile }),
    failures: [],
  }),
  'POST /api/v3/upload_avatar': endpoint({
    summary: 'Upload the selfie with the document',
    access: 'customer',
    upload: { fields: z.strictObject({}), maxBytes: maxImageBytes },
    response: uploadResponse,
    failures: ['image_type', 'image_size', 'image_small', 'image_quota', 'too_large', 'unavailable'],
    idempotent: true,
  }),
  'POST /api/v3/upload': endpoint({
    summary: 'Upload the front or the back of the document',
    access: 'customer',
    upload: {
      fields: z.strictObject({ type: z.enum(['front_document', 'back_document']) }),
      maxBytes: maxImageBytes,
    },
    response: uploadResponse,
    failures: ['image_type', 'image_size', 'image_small', 'image_quota', 'too_large', 'unavailable'],
    idempotent: true,
  }),
  'GET /api/files/{id}': endpoint({
    summary: 'A private file by its short-lived signed address',
    access: 'public',
    params: z.object({ id: hash }),
    query: z.object({ expires: z.string().max(20), signature: z.string().max(100) }),
    response: 'binary',
    media: 'image/jpeg',
    failures: ['unavailable'],
  }),
  'POST /api/v3/address': endpoint({
    summary: 'Save the address',
    access: 'customer',
    body: z.strictObject({
      country_id: digits.optional(),
      // A missing field counts as empty, so that it gets the error text of the field's own rule.
      province_id: digits.default(''),
      city_id: z.union([digits, z.null()]).optional(),
      street: text(200).default(''),
      street_number: text(200).or(digits).default(''),
      // The value may be absent, but must not be blank if it is sent (docs/product/application.md#address).
      floor: givenText(20),
      office: givenText(20),
      zipcode: optionalText(12),
      state: optionalText(120),
    }),
    response: z.object({ model: z.object({ address, contacts }) }),
    failures: [],
  }),
  'POST /api/bank-accounts': endpoint({
    summary: 'Add a bank account of the customer',
    access: 'customer',
    body: z.strictObject({
      accountNumber: z
        .union([z.string().max(60), z.number()])
        .transform((value) => String(value))
        .default(''),
      holderIdentityNumber: optionalText(20),
      bankId: optionalText(10),
      bankName: optionalText(200),
    }),
    response: z.object({ model: bankAccount, messages: z.array(z.string()) }),
    failures: ['bank_account_duplicate', 'bank_account_holder', 'fresh_login_required', 'contact_changed'],
    idempotent: true,
  }),
  'GET /api/v3/bank': endpoint({
    summary: "The customer's bank accounts",
    access: 'customer',
    response: accountList,
    failures: [],
  }),
  'DELETE /api/bank-accounts': endpoint({
    summary: 'Remove a bank account; answers those that are left',
    access: 'customer',
    query: z.object({ accountNumber: z.string().max(60) }),
    response: accountList,
    failures: ['not_found', 'bank_account_in_use', 'fresh_login_required'],
    idempotent: true,
  }),
  'POST /api/v3/delivery-type': endpoint({
    summary: 'Choose how the money is delivered',
    access: 'customer',
    body: z.strictObject({ deliveryType: optionalText(20), deliveryPoint: optionalText(40) }),
    response: z.object({ model: z.object({ deliveryType: z.string(), deliveryPoint: z.string() }) }),
    failures: ['delivery_type', 'delivery_point'],
  }),
  'POST /api/v3/sendcode': endpoint({
    summary: 'Send a 4-digit code to the phone',
    access: 'customer',
    body: z.strictObject({ cellphone: digits.default(''), cellphone_prefix: digits.optional() }),
    response: done,
    failures: ['too_many', 'phone_code_spent', 'fresh_login_required'],
    idempotent: true,
  }),
  'POST /api/v3/checkcode': endpoint({
    summary: 'Check the 4-digit code',
    access: 'customer',
    body: z.strictObject({ code: digits.default('') }),
    response: done,
    failures: ['phone_code', 'phone_code_spent'],
    idempotent: true,
  }),
  'POST /api/v3/info_credit_card': endpoint({
    summary: 'Type and validity of a card number, also on the payment page, which needs no login',
    access: 'optional',
    body: z.strictObject({ number: digits.default('') }),
    response: z.object({ valid: z.boolean(), type: z.string() }),
    failures: ['card_type', 'too_many'],
  }),
  'POST /api/v3/card-validation': endpoint({
    summary: 'Save the debit card through the tokeniser, or by the token that the gateway gave the browser',
    access: 'customer',
    body: z
      .strictObject({
        card_type: z.string().max(20).optional(),
        brand: optionalText(20),
        number: digits.default(''),
        holder: text(200).default(''),
        expiration_date: digits.default(''),
        cvv: digits.default(''),
        ...tokenisedCard,
      })
      .superRefine(isEitherCard),
    response: z.object({ model: card }),
    failures: ['card_type', 'card_declined', 'too_many', 'unavailable'],
    idempotent: true,
  }),
};
