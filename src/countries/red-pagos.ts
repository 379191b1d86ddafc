const name = 'Red pagos';

/** Texts for a loan collected in cash at the network. */
export const redPagos = {
  name,
  /** Pickup place, and the document needed. */
  place: `${name}, con tu documento`,
} as const;
