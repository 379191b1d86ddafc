import type { FailureCode } from './failures.ts';

/** Reasons for refusing to confirm a loan. */
export const CONFIRMATION_FAILURES = [
  'offer_none',
  'contact_changed',
  'offer_held',
  'offer_expired',
  'offer_unknown',
  'amount_too_low',
  'amount_too_high',
  'amount_step',
  'instalments_unknown',
  'membership_price',
  'active_loan',
  'verification_missing',
  'account_unknown',
  'delivery_type',
  'delivery_point',
  'fresh_login_required',
  'address_unproved',
] as const satisfies readonly FailureCode[];
