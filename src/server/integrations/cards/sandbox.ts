import { randomUUID } from 'node:crypto';
import type { CardGateway } from './port.ts';

/** Declined by the stand-in (docs/product/providers.md#stand-ins). */
const declinedSecurityCode = '999';
/** Cards that are taken, and whose later debits by token the stand-in of the payments treats in a way of their own. */
const laterKinds: Readonly<Record<string, string>> = { '998': 'declined', '997': 'lost' };

/** Stand-in of the tokeniser: keeps nothing of the card. */
export function sandboxCards(): CardGateway {
  return {
    name: 'sandbox',
    givesTokens: true,
    tokenise: async ({ securityCode }) =>
      securityCode === declinedSecurityCode
        ? { ok: false, reason: 'declined' }
        : { ok: true, token: `${laterKinds[securityCode] ?? 'approved'}-${randomUUID()}` },
  };
}
