import { randomUUID } from 'node:crypto';
import type { CardGateway } from './port.ts';

/** Declined, as the product decisions say (§7). */
const declinedSecurityCode = '999';

/** Stand-in of the tokeniser: keeps nothing of the card. */
export function sandboxCards(): CardGateway {
  return {
    name: 'sandbox',
    tokenise: async ({ securityCode }) =>
      securityCode === declinedSecurityCode
        ? { ok: false, reason: 'declined' }
        : { ok: true, token: randomUUID() },
  };
}
