/** Limits and times that are the same in every country (docs/product/countries.md#constants). */

/** SMS and magic links. */
export const LINK_LIFETIME_HOURS = 3;
/** Phone codes: shorter than a link, because they have only four digits. */
export const PHONE_CODE_LIFETIME_MINUTES = 10;
/** Codes of a new proof, as long as the standard allows one. */
export const PROOF_CODE_LIFETIME_MINUTES = 10;
/** So long after a ticket was closed an answer of its customer opens it again. */
export const TICKET_REOPENS_DAYS = 30;
/** Business days before the due date on which the debit is attempted. */
export const DEBIT_ATTEMPT_BUSINESS_DAYS = 4;
