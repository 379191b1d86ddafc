/** Visible part of an id: the customer reads it as N.º and the staff searches for it. */
export const numberOf = (publicId: string): string => publicId.slice(0, 8);
