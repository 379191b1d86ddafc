/** Enough of an id for a conversation: what the customer reads as N.º and the staff looks for. */
export const numberOf = (publicId: string): string => publicId.slice(0, 8);
