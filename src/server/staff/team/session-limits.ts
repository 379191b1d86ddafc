/** Idle time after which a session ends, minutes. */
export const IDLE_MINUTES = 30;
/** The longest session, however much it is used. */
export const LONGEST_HOURS = 12;
/** Minutes during which a passkey proves that it is still the same person. */
export const PROOF_MINUTES = 5;
/** A session so young may add the person's first passkey without another proof, minutes. */
export const NEW_MINUTES = 10;
