/**
 * What a document's photo says against what the person typed. 'unreadable': no barcode was found or it is another
 * one; 'unsupported': the country's document has none.
 */
export type DocumentOutcome = 'match' | 'mismatch' | 'unreadable' | 'unsupported';
