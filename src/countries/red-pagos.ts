/** The network that pays out in cash, as everything of it is named. */
const name = 'Red pagos';

/** Texts for a loan collected in cash there. */
export const redPagos = {
  name,
  /** Pickup place, and the documents needed. */
  place: `${name}, con tu documento`,
} as const;
