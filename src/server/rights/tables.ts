import type { HeldTable } from '../platform/personal-data.ts';
import type { DB } from '../platform/database-types.ts';
import { FEATURES } from './features.ts';

type TableName = keyof DB;

/**
 * Every table with data about a customer. A test compares this list and {@link NOT_HELD} with the schema, so
 * that a new table is either in the download or left out on purpose.
 */
export const HELD: Readonly<Partial<Record<TableName, HeldTable>>> = Object.assign(
  {},
  ...FEATURES.map(({ held }) => held),
);

/** Tables without personal data beyond {@link HELD}, each with the reason. */
export const NOT_HELD: Readonly<Partial<Record<TableName, string>>> = {
  file_key: 'keys of stored files, encrypted; a file and its key go together',
  idempotency: 'answers to repeated requests, encrypted, for a week',
  rate_count: 'counts per keyed digest, for two days',
  staff_member: 'people of the lender',
  staff_session: 'of people of the lender',
  staff_sign_in: 'of people of the lender',
  staff_passkey: 'of people of the lender',
  staff_enrolment: 'of people of the lender',
  staff_view: 'of people of the lender: what they call the filters of a list',
  staff_answered_challenge: 'of people of the lender',
  customer_answered_challenge: 'digests, for a day',
  staff_approval: 'what people of the lender asked for; it names a customer by number only',
  staff_money_move: 'what people of the lender moved; it names a customer by number only',
  personal_data_refusal: 'counts of people of the lender',
  staff_audit: 'what people of the lender did; it names a customer by number only',
  country: 'of the product',
  locality: 'of the public register',
  setting: 'of the product',
  setting_change: 'of people of the lender',
  setting_version: 'of the product',
  confirmed_data: 'of the product',
  dated_value: 'of the product',
  holiday_change: 'of the product',
  later_payable_day: 'of the product',
  secret_in_use: "digests of the product's own secrets",
  daily_run: 'of the product',
  contact_refusal: 'counts',
  day_figure: 'counts and sums',
  portfolio_day: 'counts and sums',
  portfolio_vintage: 'counts and sums',
  portfolio_roll: 'counts and sums',
  portfolio_loan: 'what a loan owed on a day, under its number; the loan is held',
  sandbox: 'of the product',
  sandbox_card: "the stand-ins' own memory",
  sandbox_payment: "the stand-ins' own memory",
  sandbox_payout: "the stand-ins' own memory",
  collection_file: 'of the networks; its lines are held',
  payout_control: 'of the product',
  payout_batch: 'of the product; its orders are held',
  payout_result_file: 'of the networks; its lines are held',
  watch_list_version: 'of a public list',
  watch_list_entry: 'the public list, of others',
  screened_customer: 'sounds and numbers of the customer, who is held; deleted with the erasure',
  screening_match: 'what must stay secret from the person (docs/product/screening.md#secrecy)',
  bureau_own_line: 'what the lender reported to the BCRA, of its public file',
  debtor_figure: 'sums of loans, which are held',
  debtor_difference: 'sums of loans, which are held, and the public file of the BCRA',
  debtor_comparison: 'counts',
  bureau_file: 'of the BCRA',
  bureau_record: 'the public file of the BCRA, of everybody; what was decided by it is held',
  order_contradiction: 'of an order and its ruling, which are held',
  reconciliation_difference: 'of the product; charges and payments are held',
  reconciliation_run: 'of the product',
  loan_contradiction: 'what an audit found of a loan, under its number; the loan is held',
  wallet_check: 'when a payment is asked about; the payment is held',
  decision_rules: 'of the product',
  decision_rules_draft: 'of the product',
  decision_rules_end: 'of the product',
  price_list: 'of the product',
  price_list_draft: 'of the product',
  price_list_end: 'of the product',
  seal: 'digests',
  seal_horizon: 'numbers of rows',
  check_turn: 'numbers of rows',
  ledger_sum: 'sums',
  legal_text: 'of the product',
};
