/** Limits and times shared by all countries (docs/product/countries.md#constants). */

/** Lifetime of SMS and magic links. */
export const LINK_LIFETIME_HOURS = 3;
/** Shorter than a link, because phone codes have only four digits. */
export const PHONE_CODE_LIFETIME_MINUTES = 10;
/** Codes for re-authentication; the longest that the standard allows. */
export const PROOF_CODE_LIFETIME_MINUTES = 10;
/** A customer's answer reopens a closed ticket for this long. */
export const TICKET_REOPENS_DAYS = 30;
/** Business days before the due date on which the debit is attempted. */
export const DEBIT_ATTEMPT_BUSINESS_DAYS = 4;
