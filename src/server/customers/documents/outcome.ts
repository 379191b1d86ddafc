/**
 * Result of comparing a document's photo with the typed data. 'unreadable': no barcode, or a foreign one;
 * 'unsupported': the country's document has none.
 */
export type DocumentOutcome = 'match' | 'mismatch' | 'unreadable' | 'unsupported';
