/** A session that nobody used for so long has ended. */
export const IDLE_MINUTES = 30;
/** The longest session, however much it is used. */
export const LONGEST_HOURS = 12;
