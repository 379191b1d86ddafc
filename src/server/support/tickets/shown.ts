/** Enough of an id for a conversation: what the customer reads as N.º and the staff looks for. */
export const numberOf = (publicId: string): string => publicId.slice(0, 8);

/** The last three characters of a document number. */
export function maskDocument(document: string): string {
  return document === '' ? '' : `···${document.slice(-3)}`;
}

/** `a···@example.com`: enough to see whether it is the one that was told. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : `${email.slice(0, 1)}···${email.slice(at)}`;
}
