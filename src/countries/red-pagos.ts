const name = 'Red pagos';

export const redPagos = {
  name,
  /** Pickup place, and the document needed. */
  place: `${name}, con tu documento`,
} as const;
