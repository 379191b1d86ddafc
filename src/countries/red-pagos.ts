/** The network that pays out in cash, as everything of it is named. */
const name = 'RedPagos';

/** What is said of a loan that is collected there. */
export const redPagos = {
  name,
  /** Where the money is, and what is needed to get it. */
  place: `${name}, con tu documento`,
} as const;
