import type { CallKey } from '../contract.ts';
import type { FailureCode } from '../failures.ts';

/** Calls of the borrowers' hosts, without those of the sandbox, which production does not serve. */
export type BorrowerCall = Exclude<CallKey, `${string} /api/staff/${string}` | `${string} /sandbox${string}`>;

export const CALL_OBJECTS = {
  nobody: 'Nobody',
  own: 'Caller',
  document: 'Person of the document',
  hash: 'Owner of the hash',
  contact: 'Person of the contact',
  secret: 'Person of the secret',
  lead: 'Lead',
  provider: 'Provider’s message',
} as const;

/** Successful outcomes for a caller other than the owner. */
export const STRANGER_OUTCOMES = {
  public: 'As everybody',
  own: 'Own only',
  masked: 'Masked, unchanged',
  same: 'As an unknown person',
  apart: 'Kept apart',
} as const;

export const CALL_LIMITS = {
  LIMIT_PASSWORD_ACCOUNT: 'wrong passwords of an account',
  LIMIT_PASSWORD_ADDRESS: 'wrong passwords, links and tokens from an address',
  LIMIT_LINKS_PERSON: 'links and codes for a person',
  LIMIT_LINKS_ADDRESS: 'links and codes from an address',
  LIMIT_SMS_COUNTRY_DAY: 'SMS of a country in a day',
  LIMIT_SIGNUP_ADDRESS: 'sign-ups from an address',
  LIMIT_OPINIONS_ADDRESS: 'texts from an address or of a customer',
  LIMIT_BALANCE_DOCUMENTS: 'documents from an address',
  LIMIT_BALANCE_ADDRESSES: 'addresses that ask for a document',
  LIMIT_CHALLENGE_DOCUMENTS: 'questions without proof of work',
  LIMIT_STRANGERS_PAYMENTS_DOCUMENT: 'payments of strangers for a document',
  LIMIT_STRANGERS_PAYMENTS_ADDRESS: 'payments of strangers from an address',
  LIMIT_OWN_DATA_DAY: 'files of one’s own data in a day',
  LIMIT_IMAGES_DAY: 'photos of a customer in a day',
  'files of tickets': 'files a customer attaches in a day',
  'tries a code': 'wrong tries of a code, over all codes of an hour',
  'tries of cards': 'card numbers of a customer or an address in an hour, and tries of a payment',
  'prints of a coupon': 'PDFs of a coupon in an hour',
  'calls of a key': 'calls of an API key in an hour',
  'questions to the provider': 'questions about a payment in an hour',
} as const;
type CallLimit = keyof typeof CALL_LIMITS;

export interface CallerRow {
  readonly object: keyof typeof CALL_OBJECTS;
  /**
   * Response to a stranger who knows the owner's document number, loan id and payment hash, logged in as
   * another customer if the call requires a login. Without a login such a call answers `unauthenticated`.
   */
  readonly stranger: keyof typeof STRANGER_OUTCOMES | FailureCode;
  /** Limits specific to the call, in addition to the load limit of every call. */
  readonly limits: readonly CallLimit[];
}

const row = (
  object: CallerRow['object'],
  stranger: CallerRow['stranger'],
  ...limits: readonly CallLimit[]
): CallerRow => ({ object, stranger, limits });

const forAll = row('nobody', 'public');
const ownOnly = (...limits: readonly CallLimit[]) => row('own', 'own', ...limits);
const loanOfOwner = row('hash', 'not_found');
const sentTo = ['LIMIT_LINKS_PERSON', 'LIMIT_LINKS_ADDRESS'] as const;
const guesses = 'LIMIT_PASSWORD_ADDRESS';
const byDocument = [
  'LIMIT_CHALLENGE_DOCUMENTS',
  'LIMIT_BALANCE_DOCUMENTS',
  'LIMIT_BALANCE_ADDRESSES',
] as const;

