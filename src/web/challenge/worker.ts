import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

/** Tries one share of the possible solutions, off the page's thread. */
handler({ deriveKey });