/** Owner and limits of each call of a borrower (docs/access-calls.md, docs/decisions/0144-a-row-for-every-call.md). */
export const CALLER_ROWS: Readonly<Record<BorrowerCall, CallerRow>> = {
  'POST /api/v3/authenticate-new': row('secret', 'credentials', 'LIMIT_PASSWORD_ACCOUNT', guesses),
  'POST /api/auth/sendpin': row('contact', 'same', ...sentTo, 'LIMIT_SMS_COUNTRY_DAY'),
  'POST /api/auth/magic-link': row('contact', 'same', ...sentTo),
  'POST /api/auth/token': row('secret', 'link_invalid', guesses),
  'POST /api/auth/autologin': row('secret', 'link_invalid', guesses),
  'POST /api/auth/magicLink': row('secret', 'link_invalid', guesses),
  'POST /api/auth/logout': ownOnly(),
  'POST /api/social/google': row('secret', 'social_token', guesses),
  'POST /api/social/facebook': row('secret', 'social_token', guesses),
  'GET /api/recovery': row('contact', 'same', ...sentTo),
  'POST /api/recovery': row('secret', 'link_invalid', guesses),
  'GET /api/v3/sessions': ownOnly(),
  'POST /api/v3/sessions/end': ownOnly(),
  'POST /api/auth/passkey': forAll,
  'POST /api/auth/passkey/finish': row('secret', 'passkey_refused', guesses),
  'GET /api/v3/passkeys': ownOnly(),
  'POST /api/v3/passkeys/challenge': ownOnly(),
  'POST /api/v3/passkeys': ownOnly(),
  'POST /api/v3/passkeys/{id}/remove': row('own', 'not_found'),
  'GET /api/v3/proof': ownOnly(),
  'POST /api/v3/proof/password': ownOnly('LIMIT_PASSWORD_ACCOUNT', guesses),
  'POST /api/v3/proof/passkey': ownOnly(),
  'POST /api/v3/proof/passkey/finish': ownOnly(guesses),
  'POST /api/v3/proof/code': ownOnly(...sentTo, 'LIMIT_SMS_COUNTRY_DAY'),
  'POST /api/v3/proof/code/check': ownOnly('tries a code'),
  'POST /api/v3/password': ownOnly('LIMIT_PASSWORD_ACCOUNT', guesses),

  'POST /vendors-api/v1/leads': row('document', 'own', 'LIMIT_SIGNUP_ADDRESS'),
  'POST /vendors-api/v2/token/creditrisk': forAll,
  'GET /vendors-api/v1/leads/{hash}': row('lead', 'not_found'),
  'GET /vendors-api/v1/leads/{hash}/loan-options/{amount}': row('lead', 'not_found'),
  'POST /api/v3/lead/feedback/{hash}': row('lead', 'not_found', 'LIMIT_OPINIONS_ADDRESS'),
  'GET /api/v1/clients/credit-ratings': ownOnly(),
  'GET /api/v1/clients/loan-options/{amount}': ownOnly(),
  'POST /api/v3/account': row('lead', 'not_found', 'LIMIT_SIGNUP_ADDRESS'),
  'GET /api/v3/account-new': ownOnly(),
  'POST /api/v3/upload_avatar': ownOnly('LIMIT_IMAGES_DAY'),
  'POST /api/v3/upload': ownOnly('LIMIT_IMAGES_DAY'),
  'GET /api/files/{id}': row('hash', 'not_found'),
  'GET /api/ticket-files/{id}': row('hash', 'not_found'),
  'POST /api/v3/address': ownOnly(),
  'POST /api/bank-accounts': ownOnly(),
  'GET /api/v3/bank': ownOnly(),
  'DELETE /api/bank-accounts': row('own', 'not_found'),
  'POST /api/v3/delivery-type': ownOnly(),
  'POST /api/v3/sendcode': ownOnly(...sentTo, 'LIMIT_SMS_COUNTRY_DAY'),
  'POST /api/v3/checkcode': ownOnly('tries a code'),
  'POST /api/v3/info_credit_card': row('nobody', 'public', 'tries of cards'),
  'POST /api/v3/card-validation': ownOnly('tries of cards'),
  'POST /api/v3/application-draft': ownOnly(),
  'POST /api/v3/selected-option': row('own', 'offer_unknown'),
  'GET /api/audit_options/autogestion': forAll,
  'POST /api/cancel_loan/front/{id}': loanOfOwner,

  'GET /api/v3/province/{country_id}': forAll,
  'GET /api/v3/locality/{id}': forAll,
  'GET /api/v3/banks': forAll,
  'GET /api/v3/point-of-delivery': forAll,
  'GET /api/v3/marketing': forAll,
  'GET /api/v3/enviroments': forAll,
  'GET /api/v3/terms': forAll,
  'GET /api/v3/policy': forAll,
  'GET /api/v3/terms/{slug}': forAll,
  'POST /api/v3/suggest': row('contact', 'apart', 'LIMIT_OPINIONS_ADDRESS'),

  'POST /api/v3/finish-new': row('own', 'offer_unknown'),
  'GET /api/v3/loan-new/{id}': row('hash', 'masked'),
  'GET /api/loan': ownOnly(),
  'POST /api/v3/balance': row('document', 'masked', ...byDocument),
  'GET /api/v3/loan-docket/{id}': loanOfOwner,
  'GET /api/v3/transference-receipt/{id}': loanOfOwner,
  'GET /api/v3/transference-receipt/{id}/pdf': loanOfOwner,
  'POST /api/v3/withdrawal': row('document', 'same', ...sentTo),
  'POST /api/v3/withdrawal/link': row('hash', 'same', ...sentTo),
  'POST /api/v3/withdrawal/own': ownOnly(...sentTo),
  'POST /api/v3/withdrawal/preview': row('secret', 'link_invalid', guesses),
  'POST /api/v3/withdrawal/confirm': row('secret', 'link_invalid', guesses),

  'GET /api/v3/cashin/payment/availables': forAll,
  'POST /api/v3/payment': row(
    'document',
    'apart',
    ...byDocument,
    'LIMIT_STRANGERS_PAYMENTS_DOCUMENT',
    'LIMIT_STRANGERS_PAYMENTS_ADDRESS',
  ),
  'GET /api/v3/coupon/{hash}': row('hash', 'masked'),
  'GET /api/v3/coupon/{hash}/pdf': row('hash', 'masked', 'prints of a coupon'),
  'DELETE /api/v3/coupon/{hash}': row('hash', 'not_found'),
  'POST /api/v3/debit-payment': row('hash', 'not_found', 'tries of cards'),
  'POST /api/v3/online_payment': row('hash', 'masked'),
  'POST /api/v3/online_payment/uCoupon': row('hash', 'masked', 'questions to the provider'),
  'POST /api/v3/online_payment/dCoupon': row('hash', 'not_found'),
  'POST /api/v3/payment/mercado-pago/callback': forAll,
  'POST /api/v3/payment/mercado-pago/webhook': row('provider', 'signature'),
  'GET /api/v3/loan/{id}/changes': loanOfOwner,
  'GET /api/v3/loan/{id}/due-day': loanOfOwner,
  'POST /api/v3/loan/{id}/changes/code': row('hash', 'not_found', ...sentTo),
  'POST /api/v3/loan/{id}/changes/accept': row('hash', 'not_found', 'tries a code'),
  'GET /api/v3/loan/{id}/changes/{action}/pdf': loanOfOwner,
  'GET /api/v3/loan/{id}/invoices': loanOfOwner,
  'GET /api/v3/loan/{id}/invoices/{invoice}/pdf': loanOfOwner,
  'GET /api/v3/loan/{id}/settlement': loanOfOwner,
  'GET /api/v3/loan/{id}/prepayment': loanOfOwner,
  'POST /api/v3/loan/{id}/settlement': loanOfOwner,

  'POST /api/v3/debtfree': row('document', 'debtfree_unavailable', ...byDocument),
  'GET /api/v3/debtfree/{hash}': row('hash', 'not_found'),
  'GET /api/v3/debtfree/{hash}/pdf': row('hash', 'not_found'),
  'GET /api/v3/debtfree/{hash}/qr': row('hash', 'not_found'),
  'GET /api/v3/debtfree-check/{hash}': row('hash', 'not_found'),
  'GET /api/v3/cancellation/reason': forAll,
  'POST /api/v3/cancellation': row('document', 'apart', ...byDocument),
  'GET /api/v3/profile/private/{legal_number}': row('own', 'referral_profile'),
  'GET /api/v3/statement/{id}': loanOfOwner,
  'GET /api/v3/statement/{id}/pdf': loanOfOwner,
  'GET /api/v3/statement/{id}/csv': loanOfOwner,
  'GET /api/v3/own-data': ownOnly(),
  'GET /api/v3/own-data/file': ownOnly('LIMIT_OWN_DATA_DAY'),
  'POST /api/v3/own-data/erasure': ownOnly(),
  'GET /api/v3/preferences': ownOnly(),
  'POST /api/v3/preferences': ownOnly(),
  'GET /api/v3/preferences/{hash}': row('hash', 'not_found'),
  'POST /api/v3/preferences/{hash}': row('hash', 'not_found'),
  'POST /api/v3/contact-change/stop': row('secret', 'link_invalid', guesses),
  'GET /api/v3/membership': ownOnly(),
  'POST /api/v3/membership/payment': row('own', 'not_found'),
  'POST /api/v3/messages/sms/status': row('provider', 'signature'),
  'GET /api/v3/messages/whatsapp/webhook': row('provider', 'signature'),
  'POST /api/v3/messages/whatsapp/webhook': row('provider', 'signature'),
  'GET /api/v3/payment-help': ownOnly(),
  'POST /api/v3/payment-help': ownOnly('LIMIT_OPINIONS_ADDRESS'),
  'POST /api/v3/promise': row('own', 'not_found'),
  'POST /api/v3/promise/{id}/extend': row('own', 'not_found'),
  'POST /api/v3/hardship': ownOnly(),
  'GET /api/v3/tickets/{id}': row('hash', 'not_found'),
  'POST /api/v3/tickets/{id}/answer': row('hash', 'not_found', 'LIMIT_OPINIONS_ADDRESS'),
  'POST /api/v3/tickets/{id}/files': row('hash', 'not_found', 'files of tickets'),
  'POST /api/v3/tickets/{id}/read': row('hash', 'not_found'),

  'GET /desarrolladores': forAll,
  'GET /desarrolladores/estilo.css': forAll,
  'GET /partners-api/v1/key': row('own', 'api_key', 'calls of a key'),
  'POST /partners-api/v1/leads': row('own', 'api_key', 'calls of a key'),
  'GET /partners-api/v1/leads/{id}': row('own', 'api_key', 'calls of a key'),
  'GET /partners-api/v1/events': row('own', 'api_key', 'calls of a key'),

  'GET /healthz': forAll,
  'GET /readyz': forAll,
  'GET /api/openapi.json': forAll,

  'POST /api/v3/document-claim': row('lead', 'same', ...sentTo),
  'POST /api/v3/document-claim/open': row('secret', 'link_invalid', guesses),
  'GET /api/v3/document-claim': ownOnly(),
  'POST /api/v3/document-claim/finish': ownOnly(),
};
